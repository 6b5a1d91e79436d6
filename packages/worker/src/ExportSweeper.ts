import { ExportPublisher, JobQueue } from "@hangtag/core"
import { exportLanes } from "@hangtag/core/adapter"
import { type Duration, Effect, Layer, Schedule } from "effect"

/** How often, and of how many jobs. */
export interface ExportSweeperOptions {
  /** Time from one sweep to the next. Default 5 seconds. */
  readonly interval?: Duration.Input | undefined
  /** Jobs of a lane that are announced at a time. Default 100. */
  readonly limit?: number | undefined
}

/**
 * Publishes again the jobs that are ready: whose message was lost, whose delay has passed, whose worker died. One that
 * is ready because all consumers are busy is announced again too, which does no harm.
 */
export const sweepExports = Effect.fn("sweepExports")(function* (limit: number) {
  const queue = yield* JobQueue
  const { publish } = yield* ExportPublisher
  for (const lane of exportLanes)
    for (const job of yield* queue.ready(lane, limit)) yield* publish({ ...job, lane })
})

/** Publishes again what a host's own broker may have lost. */
export const ExportSweeper = {
  /** Tells a host's own broker (`ExportPublisher`) again and again of the jobs that are ready, until its scope closes. */
  layer: ({
    interval = "5 seconds",
    limit = 100,
  }: ExportSweeperOptions = {}): Layer.Layer<never, never, JobQueue> =>
    Layer.effectDiscard(
      sweepExports(limit).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("Exports that are ready could not be published again", cause),
        ),
        Effect.repeat(Schedule.spaced(interval)),
        Effect.forkScoped,
      ),
    ),
}
