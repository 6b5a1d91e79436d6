import {
  type CatalogRepository,
  ExportQueue,
  type ExportRepository,
  type JobRepository,
  type ObjectStorage,
} from "@hangtag/core"
import { type Duration, Effect, Fiber, Latch, Layer } from "effect"
import type { Encoder, EncodingOptions } from "./encoding/Encoder.ts"
import { encode } from "./encoding/encode.ts"
import { runExport } from "./runExport.ts"

export interface ExportWorkerOptions {
  /** Exports at a time. Default 1. */
  readonly concurrency?: number | undefined
  /** How long running exports may go on once the worker is told to stop; then they are handed back. Default 30 seconds. */
  readonly drainTimeout?: Duration.Input | undefined
  /**
   * Deliveries of a message after which its job fails for good. Default 5. The queue has to deliver at least
   * once more than that, or a job whose last worker died is never ended.
   */
  readonly maxAttempts?: number | undefined
  readonly encoding?: EncodingOptions | undefined
  /** Default `encode`. */
  readonly encoder?: Encoder | undefined
}

/** What an export worker works on. */
export type ExportWorkerPorts =
  | CatalogRepository
  | ExportQueue
  | ExportRepository
  | JobRepository
  | ObjectStorage

const make = Effect.fn("ExportWorker")(function* (options: ExportWorkerOptions) {
  const queue = yield* ExportQueue
  const run = {
    maxAttempts: options.maxAttempts ?? 5,
    encoding: options.encoding ?? {},
    encoder: options.encoder ?? encode,
  }
  let stopping = false
  let busy = 0
  const idle = Latch.makeUnsafe(true)

  const takeOne = Effect.suspend(() => {
    let started = false
    return queue
      .take((message, attempt) =>
        Effect.suspend(() => {
          // Claimed while stopping: straight back to the queue.
          if (stopping) return Effect.interrupt
          started = true
          busy++
          idle.closeUnsafe()
          return runExport(message, attempt, run)
        }),
      )
      .pipe(
        // Only now is the message acknowledged, so only now may the worker go.
        Effect.ensuring(
          Effect.sync(() => {
            if (started && --busy === 0) idle.openUnsafe()
          }),
        ),
      )
  })
  const taker = Effect.whileLoop({
    while: () => !stopping,
    body: () =>
      takeOne.pipe(
        Effect.catchTag("AttemptFailed", () => Effect.void),
        Effect.catchCause((cause) =>
          stopping
            ? Effect.void
            : Effect.logWarning("No export could be taken; trying again", cause).pipe(
                Effect.andThen(Effect.sleep("1 second")),
              ),
        ),
      ),
    step: () => {},
  })

  const takers = yield* Effect.forEach(Array.from({ length: options.concurrency ?? 1 }), () =>
    Effect.forkDetach(taker),
  )
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      stopping = true
      yield* Effect.timeoutOption(idle.await, options.drainTimeout ?? "30 seconds")
      yield* Fiber.interruptAll(takers)
    }),
  )
})

export const ExportWorker = {
  /**
   * Takes export jobs until its scope closes; then takes no more, lets those that run come to their end or, after
   * `drainTimeout`, hands them back to the queue.
   */
  layer: (options: ExportWorkerOptions = {}): Layer.Layer<never, never, ExportWorkerPorts> =>
    Layer.effectDiscard(make(options)),
}
