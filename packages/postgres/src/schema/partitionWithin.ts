import type { Unavailable } from "@hangtag/core"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { databaseOf } from "../database/Database.ts"
import { asUnavailable, sqlState } from "../database/failures.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import type { DatabaseTooNew } from "./DatabaseTooNew.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import type { MigrationBlocked } from "./MigrationBlocked.ts"
import { schemaVersion, versionFound } from "./migrate.ts"
import { remakeInPartitions } from "./remakeInPartitions.ts"
import { letBackUp } from "./rights.ts"
import { lockTimeout, untilFree } from "./untilFree.ts"

/** Beyond these planning takes longer than what partitions save. */
export const mostPartitions = 256

const counted = (sql: SqlClient) =>
  Effect.map(
    sql<{ count: number }>`
      select count(*)::int as count from pg_inherits where inhparent = to_regclass('hangtag_price_record')`,
    ([row]) => row!.count,
  )

/** Of how many partitions by organization the tables are; 0: of none. */
export const partitionCount: Effect.Effect<number, Unavailable, SqlClient> = Effect.flatMap(
  SqlClient,
  counted,
).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(asUnavailable("partitionCount", error))))

const unsuitable = (problem: string, remedy: string) => new DatabaseUnsuitable({ problem, remedy })

/**
 * Makes every table of organizations' rows anew, of hash partitions by organization: all of it or nothing, each table with the same rows
 * before and after. Gives of how many they were before. A database that has as many already stays as it is.
 *
 * Every other call waits meanwhile: it is for a time of maintenance. Sessions that hold tables are waited for up to `wait`. The
 * database has room for its rows twice, and is at this version (`migrateWithin`).
 */
export const partitionWithin = Effect.fn("partitionWithin")(function* (
  partitions: number,
  wait: Duration.Input,
): Effect.fn.Return<number, DatabaseTooNew | DatabaseUnsuitable | MigrationBlocked | Unavailable, SqlClient> {
  const sql = yield* SqlClient
  if (databaseOf(sql).isEmbedded)
    return yield* unsuitable("The embedded database has no partitions", "Set DATABASE_URL to a server's")
  const step = Effect.gen(function* () {
    yield* sql`select set_config('statement_timeout', '0', true)`
    yield* sql`select pg_advisory_xact_lock(hashtextextended('hangtag migrate', 0))`
    const version = yield* versionFound(sql)
    if (version < schemaVersion)
      return yield* unsuitable(`The database is at schema version ${version}`, "Migrate it first")
    const before = yield* counted(sql)
    if (before === partitions) return before
    if (before > 0)
      return yield* unsuitable(
        `The tables are of ${before} partitions already`,
        "For another number dump the organizations (hangtag organizations export) and import them into a new database",
      )
    yield* sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`
    yield* sql.unsafe(remakeInPartitions(partitions))
    yield* letBackUp(sql)
    return before
  })
  return yield* Effect.provideService(
    untilFree(sql, Duration.fromInputUnsafe(wait), sql.withTransaction(step)),
    StatementDeadline,
    Duration.infinity,
  ).pipe(
    Effect.catchTag("SqlError", (error) =>
      Effect.fail(
        isSqlError(error) && sqlState(error) === "42501"
          ? unsuitable(
              "The user may not remake the tables in a schema beside",
              "Run it as the user who owns the tables, and have an administrator GRANT CREATE ON DATABASE to that user",
            )
          : asUnavailable("partition", error),
      ),
    ),
  )
})
