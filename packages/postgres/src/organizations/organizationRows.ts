import type { Unavailable } from "@hangtag/core"
import { type Cause, Duration, Effect, Queue, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseOf } from "../database/Database.ts"
import { holdTransaction } from "../database/ExportSnapshot.ts"
import { comparable } from "../database/parameters.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { scoped } from "../database/scoped.ts"
import { exportedTables, type OrganizationTable } from "./organizationTables.ts"

/** Some rows of a table, each as JSON in one line, in the order of its key. */
export interface RowsOf {
  readonly table: OrganizationTable
  readonly rows: ReadonlyArray<string>
}

const atATime = 1_000

const operation = "organizationRows"

/** How long something of an operator's takes is the operator's to say. */
export const unhurried = (sql: SqlClient) =>
  sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`

/** One moment of an organization: of an embedded database any transaction is, since it keeps all others out. */
const ofOneMoment = Effect.fnUntraced(function* (organization: string) {
  const sql = yield* SqlClient
  if (!databaseOf(sql).isEmbedded) return (yield* holdTransaction(sql, organization)).run
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => scoped(sql, organization, operation, effect)
})

const read = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  emit: (rows: RowsOf) => Effect.Effect<unknown>,
) {
  yield* unhurried(sql)
  yield* sql`select set_config('enable_sort', 'on', true), set_config('cursor_tuple_fraction', '1', true)`
  for (const table of yield* exportedTables(sql)) {
    yield* sql.unsafe(
      `declare hangtag_rows no scroll cursor for select translate(row_to_json(t)::text, e'\\r\\n', '  ') as row
        from hangtag_${table.name} t where organization = $1 order by ${table.key.join(", ")}`,
      [comparable(organization)],
    )
    for (let count = atATime, isFirst = true; isFirst || count === atATime; isFirst = false) {
      const rows = yield* sql.unsafe<{ readonly row: string }>(`fetch ${atATime} from hangtag_rows`)
      count = rows.length
      if (isFirst || count > 0) yield* emit({ table, rows: rows.map(({ row }) => row) })
    }
    yield* sql.unsafe("close hangtag_rows")
  }
})

/**
 * Every row of an organization, of one moment, table after table, those that others refer to first; a table without rows comes
 * too. Postgres writes the JSON: no number passes through JavaScript.
 */
export const organizationRows = (organization: string): Stream.Stream<RowsOf, Unavailable, SqlClient> =>
  Stream.callback(
    (queue: Queue.Queue<RowsOf, Unavailable | Cause.Done>) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const run = yield* ofOneMoment(organization)
        yield* run(read(sql, organization, (rows) => Queue.offer(queue, rows)))
      }).pipe(
        Effect.scoped,
        Effect.provideService(StatementDeadline, Duration.infinity),
        Effect.matchCauseEffect({
          onSuccess: () => Queue.end(queue),
          onFailure: (cause) => Queue.failCause(queue, cause),
        }),
      ),
    { bufferSize: 2, strategy: "suspend" },
  )
