import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { comparable } from "../database/parameters.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { thawed } from "./freezeOrganization.ts"
import { unhurried } from "./organizationRows.ts"
import { countRows } from "./organizationSize.ts"
import { leftOut, type OrganizationTable, organizationTables } from "./organizationTables.ts"

const operation = "deleteOrganization"

interface Part {
  readonly count: number
  /** The last key, as JSON. */
  readonly last: string | null
}

const keyOf = ({ key }: OrganizationTable) => key.join(", ")

/**
 * Deletes some of an organization's rows, in the order of the key behind the last ones: what was deleted before is not walked
 * through again.
 */
const deletePart = (
  sql: SqlClient,
  organization: string,
  table: OrganizationTable,
  after: string | undefined,
  most: number,
) => {
  if (table.key.length === 0)
    return sql.unsafe<Part>(
      `with gone as (delete from hangtag_${table.name} where ctid = any(array(
          select ctid from hangtag_${table.name} where organization = $1 limit $2)) returning 1)
        select count(*)::int as count, null as last from gone`,
      [comparable(organization), most],
    )
  const place = table.key.map((column) => `(p.last).${column}`).join(", ")
  const behind = `and (${keyOf(table)}) > (select ${place} from
    (select json_populate_record(null::hangtag_${table.name}, $3::json) as last) p)`
  return sql.unsafe<Part>(
    `with part as materialized (
        select ${keyOf(table)} from hangtag_${table.name} where organization = $1 ${after === undefined ? "" : behind}
        order by ${keyOf(table)} limit $2),
      gone as (delete from hangtag_${table.name} t using part p
        where ${table.key.map((column) => `t.${column} = p.${column}`).join(" and ")})
      select count(*)::int as count, (select row_to_json(p)::text from part p order by ${table.key
        .map((column) => `${column} desc`)
        .join(", ")} limit 1) as last from part`,
    [comparable(organization), most, ...(after === undefined ? [] : [after])],
  )
}

/**
 * Deletes every row of a frozen organization in transactions of `most` rows at most, those that refer to others first, and at
 * last that it is frozen, in the transaction that has counted no row of it in any table. Begun again it goes on where it
 * was. Gives how many rows it deleted of each table.
 */
export const deleteOrganization = Effect.fn("deleteOrganization")(
  function* (organization: string, most = 5_000) {
    const sql = yield* SqlClient
    const tables = yield* thawed(sql, organization, operation, organizationTables(sql))
    const deleted: Record<string, number> = {}
    const isOurs = ({ name }: OrganizationTable) => !Object.hasOwn(leftOut, name)
    // copies for exports first, and what has them made before those: `export_snapshot`
    const inTurn = [...tables.filter((table) => !isOurs(table)), ...tables.toReversed().filter(isOurs)]
    for (const table of inTurn.filter(({ name }) => name !== "frozen")) {
      let after: string | undefined
      for (let count = most; count === most; ) {
        const [part] = yield* thawed(
          sql,
          organization,
          operation,
          Effect.andThen(unhurried(sql), deletePart(sql, organization, table, after, most)),
        )
        count = part!.count
        after = part!.last ?? undefined
        if (count > 0) deleted[table.name] = (deleted[table.name] ?? 0) + count
      }
    }
    const left = yield* thawed(
      sql,
      organization,
      operation,
      Effect.gen(function* () {
        yield* unhurried(sql)
        const counts = yield* countRows(sql, organization)
        const left = counts.filter(({ table, rows }) => rows > 0 && table !== "frozen")
        if (left.length === 0)
          yield* sql`delete from hangtag_frozen where organization = ${comparable(organization)}`
        return left
      }),
    )
    return { deleted, left, tables: tables.map(({ name }) => name) }
  },
  Effect.provideService(StatementDeadline, Duration.infinity),
)
