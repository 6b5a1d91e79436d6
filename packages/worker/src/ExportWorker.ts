import {
  type CatalogRepository,
  type ExportRepository,
  JobQueue,
  type JobRepository,
  type ObjectStorage,
} from "@hangtag/core"
import { currentInstant, exportLanes } from "@hangtag/core/adapter"
import { Context, type Duration, Effect, Fiber, Latch, Layer, References, Tracer } from "effect"
import type { Encoder, EncodingOptions } from "./encoding/Encoder.ts"
import { encode } from "./encoding/encode.ts"
import { runClaimed } from "./runClaimed.ts"

/** How many exports run at a time, and how they end; each has a default. */
export interface ExportWorkerOptions {
  /** Large exports at a time, and as many small ones besides. Default 1. */
  readonly concurrency?: number | undefined
  /** How long running exports may go on once the worker is asked to stop; then they are handed back. Default 30 seconds. */
  readonly drainTimeout?: Duration.Input | undefined
  /** Runs of a job that may come to nothing before it fails for good; those that meet an outage do not count. Default 5. */
  readonly maxAttempts?: number | undefined
  readonly encoding?: EncodingOptions | undefined
  /** Default `encode`. */
  readonly encoder?: Encoder | undefined
}

/** What an export worker works on. */
export type ExportWorkerPorts =
  | CatalogRepository
  | ExportRepository
  | JobQueue
  | JobRepository
  | ObjectStorage

const make = Effect.fnUntraced(function* (options: ExportWorkerOptions) {
  const queue = yield* JobQueue
  const run = {
    maxAttempts: options.maxAttempts ?? 5,
    encoding: options.encoding ?? {},
    encoder: options.encoder ?? encode,
  }
  const scope = yield* Effect.scope
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  const idle = Latch.makeUnsafe(true)
  let stopping = false

  const consume = Effect.fnUntraced(function* (lane: string) {
    let slots = options.concurrency ?? 1
    const slotFree = Latch.makeUnsafe(true)
    // a job that waits for its next attempt becomes ready without anybody telling
    const due = Latch.makeUnsafe()

    const begin = Effect.fnUntraced(function* (claimed: Parameters<typeof runClaimed>[0]) {
      if (--slots === 0) slotFree.closeUnsafe()
      idle.closeUnsafe()
      const work = runClaimed(claimed, run).pipe(
        // a trace of its own, not part of what built the worker
        Effect.updateContext(
          (context: Context.Context<ExportWorkerPorts>) =>
            Context.omit(Tracer.ParentSpan)(context) as typeof context,
        ),
        Effect.tap(({ delay }) =>
          delay === undefined
            ? Effect.void
            : Effect.forkIn(Effect.andThen(Effect.sleep(delay), due.open), scope),
        ),
        Effect.catchCause((cause) => Effect.logWarning("How an export ended could not be recorded", cause)),
      )
      // begun at once, so that whatever interrupts it finds a run that can hand its job back
      const fiber = yield* Effect.forkDetach(work, { startImmediately: true })
      running.add(fiber)
      fiber.addObserver(() => {
        running.delete(fiber)
        slots++
        slotFree.openUnsafe()
        if (running.size === 0) idle.openUnsafe()
      })
    })
    /** Claims as many as there are slots, so that no job waits behind others that this worker has; true if it got them. */
    const claim = Effect.uninterruptible(
      Effect.gen(function* () {
        const wanted = slots
        due.closeUnsafe()
        // most looks find nothing, which is nothing to trace
        const claimed = yield* Effect.provideService(
          queue.claim(lane, wanted, yield* currentInstant),
          References.TracerEnabled,
          false,
        )
        yield* Effect.forEach(claimed, begin, { discard: true })
        return claimed.length === wanted
      }),
    )
    // an outage is one line, however long it lasts
    let isFailing = false
    const next = Effect.gen(function* () {
      yield* slotFree.await
      const isFull = yield* claim
      if (isFailing) yield* Effect.logInfo("Exports can be claimed again")
      isFailing = false
      if (!isFull) yield* Effect.raceFirst(queue.notified(lane), due.await)
    }).pipe(
      Effect.catchCause((cause) => {
        if (stopping) return Effect.void
        const warn = Effect.logWarning("No export can be claimed; trying until one can", cause)
        const first = isFailing ? Effect.void : warn
        isFailing = true
        return Effect.andThen(first, Effect.sleep("1 second"))
      }),
    )
    yield* Effect.whileLoop({ while: () => !stopping, body: () => next, step: () => {} })
  })

  const consumers = yield* Effect.forEach(exportLanes, (lane) => Effect.forkDetach(consume(lane)))
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      stopping = true
      yield* Fiber.interruptAll(consumers)
      yield* Effect.timeoutOption(idle.await, options.drainTimeout ?? "30 seconds")
      yield* Fiber.interruptAll([...running])
    }),
  )
})

/** The worker that builds the files of exports. */
export const ExportWorker = {
  /**
   * Claims and runs exports until its scope closes; then claims no more, lets those that run come to their end or, after
   * `drainTimeout`, hands them back to the queue.
   */
  layer: (options: ExportWorkerOptions = {}): Layer.Layer<never, never, ExportWorkerPorts> =>
    Layer.effectDiscard(make(options)),
}
