import type { Unavailable } from "@hangtag/core"
import { Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { pipelinedSessionOf } from "../client/PipelinedSession.ts"
import { schemaOf, schemaPath } from "../client/schemaPath.ts"
import { databaseUnavailable } from "../sql/databaseUnavailable.ts"
import { enterScope } from "../sql/enterScope.ts"
import { scoped, unavailable } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"

/** One moment of an organization's catalog, as long as the scope that it was taken in is open. */
export interface ExportSnapshot {
  /** Under which products that changed since are kept (`hangtag_kept_…`); null where the transaction sees to it. */
  readonly keptUnder: string | null
  /** Runs statements that see the moment, in a transaction. */
  readonly run: <A, E, R>(
    effect: Effect.Effect<A, E | SqlError, R>,
  ) => Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R>
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

/** Holds a transaction, and with it a connection: for a server, which has many of them. */
export const holdTransaction: TakeSnapshot = Effect.fnUntraced(
  function* (sql, organization) {
    const pooled = Effect.tap(sql.reserve, (connection) =>
      Effect.addFinalizer(() => Effect.ignore(connection.executeUnprepared("ROLLBACK", [], undefined))),
    )
    const own = pipelinedSessionOf(sql)
    const connection = yield* own === undefined ? pooled : Effect.catch(own, () => pooled)
    yield* connection.executeUnprepared("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [], undefined)
    const within = Effect.provideService(sql.transactionService, [connection, 0])
    const schema = schemaOf(sql)
    // a pool of the host's may look elsewhere
    if (schema !== undefined)
      yield* within(sql`select set_config('search_path', ${schemaPath(schema)}, true)`)
    yield* within(enterScope(sql, organization, "transaction"))
    yield* within(inOrder(sql))
    const run: ExportSnapshot["run"] = (effect) => Effect.mapError(within(effect), unavailable(operation))
    return { keptUnder: null, run }
  },
  Effect.mapError((error) => databaseUnavailable(operation, error)),
)

/** The snapshot's row has triggers keep each product as it was, right before its first change from now on. */
export const keepChanged: TakeSnapshot = Effect.fnUntraced(function* (sql, organization) {
  const run: ExportSnapshot["run"] = (effect) =>
    scoped(sql, organization, operation, Effect.andThen(inOrder(sql), effect))
  const org = comparable(organization)
  if (org === null) return { keptUnder: null, run }
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
  return { keptUnder: taken!.snapshot_id, run }
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
export const dropLeftovers = (sql: SqlClient): Effect.Effect<void, Unavailable> =>
  sql.unsafe(`truncate hangtag_export_snapshot, ${keptTables.join(", ")}`).pipe(
    Effect.asVoid,
    Effect.mapError((error) => databaseUnavailable(operation, error)),
  )
