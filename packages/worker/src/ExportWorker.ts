import {
  type CatalogRepository,
  ExportQueue,
  type ExportRepository,
  exportLanes,
  type JobLine,
  type JobRepository,
  type ObjectStorage,
  silentSeconds,
  type Transaction,
} from "@hangtag/core"
import { type Duration, Effect, Fiber, Latch, Layer, Schedule } from "effect"
import type { Encoder, EncodingOptions } from "./encoding/Encoder.ts"
import { encode } from "./encoding/encode.ts"
import { offerAgain } from "./offerAgain.ts"
import { runExport } from "./runExport.ts"

export interface ExportWorkerOptions {
  /** Large exports at a time, and as many small ones besides. Default 1. */
  readonly concurrency?: number | undefined
  /** How long running exports may go on once the worker is told to stop; then they are handed back. Default 30 seconds. */
  readonly drainTimeout?: Duration.Input | undefined
  /**
   * Runs of a job that may come to nothing before it fails for good. Default 5. The queue has to deliver a message
   * more often than that, or a job whose last worker died is never ended.
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
  | JobLine
  | JobRepository
  | ObjectStorage
  | Transaction

/** What this worker does in a lane. */
interface Lane {
  readonly name: string
  /** Messages being handled. */
  busy: number
  /** Messages handled so far, and up to the last look. */
  taken: number
  takenBefore: number
}

const make = Effect.fn("ExportWorker")(function* (options: ExportWorkerOptions) {
  const queue = yield* ExportQueue
  const run = {
    maxAttempts: options.maxAttempts ?? 5,
    encoding: options.encoding ?? {},
    encoder: options.encoder ?? encode,
  }
  const concurrency = options.concurrency ?? 1
  let stopping = false
  let busy = 0
  const idle = Latch.makeUnsafe(true)

  const takeOne = (lane: Lane) =>
    Effect.suspend(() => {
      let started = false
      return queue
        .take(lane.name, (message) =>
          Effect.suspend(() => {
            // Claimed while stopping: straight back to the queue.
            if (stopping) return Effect.interrupt
            started = true
            busy++
            lane.busy++
            lane.taken++
            idle.closeUnsafe()
            return runExport(message, run)
          }),
        )
        .pipe(
          // Only now is the message acknowledged, so only now may the worker go.
          Effect.ensuring(
            Effect.sync(() => {
              if (!started) return
              lane.busy--
              if (--busy === 0) idle.openUnsafe()
            }),
          ),
        )
    })
  const taker = (lane: Lane) =>
    Effect.whileLoop({
      while: () => !stopping,
      body: () =>
        takeOne(lane).pipe(
          Effect.catchTag("DeliverAgain", () => Effect.void),
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

  const lanes = exportLanes.map((name): Lane => ({ name, busy: 0, taken: 0, takenBefore: -1 }))
  const takers = yield* Effect.forEach(
    lanes.flatMap((lane) => Array.from({ length: concurrency }, () => lane)),
    (lane) => Effect.forkDetach(taker(lane)),
  )
  const lookAround = Effect.forEach(lanes, (lane) => {
    const wasIdle = lane.busy < concurrency && lane.taken === lane.takenBefore
    lane.takenBefore = lane.taken
    return wasIdle ? Effect.ignore(offerAgain(lane.name)) : Effect.void
  })
  yield* Effect.forkScoped(Effect.schedule(lookAround, Schedule.spaced(`${silentSeconds / 2} seconds`)))
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
