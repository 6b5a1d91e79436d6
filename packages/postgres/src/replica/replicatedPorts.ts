import type { Unavailable } from "@hangtag/core"
import { leaving, type Method, type StaleReading, StaleReads, wrapMethods } from "@hangtag/core/adapter"
import { Context, Effect, Layer, Metric, Option, Result, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { HostClient } from "../database/hostTransaction.ts"
import { Replica, type ReplicaOptions, type ReplicaReader } from "./Replica.ts"
import { type ReadingPorts, readingPorts } from "./readingPorts.ts"

type AnyPort = Context.Key<ReadingPorts, Readonly<Record<string, Method>>>
type Read = Effect.Effect<unknown, Unavailable>
type Rows = Stream.Stream<unknown, Unavailable>

const readsBy = (server: string, by: "replica" | "primary") =>
  Metric.counter("hangtag_replica_reads_total", {
    description: "Reads that may be stale, by what answered them: the read replica or its primary",
    attributes: { server, by },
    incremental: true,
  })

/** Fails at once when the replica is gone: what holds a connection there, which may be silent, is given up beside. */
const untilGone = (rows: Rows, gone: ReplicaReader["gone"]): Rows =>
  Stream.unwrap(
    Effect.gen(function* () {
      const held = yield* Scope.make()
      yield* Effect.addFinalizer((exit) =>
        Effect.forkDetach(Scope.close(held, exit), { startImmediately: true }),
      )
      const pull = yield* Scope.provide(Stream.toPull(rows), held)
      return Stream.fromPull(Effect.succeed(Effect.raceFirst(leaving(pull), gone)))
    }),
  )

const make = Effect.fnUntraced(function* (server: string) {
  const replica = yield* Replica
  const sql = yield* SqlClient
  const primary = yield* Effect.context<ReadingPorts>()
  const counters = { replica: readsBy(server, "replica"), primary: readsBy(server, "primary") }
  const answeredBy = (by: keyof typeof counters) => Metric.update(counters[by], 1)

  /** What answers instead of the primary, of a caller who allows it; a transaction's reads are its own. */
  const readerFor = Effect.fnUntraced(function* (stale: StaleReading) {
    const surrounding = yield* Effect.serviceOption(sql.transactionService)
    if (Option.isSome(surrounding) || (yield* HostClient) !== undefined) return undefined
    return yield* replica.reader(stale.allowed)
  })
  const read = (fromPrimary: () => Read, fromReplica: (ports: ReplicaReader["ports"]) => Read): Read =>
    Effect.flatMap(StaleReads, (stale) => {
      if (stale === undefined) return fromPrimary()
      return Effect.gen(function* () {
        const reader = yield* readerFor(stale)
        if (reader !== undefined) {
          const answer = yield* Effect.result(
            Effect.raceFirst(leaving(fromReplica(reader.ports)), reader.gone),
          )
          if (Result.isSuccess(answer)) {
            stale.note(reader.age)
            yield* answeredBy("replica")
            return answer.success
          }
        }
        yield* answeredBy("primary")
        return yield* fromPrimary()
      })
    })
  /** One that has begun goes on where it was begun: it is of one moment. */
  const stream = (fromPrimary: () => Rows, fromReplica: (ports: ReplicaReader["ports"]) => Rows): Rows =>
    Stream.unwrap(
      Effect.gen(function* () {
        const stale = yield* StaleReads
        const reader = stale && (yield* readerFor(stale))
        if (stale !== undefined) yield* answeredBy(reader === undefined ? "primary" : "replica")
        if (reader === undefined) return fromPrimary()
        stale!.note(reader.age)
        return untilGone(fromReplica(reader.ports), reader.gone)
      }),
    )
  const replicated = (key: AnyPort) => {
    const methods = Context.get(primary, key)
    return wrapMethods(methods, (name, isStream) => (...args) => {
      const fromPrimary = () => methods[name]!(...args)
      const fromReplica = (ports: ReplicaReader["ports"]) => Context.get(ports, key)[name]!(...args)
      return isStream(args)
        ? stream(fromPrimary as () => Rows, fromReplica as () => Rows)
        : read(fromPrimary as () => Read, fromReplica as () => Read)
    })
  }
  const keys = readingPorts as unknown as ReadonlyArray<AnyPort>
  return Context.mergeAll(...keys.map((key) => Context.make(key, replicated(key))))
})

/**
 * The ports that only read, each call on the replica where its caller allows that (`StaleReads`) and the replica is near enough, else on
 * the primary; a read that fails there is the primary's too.
 */
export const replicatedPorts = (
  options: ReplicaOptions,
): Layer.Layer<ReadingPorts | Replica, never, ReadingPorts | SqlClient> =>
  Layer.provideMerge(Layer.effectContext(make(options.name)), Replica.layer(options))
