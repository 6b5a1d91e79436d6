import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createPolicy, policies } from "./policies.ts"

/**
 * Housekeeping, and nothing else, sees which jobs there are in all organizations; what it changes of one it changes
 * in that one's scope.
 */
const statements = [
  "alter table hangtag_job drop constraint hangtag_job_status_check",
  `alter table hangtag_job add constraint hangtag_job_status_check
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'expired'))`,
  "create index on hangtag_job (finished_at) where finished_at is not null",
  "create index on hangtag_job (job_id)",
  createPolicy(policies.jobs),
]

/** Lets completed jobs expire, and ended ones be forgotten. */
export const letJobsExpire = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
