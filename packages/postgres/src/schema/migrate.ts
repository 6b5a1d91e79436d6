import type { Unavailable } from "@hangtag/core"
import { Duration, Effect } from "effect"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { asUnavailable } from "../database/databaseUnavailable.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { baseline, baselineVersion } from "./baseline.ts"
import { DatabaseTooNew } from "./DatabaseTooNew.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { exportSnapshots } from "./exportSnapshots.ts"
import { frozenOrganizations } from "./frozenOrganizations.ts"
import { knownPrices } from "./knownPrices.ts"
import { listsOfRecords } from "./listsOfRecords.ts"
import { placePublications } from "./placePublications.ts"
import { priceLists } from "./priceLists.ts"
import { requireRole, requireSuitableDatabase } from "./requireSuitableDatabase.ts"
import { giveRights, letBackUp, missingRights, requireRights } from "./rights.ts"

/** Never change one that was released: databases that have it would differ from new ones. */
const migrations = {
  "0033_baseline": baseline,
  "0034_export_snapshots": exportSnapshots,
  "0035_place_publications": placePublications,
  "0036_known_prices": knownPrices,
  "0037_price_lists_of_records": listsOfRecords,
  "0038_frozen_organizations": frozenOrganizations,
  "0039_price_lists": priceLists,
}

/** The schema version that this Hangtag works with. */
export const schemaVersion = Number.parseInt(Object.keys(migrations).at(-1)!, 10)

const migrationTable = "hangtag_migration"

const tableExists = (sql: SqlClient, table: string) =>
  Effect.map(
    sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`,
    ([row]) => row!.found,
  )

/** Fails where the database is of a later version. */
export const versionFound = Effect.fnUntraced(function* (sql: SqlClient) {
  if (!(yield* tableExists(sql, migrationTable))) return 0
  const [row] = yield* sql<{ version: number }>`
    select coalesce(max(migration_id), 0)::int as version from ${sql(migrationTable)}`
  const found = row!.version
  if (found > schemaVersion) return yield* new DatabaseTooNew({ found, known: schemaVersion })
  return found
})

/** Makes the schema that the connections name alone, as `ServerOptions.schema` has them do. */
const ensureSchema = Effect.fnUntraced(function* (sql: SqlClient) {
  const [found] = yield* sql<{ path: string; isMissing: boolean; mayCreate: boolean }>`
    select current_setting('search_path') as path, current_schema() is null as "isMissing",
      has_database_privilege(current_database(), 'CREATE') as "mayCreate"`
  const [, quoted] = /^"((?:[^"]|"")+)"$/.exec(found!.path) ?? []
  if (quoted !== undefined && found!.isMissing && found!.mayCreate) {
    yield* sql`create schema ${sql(quoted.replaceAll('""', '"'))}`
  }
})

const upgrade = Effect.fnUntraced(function* (sql: SqlClient) {
  yield* ensureSchema(sql)
  yield* requireSuitableDatabase
  yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: migrationTable })
  yield* giveRights(sql)
})

/** Gives what a restore may have left out: without it queries fail, or find nothing and nobody says so. */
const mend = Effect.fnUntraced(function* (sql: SqlClient) {
  const { queries, backups } = yield* missingRights(sql)
  if (queries.length > 0) yield* requireRole(sql)
  if (queries.length === 0 && backups.length === 0) return
  const [table] = yield* sql<{ isOurs: boolean }>`
    select pg_has_role(relowner, 'usage') as "isOurs" from pg_class where oid = to_regclass(${migrationTable})`
  if (table!.isOurs && queries.length > 0) yield* giveRights(sql)
  if (table!.isOurs && backups.length > 0) yield* letBackUp(sql)
  yield* requireRights(sql)
})

/** The schema version that the database is at, 0 before its first migration; `schemaVersion` once it is up to date. */
export const databaseVersion: Effect.Effect<number, DatabaseTooNew | Unavailable, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => sql.withTransaction(versionFound(sql)),
).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(asUnavailable("databaseVersion", error))))

const sqlErrorIn = (error: unknown): SqlError | undefined =>
  isSqlError(error) ? error : error instanceof Migrator.MigrationError ? sqlErrorIn(error.cause) : undefined

/**
 * Brings the database to this version's schema, all of it or nothing, and tells from which version to which. Roles,
 * rights and policies that are missing, as after a restore, are given anew.
 *
 * Any number of processes may call it at once: one works, the others wait and find it done. Once the database
 * is up to date, a user that merely is a member of the role `hangtag_app` may call it too.
 */
export const migrate: Effect.Effect<
  { readonly from: number; readonly to: number },
  DatabaseTooNew | DatabaseUnsuitable | Unavailable,
  SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient
  const work = Effect.gen(function* () {
    // both the work and the wait for another process's may take their time
    yield* sql`select set_config('statement_timeout', '0', true)`
    yield* sql`select pg_advisory_xact_lock(hashtextextended('hangtag migrate', 0))`
    const from = yield* versionFound(sql)
    if (from > 0 && from < baselineVersion)
      return yield* new DatabaseUnsuitable({
        problem: `The database is at schema version ${from}, and this Hangtag carries on from ${baselineVersion}`,
        remedy: `Migrate it to ${baselineVersion} with the Hangtag of that version first, and then with this one`,
      })
    if (from < schemaVersion) yield* upgrade(sql)
    yield* mend(sql)
    return { from, to: schemaVersion }
  })
  return yield* Effect.provideService(sql.withTransaction(work), StatementDeadline, Duration.infinity)
}).pipe(
  Effect.catchTags({
    SqlError: (error) => Effect.fail(asUnavailable("migrate", error)),
    MigrationError: (error) => {
      const failure = sqlErrorIn(error)
      return failure === undefined ? Effect.die(error) : Effect.fail(asUnavailable("migrate", failure))
    },
  }),
)
