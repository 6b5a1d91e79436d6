import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { appRole } from "../sql/scoped.ts"

const key = `text collate "C" not null`

/**
 * Which jobs are to be run, of every organization, so no policy hides its rows. `round`: an organization's turn in
 * its lane. A message that is done stays, so that it is not taken for a new one.
 */
const statements = [
  `create table hangtag_export_message (
    message_id ${key} primary key, message text not null, job_id ${key}, organization ${key}, lane ${key},
    round bigint not null, sequence bigint generated always as identity, attempt integer not null default 0,
    available_at timestamptz not null default now(), taken_by uuid, taken_until timestamptz, done_at timestamptz)`,
  "create index on hangtag_export_message (lane, round, sequence) where done_at is null",
  "create index on hangtag_export_message (job_id)",
  `grant select, insert, update, delete on hangtag_export_message to ${appRole}`,
]

/** What waited in the table that messages were kept in before. */
const moved = `
  do $move$
  begin
    if to_regclass('hangtag_queue') is null then return; end if;
    insert into hangtag_export_message (message_id, message, job_id, organization, lane, round)
      select id, element, element::json ->> 'job_id', element::json ->> 'organization', 'large', 1
      from hangtag_queue where state = 'pending' order by sequence;
    drop table hangtag_queue, hangtag_queue_migrations;
  end
  $move$`

/** Creates the table of `PostgresExportQueue`. */
export const createExportMessages = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of [...statements, moved]) yield* sql.unsafe(statement)
})
