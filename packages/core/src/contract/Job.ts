import * as Schema from "effect/Schema"

/**
 * `queued → running → completed | failed | cancelled`; a run that lost its worker goes back to `queued`, and
 * `completed` becomes `expired` when the file has been kept for as long as files are.
 */
export const JobStatus = Schema.Literals(["queued", "running", "completed", "failed", "cancelled", "expired"])
export type JobStatus = typeof JobStatus.Type

/** An export as its client sees it; times are ISO 8601 in UTC. */
export const Job = Schema.Struct({
  job_id: Schema.String,
  type: Schema.Literal("EXPORT"),
  status: JobStatus,
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
  /** Where the file's link is minted, while there is a file. */
  file_url: Schema.NullOr(Schema.String),
  file_name: Schema.NullOr(Schema.String),
  file_size: Schema.NullOr(Schema.Int),
  created_at: Schema.String,
  started_at: Schema.NullOr(Schema.String),
  finished_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Job" })
export type Job = typeof Job.Type

/** A link to a completed export's file, minted at each call. */
export const DownloadLink = Schema.Struct({
  url: Schema.String,
  expires_at: Schema.String,
  file_name: Schema.String,
  content_type: Schema.String,
  size: Schema.Int,
  sha256: Schema.String,
}).annotate({ identifier: "DownloadLink" })
export type DownloadLink = typeof DownloadLink.Type
