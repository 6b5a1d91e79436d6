import { type HostConnection, HostTransaction } from "@hangtag/core"
import { Effect, Layer, Option, Semaphore } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { make, SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { databaseOf } from "./Database.ts"
import { hold } from "./hold.ts"
import { hostSession } from "./hostSession.ts"
import { HostClient, readSettings, restoreSettings, type Settings } from "./hostTransaction.ts"
import { reportLostTransactions } from "./reportLostTransactions.ts"
import { compiler } from "./statements.ts"

/** A connection of the host's while it is held, with what its settings were. */
interface Held extends Connection {
  readonly before: Settings
}

/** One transaction of ours at a time. */
const turns = new WeakMap<HostConnection, Semaphore.Semaphore>()
const turnOf = (connection: HostConnection) => {
  const turn = turns.get(connection) ?? Semaphore.makeUnsafe(1)
  turns.set(connection, turn)
  return turn
}

/** A client whose transactions are savepoints in the one that the host has begun, and leave its settings as they were. */
const clientOver = Effect.fnUntraced(function* (sql: SqlClient, connection: HostConnection) {
  const held = Effect.gen(function* () {
    const session = hostSession(yield* hold(connection))
    const [before] = yield* session.execute(...readSettings(sql).compile(), undefined)
    return { ...session, before } satisfies Held
  })
  const client = yield* make({
    acquirer: held,
    compiler: compiler,
    driver: sql.driver,
    transactionService: sql.transactionService,
    beginTransaction: ["SAVEPOINT hangtag", databaseOf(sql).settings ?? []].flat().join("; "),
    commit: (session) =>
      Effect.andThen(
        session.execute(...restoreSettings(sql, (session as Held).before).compile(), undefined),
        session.executeUnprepared("RELEASE SAVEPOINT hangtag", [], undefined),
      ),
    rollback: "ROLLBACK TO SAVEPOINT hangtag; RELEASE SAVEPOINT hangtag",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]],
  })
  const { withTransaction } = reportLostTransactions(client)
  const turn = turnOf(connection)
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (surrounding) =>
        Option.isSome(surrounding) ? withTransaction(effect) : turn.withPermit(withTransaction(effect)),
      ),
  })
})

/** Has the client's transactions run on the host's connection, where there is one. */
const routed = (sql: SqlClient): SqlClient => {
  const { withTransaction } = sql
  return Object.assign(sql, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.flatMap(HostClient, (host) => (host ?? { withTransaction }).withTransaction(effect)),
  })
}

/** `HostTransaction` for the ports of this package: the host's connection is one of `pg`, in a transaction. */
export const PostgresHostTransaction: Layer.Layer<HostTransaction, never, SqlClient> = Layer.effect(
  HostTransaction,
  Effect.gen(function* () {
    const sql = routed(yield* SqlClient)
    const reactivity = yield* Reactivity.Reactivity
    return HostTransaction.of({
      within: (connection, effect) =>
        typeof connection?.query === "function"
          ? clientOver(sql, connection).pipe(
              Effect.provideService(Reactivity.Reactivity, reactivity),
              Effect.flatMap((client) => Effect.provideService(effect, HostClient, client)),
            )
          : Effect.die(
              new TypeError(
                "with needs a client of pg, on which you have begun a transaction; where a query builder began it, the client that it works on",
              ),
            ),
    })
  }),
).pipe(Layer.provide(Reactivity.layer))
