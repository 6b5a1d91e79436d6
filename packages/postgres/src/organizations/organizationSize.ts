import type { Unavailable } from "@hangtag/core"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { comparable } from "../database/parameters.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { scoped } from "../database/scoped.ts"
import { unhurried } from "./organizationRows.ts"
import { organizationTables } from "./organizationTables.ts"

/** What an organization has in a table. */
export interface TableSize {
  /** Without `hangtag_`. */
  readonly table: string
  readonly rows: number
  /** Of its rows as they are stored, without indexes and what was deleted. */
  readonly bytes: number
}

/** Counts an organization's rows in every table that has a column for it, in the surrounding scope. */
export const countRows = (
  sql: SqlClient,
  organization: string,
): Effect.Effect<ReadonlyArray<TableSize>, SqlError> =>
  Effect.flatMap(organizationTables(sql), (tables) =>
    sql.unsafe<TableSize>(
      tables
        .map(
          ({ name }) =>
            `select '${name}' as "table", count(*)::float8 as rows, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes
              from hangtag_${name} t where organization = $1`,
        )
        .join(" union all "),
      [comparable(organization)],
    ),
  )

/** Rows and bytes of an organization in every table, of one moment. */
export const organizationSize: (
  organization: string,
) => Effect.Effect<ReadonlyArray<TableSize>, Unavailable, SqlClient> = Effect.fn("organizationSize")(
  function* (organization: string) {
    const sql = yield* SqlClient
    return yield* scoped(
      sql,
      organization,
      "organizationSize",
      Effect.andThen(unhurried(sql), countRows(sql, organization)),
    )
  },
  Effect.provideService(StatementDeadline, Duration.infinity),
)
