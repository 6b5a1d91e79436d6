import { type StaleReading, StaleReads } from "@hangtag/core/adapter"
import { Context, Effect, Layer, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresPorts, serverLayer } from "../../src/index.ts"
import { type ReplicaOptions, readingPorts, replicatedPorts } from "../../src/replica/index.ts"
import { migrateTo } from "../support/migrateTo.ts"
import { PostgresServer } from "../support/PostgresServer.ts"

/** A server with Hangtag's tables, of N partitions, and a standby that follows it, until the scope closes. */
export const pair = Effect.fnUntraced(function* (partitions = 0) {
  const made = (server: Promise<PostgresServer>) =>
    Effect.acquireRelease(
      Effect.promise(() => server),
      (each) => Effect.promise(() => each.dispose()),
    )
  const primary = yield* made(PostgresServer.create())
  yield* Effect.provide(migrateTo(partitions), serverLayer({ url: Redacted.make(primary.url) }))
  const standby = yield* made(primary.standby())
  // else what is cleared away on the primary ends what reads it, or waits for that
  yield* onServer(standby.url, "alter system set hot_standby_feedback = on", "select pg_reload_conf()")
  return { primary, standby }
})

/** Every port on the primary, those that read with the replica. */
export const portsWithReplica = (primaryUrl: string, url: string, options: Partial<ReplicaOptions> = {}) =>
  replicatedPorts({
    name: "default",
    url: Redacted.make(url),
    primaryUrl: Redacted.make(primaryUrl),
    lag: "10 seconds",
    ...options,
  }).pipe(
    Layer.provideMerge(PostgresPorts.layer({ contact: 0 })),
    Layer.provideMerge(serverLayer({ url: Redacted.make(primaryUrl) })),
  )

type Method = (...args: ReadonlyArray<unknown>) => unknown

/** The same ports, whose callers all allow what is said. */
export const allowing = <R>(context: Context.Context<R>, allow: () => StaleReading): Context.Context<R> => {
  const allowed = readingPorts.map((port) => {
    const key = port as unknown as Context.Key<never, Readonly<Record<string, Method>>>
    const methods = Context.get(context as Context.Context<never>, key)
    const each = Object.entries(methods).map(([name, method]) => [
      name,
      (...args: ReadonlyArray<unknown>) => {
        const read = method(...args)
        const stale = allow()
        return Stream.isStream(read)
          ? Stream.provideService(read, StaleReads, stale)
          : Effect.provideService(read as Effect.Effect<unknown>, StaleReads, stale)
      },
    ])
    return Context.make(key, Object.fromEntries(each))
  })
  return Context.merge(context, Context.mergeAll(...allowed) as unknown as Context.Context<R>)
}

/** Runs statements on a server by itself, and gives the rows of the last one. */
export const onServer = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    let rows: ReadonlyArray<Readonly<Record<string, unknown>>> = []
    for (const statement of statements) rows = yield* sql.unsafe<Record<string, unknown>>(statement)
    return rows
  }).pipe(Effect.provide(serverLayer({ url: Redacted.make(url), maxConnections: 1 })), Effect.orDie)
