import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { numberOfAll } from "./formLines.ts"
import { createPolicy, policies } from "./policies.ts"

/**
 * Jobs that wait are rows already: their messages go, and with them what told which message had which job.
 *
 * Who claims jobs sees those of all organizations that have not ended, and makes them run; nothing else.
 */
const statements = [
  "drop table if exists hangtag_queue, hangtag_queue_migrations, hangtag_outbox",
  "drop function hangtag_place(text, bigint, bigint, uuid, integer)",
  "alter table hangtag_job drop column carried_by",
  "alter table hangtag_job rename column heard_at to heartbeat_at",
  createPolicy(policies.claiming),
  // who waits for others that add jobs of the organization has a connection meanwhile: not for long
  `create or replace function hangtag_open_jobs(of_organization text) returns integer language plpgsql as $$
  begin
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtextextended('hangtag open jobs ' || of_organization, 0));
    return (select count(*) from hangtag_job j
      where j.organization = of_organization and j.status in ('queued', 'running'));
  end $$`,
  numberOfAll(
    "hangtag_position(of_lane text, of_turn bigint, of_created_at bigint, of_job uuid, lease_seconds float8)",
    "integer",
    `select 1 + count(*) from hangtag_job j
    where j.lane = of_lane and j.status in ('queued', 'running')
      and (j.turn, j.created_at, j.job_id) < (of_turn, of_created_at, of_job)
      and (j.status = 'queued' or coalesce(j.heartbeat_at not between
        now() - make_interval(secs => lease_seconds) and now() + interval '1 minute', true))`,
  ),
]

/** Makes the jobs the queue. */
export const claimJobs = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
