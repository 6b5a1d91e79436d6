import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { JobRequest } from "../exports/ChangeSheet.ts"
import type { TooManyOpen, Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { Found } from "../kernel/Listing.ts"
import type { Permission } from "../kernel/Principal.ts"
import type { JobPlace, JobStatus } from "./Job.ts"

/** The file of a completed job, in object storage under `storage_key`. */
export interface JobFile {
  readonly storage_key: string
  readonly file_name: string
  readonly content_type: string
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** A job as it is kept, without what it was asked for, which may be large (`ClaimedJob`); instants in microseconds. */
export interface JobRecord {
  readonly job_id: string
  readonly organization: string
  readonly requested_by: string
  readonly status: JobStatus
  readonly total: number
  /** Where it waits, as `exportLane` said when it was asked for. */
  readonly lane: string
  readonly processed: number
  /** As last recorded by the run that holds the job; null unless it runs and has come that far. */
  readonly rows_per_second: number | null
  /** When the run will be done if it goes on like this; null as above. */
  readonly estimated_end: BrandedInstant | null
  /** When another attempt may begin, of a job that waits for one; null for any other. */
  readonly next_attempt_at: BrandedInstant | null
  /** Runs begun. */
  readonly attempt: number
  /** Runs that came to nothing since it was asked for or given another life; one that was handed back, or met an outage, is none. */
  readonly failures: number
  readonly message: string
  readonly error: string | null
  readonly cancel_requested: boolean
  /** Whether what it was asked for is still kept. */
  readonly has_request: boolean
  /** As it was created with: who lacks one of these is shown nothing of it. */
  readonly needs: ReadonlyArray<Permission>
  readonly file: JobFile | null
  readonly created_at: BrandedInstant
  readonly started_at: BrandedInstant | null
  readonly finished_at: BrandedInstant | null
}

/** Which jobs; null: whatever they are in that. */
export interface JobSelection {
  readonly status: JobStatus | null
  readonly requested_by: string | null
  /** Only those that need nothing else. */
  readonly permissions: ReadonlyArray<Permission>
  readonly limit: number
  /** Only those behind this place. */
  readonly after: JobPlace | null
}

/** A job to queue. */
export interface NewJob {
  readonly requested_by: string
  readonly request: JobRequest
  /** What its file shows asks for, besides `product:read` (`jobNeeds`). */
  readonly needs: ReadonlyArray<Permission>
  readonly total: number
  readonly lane: string
  readonly message: string
  readonly created_at: BrandedInstant
  /** The `traceparent` of what asked for it, for the traces of its runs. */
  readonly trace?: string | undefined
}

/** One run's hold on a job; a later claim of the job gets another token, and this one can change nothing. */
export interface JobClaim {
  readonly organization: string
  readonly job_id: string
  readonly token: string
}

/** Runs give a heartbeat twice a second; for one that has given none for this long, a caller who cancels its job does not wait. */
export const missedHeartbeatSeconds = 5

/** How far a run has come. */
export interface JobProgress {
  readonly processed: number
  readonly message: string
  /** Versions selected as the run counted them; left out, the job's stays. */
  readonly total?: number | undefined
  /** Left out or null while there is nothing to tell yet. */
  readonly rows_per_second?: number | null | undefined
  readonly estimated_end?: BrandedInstant | null | undefined
}

/** How a run ended. */
export type JobOutcome =
  | {
      readonly status: "completed"
      readonly message: string
      readonly processed: number
      readonly file: JobFile
    }
  | { readonly status: "failed"; readonly message: string; readonly error: string }
  | { readonly status: "cancelled"; readonly message: string }
  /** Waits for another run, where it was in the queue; ends `cancelled` where that was asked for. */
  | {
      readonly status: "queued"
      readonly message: string
      /** Why the run failed; null for one that was handed back. */
      readonly error: string | null
      /** What failed is away for a time: the run is none of the job's `failures`. */
      readonly isOutage?: boolean
      /** Milliseconds before which it may not begin, by the clock that all workers share. */
      readonly delay?: number
    }

/**
 * Keeps the jobs of one organization: the truth about every export.
 *
 * Promises: nothing of another organization is ever seen or changed; a job that has ended never changes again, but
 * that `retry` gives a failed one another life; one that was completed or cancelled is rid of its request, and one
 * that failed once `JobArchive.forgetRequests` says so; only one that runs has `rows_per_second` and `estimated_end`;
 * each change through a claim happens in one statement that checks the claim's token, so that of two runs of a
 * job only the one that claimed it last (`JobQueue`) can write.
 */
export class JobRepository extends Context.Service<
  JobRepository,
  {
    /**
     * Inserts a queued job under a new `job_id` that cannot be guessed, and wakes those who wait for one of its lane
     * (`JobQueue.notified`) once that is committed; joins the surrounding `Transaction`.
     *
     * Fails with `TooManyOpen` where `openLimit` jobs of the organization, if given and finite, are queued or running, however
     * many are created at once.
     */
    readonly create: (
      organization: string,
      job: NewJob,
      openLimit?: number,
    ) => Effect.Effect<JobRecord, TooManyOpen | Unavailable>
    /** The job as it stands. */
    readonly find: (
      organization: string,
      jobId: string,
    ) => Effect.Effect<Option.Option<JobRecord>, Unavailable>
    /** The jobs by when they were asked for, then by id, the last first. */
    readonly list: (
      organization: string,
      selection: JobSelection,
    ) => Effect.Effect<Found<JobRecord>, Unavailable>
    /**
     * Cancels at once (`cancelledMessage`) a queued job, also one that waits for another attempt, and one whose run has
     * given no heartbeat for `missedHeartbeatSeconds`, which loses its claim by that; asks the run of any other running one to stop
     * (`cancel_requested`); leaves an ended one alone. Gives back the job as it then is.
     */
    readonly cancel: (
      organization: string,
      jobId: string,
      at: BrandedInstant,
    ) => Effect.Effect<Option.Option<JobRecord>, Unavailable>
    /**
     * Makes a failed job queued again, with what it was asked for, the runs it has begun (`attempt`) and no failures;
     * leaves alone any other, and one whose request is forgotten. Gives back the job as it then is; joins the
     * surrounding `Transaction`. Fails as `create` does.
     */
    readonly retry: (
      organization: string,
      jobId: string,
      message: string,
      openLimit?: number,
    ) => Effect.Effect<Option.Option<JobRecord>, TooManyOpen | Unavailable>
    /** Records progress, and that the run is alive. `lost`: the claim holds no longer, stop without writing. `cancel`: a caller asked to stop. */
    readonly progress: (
      claim: JobClaim,
      progress: JobProgress,
    ) => Effect.Effect<"continue" | "cancel" | "lost", Unavailable>
    /**
     * Ends the run. Gives back what the job then is: what the outcome says, but `cancelled` (`cancelledMessage`) rather
     * than `queued` where a caller asked to stop, which the same statement reads. `lost`, and nothing written, when
     * the claim was lost.
     */
    readonly finish: (
      claim: JobClaim,
      outcome: JobOutcome,
      at: BrandedInstant,
    ) => Effect.Effect<JobOutcome["status"] | "lost", Unavailable>
  }
>()("@hangtag/core/ports/JobRepository") {}
