import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Lets jobs forget what they were asked for, and counts an organization's open ones.
 *
 * Who counts is alone with the organization's count until its transaction ends: what it adds is counted by the next.
 * A function, because each statement of one sees what was committed while it waited.
 */
const statements = [
  "alter table hangtag_job alter column request drop not null",
  "create index on hangtag_job (organization) where status in ('queued', 'running')",
  "create index on hangtag_job (finished_at) where status = 'failed' and request is not null",
  `create function hangtag_open_jobs(of_organization text) returns integer language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('hangtag open jobs ' || of_organization, 0));
    return (select count(*) from hangtag_job j
      where j.organization = of_organization and j.status in ('queued', 'running'));
  end $$`,
]

/** Adds what limits the jobs of an organization, and what they hold. */
export const limitJobs = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
