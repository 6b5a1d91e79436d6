import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * A function that makes a number of the jobs of all organizations, with the sight that housekeeping has; `set` in its
 * head would need a superuser.
 */
export const numberOfAll = (head: string, type: string, query: string) => `
  create function ${head} returns ${type} language plpgsql as $$
  declare
    sight text := coalesce(current_setting('hangtag.housekeeping', true), '');
    result ${type};
  begin
    perform set_config('hangtag.housekeeping', 'on', true);
    ${query} into result;
    perform set_config('hangtag.housekeeping', sight, true);
    return result;
  end $$`

/**
 * Lets jobs wait in lanes. `turn`: as the core's `nextTurn` says; `carried_by`: the message that holds the job;
 * `failures`: runs of this life that came to nothing; `not_before`: of a job that waits for another attempt;
 * `heard_at`: when something was recorded of it last.
 *
 * The functions look at the jobs of all organizations, and tell a caller nothing of them but a number.
 */
const statements = [
  `alter table hangtag_job
    add column lane text collate "C" not null default 'large',
    add column turn bigint not null default 0,
    add column carried_by text collate "C",
    add column failures integer not null default 0,
    add column not_before timestamptz,
    add column heard_at timestamptz`,
  "create index on hangtag_job (lane, turn, created_at, job_id) where status in ('queued', 'running')",
  "create index on hangtag_job (lane, turn) where attempt > 0",
  "create index on hangtag_job (organization, lane, turn)",
  "create unique index on hangtag_job (carried_by) where carried_by is not null",
  numberOfAll(
    "hangtag_turn(of_organization text, of_lane text)",
    "bigint",
    `select greatest(0,
      (select j.turn from hangtag_job j where j.lane = of_lane and j.attempt > 0 order by j.turn desc limit 1),
      (select j.turn + 1 from hangtag_job j where j.organization = of_organization and j.lane = of_lane
        and (j.status in ('queued', 'running') or j.attempt > 0) order by j.turn desc limit 1))`,
  ),
  numberOfAll(
    "hangtag_place(of_lane text, of_turn bigint, of_created_at bigint, of_job uuid, silent_seconds integer)",
    "integer",
    `select 1 + count(*) from hangtag_job j
    where j.lane = of_lane and j.status in ('queued', 'running')
      and (j.turn, j.created_at, j.job_id) < (of_turn, of_created_at, of_job)
      and not coalesce((j.status = 'running' or j.carried_by is not null)
        and j.heard_at > now() - make_interval(secs => silent_seconds), false)`,
  ),
]

/** Adds the lanes, and the order of those who wait in them. */
export const formLines = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
