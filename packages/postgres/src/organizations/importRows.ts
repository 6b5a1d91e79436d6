import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { comparable } from "../database/parameters.ts"
import type { OrganizationTable } from "./organizationTables.ts"

/** Adds rows of JSON lines in the surrounding scope; row-level security refuses those of another organization. */
export const importRows = (
  sql: SqlClient,
  { name, columns }: OrganizationTable,
  rows: ReadonlyArray<string>,
): Effect.Effect<void, SqlError> => {
  const all = columns.map((column) => `"${column}"`).join(", ")
  return Effect.asVoid(
    sql.unsafe(
      `insert into hangtag_${name} (${all}) overriding system value
        select ${all} from json_populate_recordset(null::hangtag_${name}, $1::json)`,
      [`[${rows.join(",")}]`],
    ),
  )
}

/**
 * What is an installation's own: numbers that it gives out begin behind those that came, a run of a worker that does not
 * know this database has not begun, and what waits does so behind what waits here.
 */
export const settleRows = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  tables: ReadonlyArray<OrganizationTable>,
) {
  const org = comparable(organization)
  for (const { name, numbered } of tables)
    for (const column of numbered)
      yield* sql.unsafe(
        `select hangtag_reach($1::text, $2::text, n.most) from
          (select max(${column}) as most from hangtag_${name} where organization = $3) n where n.most is not null`,
        [`hangtag_${name}`, column, org],
      )
  yield* sql`update hangtag_job set status = 'queued', token = null, heartbeat_at = null, rows_per_second = null,
      estimated_end = null where organization = ${org} and status = 'running'`
  yield* sql`update hangtag_job j set turn = case when j.status = 'queued' then j.turn - l.least else 0 end
    from (select lane, coalesce(min(turn) filter (where status = 'queued'), 0) as least from hangtag_job
      where organization = ${org} group by lane) l
    where j.organization = ${org} and j.lane = l.lane`
  yield* sql`update hangtag_job j set turn = j.turn + l.turn
    from (select lane, hangtag_turn(${org}, lane) as turn from (select distinct lane from hangtag_job
      where organization = ${org} and status = 'queued') d offset 0) l
    where j.organization = ${org} and j.status = 'queued' and j.lane = l.lane`
})
