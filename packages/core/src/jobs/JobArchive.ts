import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"

/** Names a job of whichever organization. */
export interface JobReference {
  readonly organization: string
  readonly job_id: string
}

/** What a job holds in object storage. */
export interface JobHolding extends JobReference {
  readonly hasEnded: boolean
  /** The file it was completed with; null for none, and once that has expired. */
  readonly storage_key: string | null
}

/**
 * What housekeeping asks of the jobs of all organizations together; no operation of a caller reads it.
 *
 * Promises: a job that runs or waits is neither expired nor forgotten.
 */
export class JobArchive extends Context.Service<
  JobArchive,
  {
    /** Completed jobs that finished before the instant, those that finished first first. */
    readonly completedBefore: (
      before: BrandedInstant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<JobHolding>, Unavailable>
    /** Makes a completed job expired: it says so from now on, and has no file any more. */
    readonly expire: (job: JobReference, message: string) => Effect.Effect<void, Unavailable>
    /** What those of the jobs hold that exist, in any order. */
    readonly holdings: (
      jobIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<JobHolding>, Unavailable>
    /** Forgets what failed jobs that ended before the instant were asked for, at most N, and returns how many. */
    readonly forgetRequests: (before: BrandedInstant, limit: number) => Effect.Effect<number, Unavailable>
    /** Forgets jobs that ended before the instant and hold no file, at most N, and returns how many. */
    readonly forget: (before: BrandedInstant, limit: number) => Effect.Effect<number, Unavailable>
  }
>()("@hangtag/core/ports/JobArchive") {}
