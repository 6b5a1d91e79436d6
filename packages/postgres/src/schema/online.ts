import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { databaseOf } from "../database/Database.ts"
import { MigrationBlocked } from "./MigrationBlocked.ts"
import { blockersOf } from "./untilFree.ts"

/**
 * A migration that runs outside of a transaction, because it takes its time: others go on meanwhile. It is begun again
 * where it was killed, and so finds what it has done.
 */
export interface Online {
  readonly online: Effect.Effect<void, SqlError, SqlClient>
}

/** Builds an index while its table is read and written; one that was left unfinished is built anew. */
export const indexOnline = Effect.fnUntraced(function* (name: string, on: string) {
  const sql = yield* SqlClient
  // a session alone waits for no one
  const concurrently = databaseOf(sql).isEmbedded ? "" : "concurrently"
  const found = yield* sql<{ isWhole: boolean }>`
    select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass(${name})`
  if (found[0]?.isWhole === true) return
  if (found.length > 0) yield* sql.unsafe(`drop index ${concurrently} ${name}`)
  yield* sql.unsafe(`create index ${concurrently} ${name} on ${on}`)
})

/** Fails once the session has waited for the same others for `wait`. */
const watch = Effect.fnUntraced(function* (sql: SqlClient, pid: number, wait: Duration.Duration) {
  let free = yield* Clock.currentTimeMillis
  for (;;) {
    yield* Effect.sleep("500 millis")
    const sessions = yield* blockersOf(sql, pid)
    const now = yield* Clock.currentTimeMillis
    if (sessions.length === 0) free = now
    else if (now - free >= Duration.toMillis(wait))
      return yield* new MigrationBlocked({ waited: (now - free) / 1000, sessions })
  }
})

/** Runs it on a connection of its own, while a transaction of `sql` keeps other migrations away; it may wait for others for `wait`. */
export const runOnline = (sql: SqlClient, { online }: Online, wait: Duration.Duration) =>
  Effect.gen(function* () {
    if (databaseOf(sql).isEmbedded) return yield* online
    const session = yield* sql.reserve
    const own = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.provideService(work, sql.transactionService, [session, 0])
    const [row] = yield* own(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    // of one that a pooler lends nothing is set
    const isOwn = databaseOf(sql).pooling === "none"
    if (isOwn) yield* own(sql`set statement_timeout = 0`)
    yield* Effect.raceFirst(own(online), watch(sql, row!.pid, wait)).pipe(
      Effect.ensuring(isOwn ? Effect.ignore(own(sql`reset statement_timeout`)) : Effect.void),
    )
  }).pipe(Effect.scoped)
