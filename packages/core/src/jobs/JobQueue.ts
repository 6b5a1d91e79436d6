import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { JobRequest } from "../exports/ChangeSheet.ts"
import type { Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { JobReference } from "./JobArchive.ts"
import type { JobClaim, JobRecord } from "./JobRepository.ts"

/** A job, what it was asked for, and the hold on it that the claim gave. */
export interface ClaimedJob {
  readonly job: JobRecord
  /** Null where it cannot be read any more. */
  readonly request: JobRequest | null
  readonly claim: JobClaim
  /** Whether a run had the job until now that gives no heartbeat any more; false where left out. For the metrics. */
  readonly taken_over?: boolean
  /** As it was created with, if an adapter keeps it. */
  readonly trace?: string | undefined
}

/** Seconds without a heartbeat after which a run counts as dead, unless an adapter is given another number. */
export const defaultLeaseSeconds = 15

/**
 * The queue of exports, which is the jobs themselves, of all organizations: one a lane, in `queueOrder`.
 *
 * A job is ready while it is queued and no delay keeps it back, or while its run has given no heartbeat
 * (`JobRepository.progress`) for the lease, by the clock that all workers share. The next who looks can claim it:
 * running, attempt one more, new token, and the run that had it until then failed.
 *
 * Promises: every job that is not ended is ready at the latest when its delay, or the lease of its last heartbeat, has
 * passed; of claims made at once each gets other jobs; one whose request cannot be read any more is claimed all the
 * same, so that its run ends it.
 */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    /** The first ready jobs of the lane, at most N, made the caller's in one step. */
    readonly claim: (
      lane: string,
      limit: number,
      at: BrandedInstant,
    ) => Effect.Effect<ReadonlyArray<ClaimedJob>, Unavailable>
    /** This very job, if it is ready; joins the surrounding `Transaction`. */
    readonly claimJob: (
      job: JobReference,
      at: BrandedInstant,
    ) => Effect.Effect<Option.Option<ClaimedJob>, Unavailable>
    /** The first ready jobs of the lane, at most N, left as they are. */
    readonly ready: (lane: string, limit: number) => Effect.Effect<ReadonlyArray<JobReference>, Unavailable>
    /** How many begin before the job and itself, 1 for the next one; none unless it is queued. */
    readonly position: (
      organization: string,
      jobId: string,
    ) => Effect.Effect<Option.Option<number>, Unavailable>
    /** Returns when a job of the lane may have become ready since the last claim; some seconds late, or for nothing, is allowed. */
    readonly notified: (lane: string) => Effect.Effect<void>
  }
>()("@hangtag/core/ports/JobQueue") {}
