import { ExportRequest, type JobRecord } from "@hangtag/core"
import { Schema } from "effect"

/** A job as `jobColumns` selects it. */
export type JobRow = Omit<JobRecord, "request"> & { readonly request: string }

/** The select list of `JobRow`. */
export const jobColumns = `job_id, organization, requested_by, request, status, lane, total::float8 as total,
  processed::float8 as processed, rows_per_second, estimated_end::float8 as estimated_end,
  case when status = 'queued' then floor(extract(epoch from not_before) * 1e6)::float8 end as next_attempt_at, attempt, failures, message, error, cancel_requested, file,
  created_at::float8 as created_at, started_at::float8 as started_at, finished_at::float8 as finished_at`

const decodeRequest: (text: string) => ExportRequest = Schema.decodeSync(Schema.fromJsonString(ExportRequest))

export const jobRecord = ({ request, ...row }: JobRow): JobRecord => ({
  ...row,
  request: decodeRequest(request),
})

/** The text as a uuid to compare with, or null, which equals none; as Postgres writes them, lower case. */
export const comparableUuid = (text: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
