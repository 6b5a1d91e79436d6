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
    case "queued": {
      const seconds = outcome.delay === undefined ? null : outcome.delay / 1000
      return csv([
        message,
        error(outcome.error),
        sql`failures = failures + ${outcome.error === null ? 0 : 1}::integer`,
        sql`carried_by = null`,
        // by the clock that all workers share; null, where there is no delay
        sql`not_before = clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
      ])
    }
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
