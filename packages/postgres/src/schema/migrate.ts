import type { Unavailable } from "@hangtag/core"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { asUnavailable } from "../database/failures.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { baseline, baselineVersion } from "./baseline.ts"
import { batchNotes } from "./batchNotes.ts"
import { batchOrdinals } from "./batchOrdinals.ts"
import { DatabaseTooNew } from "./DatabaseTooNew.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { exportSnapshots } from "./exportSnapshots.ts"
import { frozenOrganizations } from "./frozenOrganizations.ts"
import { knownPrices } from "./knownPrices.ts"
import { listPolicies } from "./listPolicies.ts"
import { listsOfRecords } from "./listsOfRecords.ts"
import type { MigrationBlocked } from "./MigrationBlocked.ts"
import { type Online, runOnline } from "./online.ts"
import { placePublications } from "./placePublications.ts"
import { priceLists } from "./priceLists.ts"
import { requireRole, requireSuitableDatabase } from "./requireSuitableDatabase.ts"
import { retentionIndexes } from "./retentionIndexes.ts"
import { giveRights, letBackUp, missingRights, requireRights } from "./rights.ts"
import { setAgain } from "./setAgain.ts"
import { lockTimeout, untilFree } from "./untilFree.ts"

/** By their names, in order; what is no `Online` runs in a transaction, and holds its locks for moments only. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, SqlError, SqlClient> | Online>>

/** Never change one that was released: databases that have it would differ from new ones. Decision 0060 says how one is made. */
export const migrations = {
  "0033_baseline": baseline,
  "0034_export_snapshots": exportSnapshots,
  "0035_place_publications": placePublications,
  "0036_known_prices": knownPrices,
  "0037_price_lists_of_records": listsOfRecords,
  "0038_frozen_organizations": frozenOrganizations,
  "0039_price_lists": priceLists,
  "0040_retention_indexes": retentionIndexes,
  "0041_list_policies": listPolicies,
  "0042_batch_notes": batchNotes,
  "0043_batch_ordinals": batchOrdinals,
  "0044_set_again": setAgain,
}

const versionOf = (name: string) => Number.parseInt(name, 10)
const lastOf = (all: Migrations) => versionOf(Object.keys(all).at(-1)!)

/** The schema version that this Hangtag works with. */
export const schemaVersion = lastOf(migrations)

const migrationTable = "hangtag_migration"

const tableExists = (sql: SqlClient, table: string) =>
  Effect.map(
    sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`,
    ([row]) => row!.found,
  )

/** Fails where the database is of a later version. */
export const versionFound = Effect.fnUntraced(function* (sql: SqlClient, known = schemaVersion) {
  if (!(yield* tableExists(sql, migrationTable))) return 0
  const [row] = yield* sql<{ version: number }>`
    select coalesce(max(migration_id), 0)::int as version from ${sql(migrationTable)}`
  const found = row!.version
  if (found > known) return yield* new DatabaseTooNew({ found, known })
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

/** Goes on by what is left: one that runs online, or all before the next of those. */
const upgrade = Effect.fnUntraced(function* (sql: SqlClient, left: Migrations, wait: Duration.Duration) {
  yield* ensureSchema(sql)
  yield* requireSuitableDatabase
  yield* sql`create table if not exists ${sql(migrationTable)} (migration_id integer primary key,
    created_at timestamp with time zone not null default now(), name text not null)`
  const names = Object.keys(left)
  const isOnline = (name: string) => "online" in left[name]!
  const next = names.findIndex(isOnline)
  const own = next === 0 ? names.slice(0, 1) : names.slice(0, next < 0 ? undefined : next)
  if (next === 0) yield* runOnline(sql, left[own[0]!] as Online, wait)
  for (const name of own) {
    const migration = left[name]!
    if (!("online" in migration)) yield* migration
    const what = name.slice(name.indexOf("_") + 1)
    yield* sql`insert into ${sql(migrationTable)} (migration_id, name) values (${versionOf(name)}, ${what})`
  }
  yield* giveRights(sql)
  return versionOf(own.at(-1)!)
})

/** Gives what a restore may have left out: without it queries fail, or find nothing without a word. */
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

const older = (from: number) =>
  new DatabaseUnsuitable({
    problem: `The database is at schema version ${from}, and this Hangtag carries on from ${baselineVersion}`,
    remedy: `Migrate it to ${baselineVersion} with the Hangtag of that version first, and then with this one`,
  })

/** What `migrateWithin` does, by other migrations: a trial adds some. */
export const migrateBy = Effect.fnUntraced(function* (all: Migrations, wait: Duration.Input) {
  const sql = yield* SqlClient
  const limit = Duration.fromInputUnsafe(wait)
  const known = lastOf(all)
  const step = Effect.gen(function* () {
    // both the work and the wait for another process's may take their time
    yield* sql`select set_config('statement_timeout', '0', true)`
    yield* sql`select pg_advisory_xact_lock(hashtextextended('hangtag migrate', 0))`
    const from = yield* versionFound(sql, known)
    if (from > 0 && from < baselineVersion) return yield* older(from)
    yield* sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`
    const left = Object.fromEntries(Object.entries(all).filter(([name]) => versionOf(name) > from))
    const to = from < known ? yield* upgrade(sql, left, limit) : from
    if (to === known) yield* mend(sql)
    return { from, to }
  })
  const attempt = untilFree(sql, limit, sql.withTransaction(step))
  const steps = Effect.gen(function* () {
    const { from, to: first } = yield* attempt
    for (let to = first; to < known; ) to = (yield* attempt).to
    return { from, to: known }
  })
  return yield* Effect.provideService(steps, StatementDeadline, Duration.infinity).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(asUnavailable("migrate", error))),
  )
})

/**
 * Brings the database to this version's schema and gives from which version to which. All of it happens or nothing; of what
 * runs online the next call goes on where one was killed. Roles, rights and policies that are missing, as after a restore, are
 * given anew.
 *
 * Any number of processes may call it at once: one works, the others wait and find it done. Once the database
 * is up to date, a user that merely is a member of the role `hangtag_app` may call it too.
 *
 * Sessions that hold tables are waited for up to `wait`, in attempts that keep no one else from them for longer than 1.5 s.
 */
export const migrateWithin = (
  wait: Duration.Input,
): Effect.Effect<
  { readonly from: number; readonly to: number },
  DatabaseTooNew | DatabaseUnsuitable | MigrationBlocked | Unavailable,
  SqlClient
> => migrateBy(migrations, wait)

/** The same, which waits for 10 seconds. */
export const migrate = migrateWithin("10 seconds")
