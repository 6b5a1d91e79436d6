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

const found = (sql: SqlClient, index: string) =>
  Effect.map(
    sql<{ isWhole: boolean }>`
      select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass(${index})`,
    ([row]) => row?.isWhole,
  )

const build = Effect.fnUntraced(function* (sql: SqlClient, index: string, name: string, on: string) {
  // a session alone waits for no one
  const concurrently = databaseOf(sql).isEmbedded ? "" : "concurrently"
  const isWhole = yield* found(sql, index)
  if (isWhole === true) return
  if (isWhole === false) yield* sql.unsafe(`drop index ${concurrently} ${index}`)
  yield* sql.unsafe(`create index ${concurrently} ${name} on ${on}`)
})

/**
 * Builds an index (`hangtag_job_end on hangtag_job (organization, …)`) while its table is read and written; one that was left unfinished is
 * built anew. Of a table in partitions each gets its own, which the table's is made of.
 */
export const indexOnline = Effect.fnUntraced(function* (name: string, on: string) {
  const sql = yield* SqlClient
  const [table = ""] = on.split(" ", 1)
  const partitions = yield* sql<{ beside: string; partition: string }>`
    select quote_ident(n.nspname) as beside, quote_ident(c.relname) as partition from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
    where i.inhparent = to_regclass(${table}) order by c.relname`
  if (partitions.length === 0) return yield* build(sql, name, name, on)
  // whole once each of the partitions has its own
  const isWhole = yield* found(sql, name)
  if (isWhole === true) return
  if (isWhole === undefined) yield* sql.unsafe(`create index ${name} on only ${on}`)
  for (const [nth, { beside, partition }] of partitions.entries()) {
    const own = `${name}_${nth}`
    yield* build(sql, `${beside}.${own}`, own, `${beside}.${partition}${on.slice(table.length)}`)
    yield* sql.unsafe(`alter index ${name} attach partition ${beside}.${own}`)
  }
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
