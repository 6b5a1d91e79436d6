import type { Instant, JobOutcome } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { csv } from "effect/sql/Statement"
import { storedText } from "../sql/storable.ts"
import { toBigint } from "./toBigint.ts"

/** What a run's end writes to the job, as assignments. */
export const jobOutcomeColumns = (sql: SqlClient, outcome: JobOutcome, at: Instant) => {
  const message = sql`status = ${outcome.status}, message = ${storedText(outcome.message)}`
  const finished = sql`finished_at = ${toBigint(at)}`
  const error = (text: string | null) => sql`error = ${text === null ? null : storedText(text)}`
  switch (outcome.status) {
    case "queued":
      return csv([
        message,
        error(outcome.error),
        sql`failures = failures + ${outcome.error === null ? 0 : 1}::integer`,
        sql`carried_by = null`,
        sql`not_before = clock_timestamp() + make_interval(secs => ${(outcome.delay ?? 0) / 1000}::float8)`,
      ])
    case "failed":
      return csv([message, error(outcome.error), finished])
    case "cancelled":
      return csv([message, finished])
    case "completed": {
      const file = sql`processed = ${outcome.processed}, file = ${JSON.stringify(outcome.file)}::json`
      return csv([message, error(null), finished, file])
    }
  }
}
