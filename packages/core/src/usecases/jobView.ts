import { instantToText } from "../contract/Instant.ts"
import type { Job } from "../contract/Job.ts"
import type { JobRecord } from "../ports/JobRepository.ts"

const text = (instant: number | null) => (instant === null ? null : instantToText(instant))

/** A job as its client sees it, with its position in the queue while it waits: nothing of storage keys, claims or the request. */
export const jobView = (job: JobRecord, position: number | null): Job => ({
  job_id: job.job_id,
  type: "EXPORT",
  status: job.status,
  total: job.total,
  processed: job.processed,
  rows_per_second: job.rows_per_second,
  estimated_end: text(job.estimated_end),
  attempt: job.attempt,
  next_attempt_at: text(job.next_attempt_at),
  queue_position: position,
  message: job.message,
  error: job.error,
  file_url:
    job.file === null || job.status === "expired" ? null : `/api/products/export/${job.job_id}/download-url`,
  file_name: job.file?.file_name ?? null,
  file_size: job.file?.size ?? null,
  created_at: instantToText(job.created_at),
  started_at: text(job.started_at),
  finished_at: text(job.finished_at),
})
