/** The select list of a `JobRecord`: without the request, which may be large. */
export const jobColumns = `job_id, organization, requested_by, status, lane, total::float8 as total,
  processed::float8 as processed, rows_per_second, estimated_end::float8 as estimated_end,
  case when status = 'queued' then floor(extract(epoch from not_before) * 1e6)::float8 end as next_attempt_at, attempt, failures, message, error, cancel_requested,
  request is not null as has_request, needs, file,
  created_at::float8 as created_at, started_at::float8 as started_at, finished_at::float8 as finished_at`
