import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What makes watchers of jobs look before their time; none without an adapter, and watchers look twice a second all
 * the same.
 */
export const JobEvents = Context.Reference<{
  /** Returns when the job has changed, maybe; events may get lost, and may be none. */
  readonly next: (jobId: string) => Effect.Effect<void>
}>("@hangtag/core/ports/JobEvents", { defaultValue: () => ({ next: () => Effect.never }) })
