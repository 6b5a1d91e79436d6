import type { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { asUnavailable } from "../database/databaseUnavailable.ts"
import { unscoped } from "../database/enterScope.ts"
import { changePrices } from "./changePrices.ts"
import { claimJobs } from "./claimJobs.ts"
import { countAttributeUses } from "./countAttributeUses.ts"
import { countBatches } from "./countBatches.ts"
import { countOpenBatches } from "./countOpenBatches.ts"
import { createExportSnapshots } from "./createExportSnapshots.ts"
import { createOutbox } from "./createOutbox.ts"
import { createRepeatableRequests } from "./createRepeatableRequests.ts"
import { createTables } from "./createTables.ts"
import { DatabaseTooNew } from "./DatabaseTooNew.ts"
import type { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { endPrices } from "./endPrices.ts"
import { findBatchesBySku } from "./findBatchesBySku.ts"
import { findMomentsAhead } from "./findMomentsAhead.ts"
import { foldSearches } from "./foldSearches.ts"
import { forgetRequests } from "./forgetRequests.ts"
import { formLines } from "./formLines.ts"
import { guardPrices } from "./guardPrices.ts"
import { indexMoments } from "./indexMoments.ts"
import { jobsNeed } from "./jobsNeed.ts"
import { keepJudgedVariants } from "./keepJudgedVariants.ts"
import { keepLines } from "./keepLines.ts"
import { keepPolicyChanges } from "./keepPolicyChanges.ts"
import { keepPublishedCounts } from "./keepPublishedCounts.ts"
import { keepWholeLines } from "./keepWholeLines.ts"
import { keyVariantsFirst } from "./keyVariantsFirst.ts"
import { leaveGoneOut } from "./leaveGoneOut.ts"
import { letJobsExpire } from "./letJobsExpire.ts"
import { limitJobs } from "./limitJobs.ts"
import { listCatalog } from "./listCatalog.ts"
import { noteFewTypes } from "./noteFewTypes.ts"
import { noteManyTypes } from "./noteManyTypes.ts"
import { readInOrder } from "./readInOrder.ts"
import { requireRole, requireSuitableDatabase } from "./requireSuitableDatabase.ts"
import { retireAndWithdraw } from "./retireAndWithdraw.ts"
import { giveRights, letBackUp, missingRights, requireRights } from "./rights.ts"
import { tellProgress } from "./tellProgress.ts"

/** Never change one that was released: databases that have it would differ from new ones. */
const migrations = {
  "0001_create_tables": createTables,
  "0002_create_export_snapshots": createExportSnapshots,
  "0003_count_attribute_uses": countAttributeUses,
  "0004_create_repeatable_requests": createRepeatableRequests,
  "0005_tell_progress": tellProgress,
  "0006_let_jobs_expire": letJobsExpire,
  "0007_form_lines": formLines,
  "0008_create_outbox": createOutbox,
  "0009_key_variants_first": keyVariantsFirst,
  "0010_limit_jobs": limitJobs,
  "0011_retire_and_withdraw": retireAndWithdraw,
  "0012_guard_prices": guardPrices,
  "0013_forget_requests": forgetRequests,
  "0014_claim_jobs": claimJobs,
  "0015_leave_gone_out": leaveGoneOut,
  "0016_index_moments": indexMoments,
  "0017_change_prices": changePrices,
  "0018_find_moments_ahead": findMomentsAhead,
  "0019_count_batches": countBatches,
  "0020_list_catalog": listCatalog,
  "0021_keep_lines": keepLines,
  "0022_note_few_types": noteFewTypes,
  "0023_keep_published_counts": keepPublishedCounts,
  "0024_read_in_order": readInOrder,
  "0025_count_open_batches": countOpenBatches,
  "0026_note_many_types": noteManyTypes,
  "0027_keep_whole_lines": keepWholeLines,
  "0028_keep_judged_variants": keepJudgedVariants,
  "0029_end_prices": endPrices,
  "0030_keep_policy_changes": keepPolicyChanges,
  "0031_fold_searches": foldSearches,
  "0032_jobs_need": jobsNeed,
  "0033_find_batches_by_sku": findBatchesBySku,
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
  (sql) => unscoped(sql, versionFound(sql)),
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
    if (from < schemaVersion) yield* upgrade(sql)
    yield* mend(sql)
    return { from, to: schemaVersion }
  })
  return yield* unscoped(sql, work)
}).pipe(
  Effect.catchTags({
    SqlError: (error) => Effect.fail(asUnavailable("migrate", error)),
    MigrationError: (error) => {
      const failure = sqlErrorIn(error)
      return failure === undefined ? Effect.die(error) : Effect.fail(asUnavailable("migrate", failure))
    },
  }),
)
