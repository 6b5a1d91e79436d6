import { instantToText, textOrNull } from "../kernel/Instant.ts"
import type { Job, ListedJob } from "./Job.ts"
import type { JobRecord } from "./JobRepository.ts"

const isOpen = ({ status }: JobRecord) => status === "queued" || status === "running"

/** A job as its client sees it in a list: nothing of storage keys, claims or the request. */
export const listedJob = (job: JobRecord): ListedJob => ({
  job_id: job.job_id,
  type: "EXPORT",
  status: job.status,
  requested_by: job.requested_by,
  total: job.total,
  processed: job.processed,
  rows_per_second: job.rows_per_second,
  estimated_end: textOrNull(job.estimated_end),
  attempt: job.attempt,
  next_attempt_at: textOrNull(job.next_attempt_at),
  message: job.message,
  error: job.error,
  can_cancel: isOpen(job) && !job.cancel_requested,
  can_retry: job.status === "failed" && job.has_request,
  file_url:
    job.file === null || job.status === "expired" ? null : `/api/products/export/${job.job_id}/download-url`,
  file_name: job.file?.file_name ?? null,
  file_size: job.file?.size ?? null,
  created_at: instantToText(job.created_at),
  started_at: textOrNull(job.started_at),
  finished_at: textOrNull(job.finished_at),
})

/** The same with its position in the queue while it waits. */
export const jobView = (job: JobRecord, position: number | null): Job => ({
  ...listedJob(job),
  queue_position: position,
})
