import type { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseUnavailable } from "../database/failures.ts"
import { housekeeping } from "../database/scoped.ts"
import type { DatabaseTooNew } from "./DatabaseTooNew.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { schemaVersion, versionFound } from "./migrate.ts"
import { requireRights } from "./rights.ts"

const requireVersion = Effect.fnUntraced(function* (sql: SqlClient) {
  const found = yield* versionFound(sql)
  if (found === schemaVersion) return
  return yield* new DatabaseUnsuitable({
    problem:
      found === 0
        ? "The database holds none of Hangtag's tables"
        : `The database is at schema version ${found}, and this Hangtag works with ${schemaVersion}`,
    remedy: "Run hangtag migrate",
  })
})

/**
 * Fails, with what to do, on a database that queries would fail on, or find nothing in: of another version, or without
 * the role, rights or policies that they need. Changes nothing.
 */
export const requireMigrated: Effect.Effect<
  void,
  DatabaseTooNew | DatabaseUnsuitable | Unavailable,
  SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql
    .withTransaction(Effect.andThen(requireVersion(sql), requireRights(sql)))
    .pipe(Effect.catchTag("SqlError", (error) => Effect.fail(databaseUnavailable("requireMigrated", error))))
  // the role can be taken on
  yield* housekeeping(sql, "requireMigrated", sql`select true`)
})
