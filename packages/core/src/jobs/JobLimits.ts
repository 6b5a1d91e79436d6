import * as Context from "effect/Context"

/** How much of the queue and of the events one caller may have, unless the host says otherwise (`JobLimits`). */
export const jobLimits = { openExports: 100, streams: 30 }

/** How much of the queue and of the events one caller may have; a host sets other numbers with `Layer.succeed`. */
export const JobLimits = Context.Reference<{
  /** Exports of an organization that are queued or running at once; `Infinity` limits none. */
  readonly openExports: number
  /** Streams of events that one caller follows at once, in this process. */
  readonly streams: number
}>("@hangtag/core/ports/JobLimits", { defaultValue: () => jobLimits })
