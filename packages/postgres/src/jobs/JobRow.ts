import { cancelledMessage, type Instant, type JobOutcome } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { csv, type Fragment } from "effect/sql/Statement"
import { storedText, toBigint } from "../database/parameters.ts"

/** The select list of a `JobRecord`: without the request, which may be large. */
export const jobColumns = `job_id, organization, requested_by, status, lane, total::float8 as total,
  processed::float8 as processed, rows_per_second, estimated_end::float8 as estimated_end,
  case when status = 'queued' then floor(extract(epoch from not_before) * 1e6)::float8 end as next_attempt_at, attempt, failures, message, error, cancel_requested,
  request is not null as has_request, needs, file,
  created_at::float8 as created_at, started_at::float8 as started_at, finished_at::float8 as finished_at`

/** What a run's end writes to the job, as assignments. */
export const jobOutcomeColumns = (sql: SqlClient, outcome: JobOutcome, at: Instant) => {
  const message = sql`status = ${outcome.status}, message = ${storedText(outcome.message)}`
  const finished = sql`finished_at = ${toBigint(at)}`
  const noRequest = sql`request = null`
  const error = (text: string | null) => sql`error = ${text === null ? null : storedText(text)}`
  switch (outcome.status) {
    case "queued": {
      const { error: fault, delay, isOutage = false } = outcome
      // decided here, as a cancel may come between any look and this statement
      const unlessCancelled = (column: string, value: Fragment, cancelled = sql.literal(column)) =>
        sql`${sql.literal(column)} = case when cancel_requested then ${cancelled} else ${value} end`
      return csv([
        unlessCancelled("status", sql`'queued'`, sql`'cancelled'`),
        unlessCancelled("message", sql`${storedText(outcome.message)}`, sql`${cancelledMessage(1)}`),
        unlessCancelled("error", sql`${fault === null ? null : storedText(fault)}`),
        unlessCancelled("failures", sql`failures + ${fault === null || isOutage ? 0 : 1}::integer`),
        // by which it is known that the clock was set back since
        "heartbeat_at = now()",
        // by the clock that all workers share; null, where there is no delay
        unlessCancelled(
          "not_before",
          sql`clock_timestamp() + make_interval(secs => ${delay === undefined ? null : delay / 1000}::float8)`,
        ),
        unlessCancelled("request", sql`request`, sql`null`),
        unlessCancelled("finished_at", sql`null`, sql`${toBigint(at)}::bigint`),
      ])
    }
    case "failed":
      return csv([message, error(outcome.error), finished])
    case "cancelled":
      return csv([message, finished, noRequest])
    case "completed": {
      const file = sql`processed = ${outcome.processed}, file = ${JSON.stringify(outcome.file)}::json`
      return csv([message, error(null), finished, noRequest, file])
    }
  }
}
