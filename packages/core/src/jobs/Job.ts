import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { BrandedInstant } from "../kernel/Instant.ts"
import { PlaceText, paged, pageSchema, totals } from "../kernel/Listing.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"

/**
 * `queued → running → completed | failed | cancelled`; a run that lost its worker goes back to `queued`, and
 * `completed` becomes `expired` when the file has been kept for as long as files are.
 */
export const JobStatus = Schema.Literals(["queued", "running", "completed", "failed", "cancelled", "expired"])
export type JobStatus = typeof JobStatus.Type

/** An export as its client sees it; times are ISO 8601 in UTC. */
export class Job extends Schema.Opaque<Job>()(
  Schema.Struct({
    job_id: Schema.String,
    type: Schema.Literal("EXPORT"),
    status: JobStatus,
    /** Who asked for it. */
    requested_by: Schema.String,
    total: Schema.Int,
    processed: Schema.Int,
    /** Rows written a second of late; null unless it runs and has begun to write. */
    rows_per_second: Schema.NullOr(Schema.Int),
    /** When it will be done if it goes on like this; null as above. */
    estimated_end: Schema.NullOr(Schema.String),
    /** Runs begun so far. */
    attempt: Schema.Int,
    /** When another attempt may begin, after one that failed; null unless it waits for one. */
    next_attempt_at: Schema.NullOr(Schema.String),
    /** How many exports begin before it and itself, 1 for the next one; null unless it is queued. */
    queue_position: Schema.NullOr(Schema.Int),
    message: Schema.String,
    error: Schema.NullOr(Schema.String),
    /** Whether there is anything to cancel: it has not ended, and its cancel was not asked for. */
    can_cancel: Schema.Boolean,
    /** Whether it may be tried again: it failed, and what it was asked for is still kept. */
    can_retry: Schema.Boolean,
    /** Where the file's link is minted, while there is a file. */
    file_url: Schema.NullOr(Schema.String),
    file_name: Schema.NullOr(Schema.String),
    file_size: Schema.NullOr(Schema.Int),
    created_at: Schema.String,
    started_at: Schema.NullOr(Schema.String),
    finished_at: Schema.NullOr(Schema.String),
  }).annotate({ identifier: "Job" }),
) {}

/** A link to a completed export's file, minted at each call. */
export class DownloadLink extends Schema.Opaque<DownloadLink>()(
  Schema.Struct({
    url: Schema.String,
    expires_at: Schema.String,
    file_name: Schema.String,
    content_type: Schema.String,
    size: Schema.Int,
    sha256: Schema.String,
  }).annotate({ identifier: "DownloadLink" }),
) {}

/** Where a job stands among all. */
export const JobPlace = Schema.Struct({ created_at: BrandedInstant, job_id: PlaceText })
export interface JobPlace extends Schema.Schema.Type<typeof JobPlace> {}

/** Jobs asked for; null: of any. `mine`: the caller's own. */
export const JobQuery = Schema.Struct({
  type: orNull(Schema.Literal("EXPORT")),
  status: orNull(JobStatus),
  mine: withDefault(Schema.Boolean, false),
  ...paged(JobPlace),
})
export interface JobQuery extends Schema.Schema.Type<typeof JobQuery> {}

/** A job as a list shows it: its position in the queue is shown of one job alone. */
export const ListedJob = Schema.Struct(Struct.omit(Job.fields, ["queue_position"])).annotate({
  identifier: "ListedJob",
})
export interface ListedJob extends Schema.Schema.Type<typeof ListedJob> {}

/** The newest first. */
export const JobList = Schema.Struct({ items: Schema.Array(ListedJob), ...totals }).annotate({
  identifier: "JobList",
})
/** The list, with the place that the next page comes `after`; null at the end. */
export class JobPage extends Schema.Opaque<JobPage>()(pageSchema(JobList, JobPlace)) {}
