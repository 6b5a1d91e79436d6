import type { Unavailable } from "@hangtag/core"
import { Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { databaseOf } from "./Database.ts"
import { databaseUnavailable } from "./failures.ts"
import { comparable } from "./parameters.ts"
import { entering } from "./scope.ts"
import { defer, scoped, unavailable } from "./scoped.ts"

/** Runs statements that see the moment, in a transaction. */
type Run = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
) => Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R>

/** One moment of an organization's catalog, as long as the scope that it was taken in is open. */
export interface ExportSnapshot {
  /** Under which products that changed since are kept (`hangtag_kept_…`); null where the transaction sees to it. */
  readonly keptUnder: string | null
  readonly run: Run
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
    yield* databaseOf(sql).place(organization)
    const session = yield* sql.reserve
    const run: Run = (effect) =>
      Effect.mapError(
        Effect.provideService(effect, sql.transactionService, [session, 0]),
        unavailable(operation),
      )
    yield* Effect.acquireRelease(
      session.executeUnprepared("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [], undefined),
      () => Effect.ignore(session.executeUnprepared("ROLLBACK", [], undefined)),
    )
    yield* defer(session, ...entering({ organization }))
    // the first statement's moment is the transaction's
    yield* run(inOrder(sql))
    return { keptUnder: null, run }
  },
  Effect.mapError((error) => (isSqlError(error) ? databaseUnavailable(operation, error) : error)),
)

/** The snapshot's row has triggers keep each product as it was, right before its first change from now on. */
export const keepChanged: TakeSnapshot = Effect.fnUntraced(function* (sql, organization) {
  const run: Run = (effect) => scoped(sql, organization, operation, Effect.andThen(inOrder(sql), effect))
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
