import type { Instant, JobOutcome } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { csv } from "effect/sql/Statement"
import { storedText } from "../sql/storable.ts"
import { toBigint } from "./toBigint.ts"

/** What a run's end writes to the job, as assignments. */
export const jobOutcomeColumns = (sql: SqlClient, outcome: JobOutcome, at: Instant) => {
  const error = "error" in outcome && outcome.error !== null ? storedText(outcome.error) : null
  const always = [
    sql`status = ${outcome.status}`,
    sql`message = ${storedText(outcome.message)}`,
    sql`error = ${error}`,
  ]
  switch (outcome.status) {
    case "queued":
      return csv(always)
    case "completed":
      return csv([
        ...always,
        sql`finished_at = ${toBigint(at)}`,
        sql`processed = ${outcome.processed}`,
        sql`file = ${JSON.stringify(outcome.file)}::json`,
      ])
    default:
      return csv([...always, sql`finished_at = ${toBigint(at)}`])
  }
}
