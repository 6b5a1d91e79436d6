import type { Unavailable } from "@hangtag/core"
import { Effect, Exit, Option, Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { databaseUnavailable } from "./databaseUnavailable.ts"
import { enterScope } from "./enterScope.ts"
import { exportReadersOf, pipelinedSessionOf } from "./PipelinedSession.ts"
import { schemaOf, schemaPath } from "./schemaPath.ts"
import { scoped, unavailable } from "./scoped.ts"
import { comparable } from "./storable.ts"

/** Runs statements that see the moment, in a transaction. */
type Run = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
) => Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R>

/** One moment of an organization's catalog, as long as the scope that it was taken in is open. */
export interface ExportSnapshot {
  /** Under which products that changed since are kept (`hangtag_kept_…`); null where the transaction sees to it. */
  readonly keptUnder: string | null
  readonly run: Run
  /** How many may read the moment at once. */
  readonly most: number
  /** Those who do, `run` among them; opened when it is first asked for, fewer where the server gives no more. */
  readonly readers: Effect.Effect<ReadonlyArray<Run>, Unavailable>
}

type TakeSnapshot = (
  sql: SqlClient,
  organization: string,
) => Effect.Effect<ExportSnapshot, Unavailable, Scope.Scope>

const operation = "ExportRepository.products"

/**
 * Has the planner read a page in the order of its index. Left alone it takes the versions that pass the filters for
 * fewer than a page, and reads and sorts all that are left to get them, for each page.
 */
export const inOrder = (sql: SqlClient) => sql`select set_config('enable_sort', 'off', true)`

/**
 * A transaction on the connection that sees the moment that it begins in, or the one that another has exported. On a pipeline
 * all that begins it is sent at once: from afar four round trips fewer.
 */
const begin = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  open: Effect.Effect<Connection, SqlError, Scope.Scope>,
  { isPipeline, moment }: { readonly isPipeline: boolean; readonly moment?: string },
) {
  const connection = yield* open
  const schema = schemaOf(sql)
  const statements = [
    sql.unsafe("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    ...(moment === undefined ? [] : [sql.unsafe(`SET TRANSACTION SNAPSHOT '${moment}'`)]),
    // a pool of the host's may look elsewhere
    ...(schema === undefined ? [] : [sql`select set_config('search_path', ${schemaPath(schema)}, true)`]),
    enterScope(sql, organization, "transaction"),
    inOrder(sql),
  ]
  const sent = statements.map((statement) =>
    Effect.exit(connection.executeUnprepared(...statement.compile(), undefined)),
  )
  const exits = yield* Effect.all(sent, { concurrency: isPipeline ? "unbounded" : 1 })
  // the first that failed: those behind it only tell that there is no transaction
  yield* exits.find(Exit.isFailure) ?? Effect.void
  return Effect.provideService(sql.transactionService, [connection, 0])
})

/** Holds a transaction, and with it a connection, or several: for a server, which has many of them. */
export const holdTransaction: TakeSnapshot = Effect.fnUntraced(
  function* (sql, organization) {
    const pooled = Effect.tap(sql.reserve, (connection) =>
      Effect.addFinalizer(() => Effect.ignore(connection.executeUnprepared("ROLLBACK", [], undefined))),
    )
    const own = pipelinedSessionOf(sql)
    const within =
      own === undefined
        ? yield* begin(sql, organization, pooled, { isPipeline: false })
        : yield* Effect.catch(begin(sql, organization, own, { isPipeline: true }), () =>
            begin(sql, organization, pooled, { isPipeline: false }),
          )
    const running =
      (run: typeof within): Run =>
      (effect) =>
        Effect.mapError(run(effect), unavailable(operation))
    const run = running(within)
    const most = own === undefined ? 1 : exportReadersOf(sql)
    const others = Effect.gen(function* () {
      if (own === undefined || most === 1) return [run]
      const [row] = yield* run(sql<{ readonly moment: string }>`select pg_export_snapshot() as moment`)
      const further = Array.from({ length: most - 1 }, () =>
        Effect.option(begin(sql, organization, own, { isPipeline: true, moment: row!.moment })),
      )
      const opened = yield* Effect.all(further, { concurrency: "unbounded" })
      return [run, ...opened.flatMap((reader) => (Option.isSome(reader) ? [running(reader.value)] : []))]
    })
    const scope = yield* Effect.scope
    const readers = yield* Effect.cached(Effect.provideService(others, Scope.Scope, scope))
    return { keptUnder: null, run, most, readers }
  },
  Effect.mapError((error) => databaseUnavailable(operation, error)),
)

/** The snapshot's row has triggers keep each product as it was, right before its first change from now on. */
export const keepChanged: TakeSnapshot = Effect.fnUntraced(function* (sql, organization) {
  const run: Run = (effect) => scoped(sql, organization, operation, Effect.andThen(inOrder(sql), effect))
  const alone = { run, most: 1, readers: Effect.succeed([run]) }
  const org = comparable(organization)
  if (org === null) return { keptUnder: null, ...alone }
  const [taken] = yield* Effect.acquireRelease(
    scoped(
      sql,
      organization,
      operation,
      sql<{ readonly snapshot_id: string }>`
        insert into hangtag_export_snapshot (organization) values (${org}) returning snapshot_id`,
    ),
    ([row]) =>
      Effect.ignore(scoped(sql, organization, operation, dropSnapshot(sql, org, row!.snapshot_id)), {
        log: "Warn",
        message: "What an export's snapshot kept stays until the next start",
      }),
  )
  return { keptUnder: taken!.snapshot_id, ...alone }
})

const keptTables = ["product", "product_version", "variant", "price_record"].map(
  (name) => `hangtag_kept_${name}`,
)

const dropSnapshot = (sql: SqlClient, organization: string, snapshot: string) =>
  Effect.forEach(
    ["hangtag_export_snapshot", ...keptTables],
    (table) =>
      sql`delete from ${sql(table)} where organization = ${organization} and snapshot_id = ${snapshot}`,
    { discard: true },
  )

/** Empties what snapshots of a process that is gone have kept. To be run before any is taken. */
export const dropLeftovers = (sql: SqlClient): Effect.Effect<void, Unavailable> => {
  const tables = ["hangtag_export_snapshot", ...keptTables]
  const sizes = tables.map((table) => `pg_relation_size('${table}')`)
  return Effect.gen(function* () {
    const [row] = yield* sql.unsafe<{ readonly isFilled: boolean }>(
      `select ${sizes.join(" + ")} > 0 as "isFilled"`,
    )
    // to empty what is empty would be the costliest statement of a start
    if (row!.isFilled) yield* sql.unsafe(`truncate ${tables.join(", ")}`)
  }).pipe(Effect.mapError((error) => databaseUnavailable(operation, error)))
}
