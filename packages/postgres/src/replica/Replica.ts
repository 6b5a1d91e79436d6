import { Unavailable } from "@hangtag/core"
import { causeSentence, inTime, leaving, type StaleReading } from "@hangtag/core/adapter"
import {
  Cause,
  Clock,
  Context,
  Deferred,
  Duration,
  Effect,
  Exit,
  Layer,
  Metric,
  Schedule,
  Scope,
} from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { connectionsOf } from "../database/Database.ts"
import { type ServerOptions, serverLayer } from "../database/serverLayer.ts"
import { requireMigrated } from "../schema/requireMigrated.ts"
import { LogHistory } from "./LogHistory.ts"
import { areOfOneSystem, endOfLog, replayed } from "./position.ts"
import { postgresReadingPorts, type ReadingPorts } from "./readingPorts.ts"

/** A standby that follows a server, and how it is used. */
export interface ReplicaOptions extends ServerOptions {
  /** What the server is called that it follows. */
  readonly name: string
  /** The server that it follows. */
  readonly primaryUrl: ServerOptions["url"]
  /** How old an answer may be at most, and how long one waits for a replica that is to catch up. */
  readonly lag: Duration.Input
  /** How often it is looked at, default each second, and five times within `lag`; how long an answer to that may take, default a second. */
  readonly interval?: Duration.Input
  readonly patience?: Duration.Input
}

/** How a replica is doing. */
export interface ReplicaState {
  /** Whether it does not answer, or is no replica of its primary. */
  readonly away: boolean
  /** How old what it has is at most, in milliseconds. */
  readonly age: number | undefined
  /** Why it is not asked, in words; undefined where it is. */
  readonly problem: string | undefined
}

/** What answers a read. */
export interface ReplicaReader {
  readonly ports: Context.Context<ReadingPorts>
  /** In milliseconds, at most. */
  readonly age: number
  /** Fails when the replica is away. */
  readonly gone: Effect.Effect<never, Unavailable>
}

/** A replica that is connected to, and a connection each to it and its primary, which looks do not share with reads. */
interface Opened {
  readonly ports: Context.Context<ReadingPorts>
  readonly primary: SqlClient
  readonly replica: SqlClient
  readonly scope: Scope.Closeable
}

/** For how long one waits for a look at it. */
const usual = "1 second"

/** After how many looks without an answer all its connections are given up, and made anew. */
const mostUnanswered = 5

/** After how long it is given up to connect: one that is silent from the beginning fails sooner. */
const opening = "30 seconds"

/** For how many milliseconds it is remembered where the log of the primary ended. */
const remembered = 3_600_000

const lagOf = (server: string) =>
  Metric.gauge("hangtag_replica_lag_seconds", {
    description: "How old what the read replica has is at most, as of the last look",
    attributes: { server },
  })

const own = (options: ServerOptions) => Effect.map(Layer.build(serverLayer(options)), Context.get(SqlClient))

const connect = Effect.fnUntraced(function* (options: ReplicaOptions) {
  const each = {
    ...options,
    connectTimeout: options.connectTimeout ?? "2 seconds",
    // who waits longer is better off with the primary
    waitTimeout: options.waitTimeout ?? "2 seconds",
  }
  const sql = yield* own(each)
  yield* Effect.provideService(requireMigrated, SqlClient, sql)
  // those of the primary are made of the same layers, and are not these
  const ports = yield* Layer.buildWithMemoMap(
    Layer.provide(postgresReadingPorts, Layer.succeed(SqlClient, sql)),
    Layer.makeMemoMapUnsafe(),
    yield* Effect.scope,
  )
  // one that is silent is given up, and made anew
  const watching = {
    ...each,
    maxConnections: 1,
    applicationName: "hangtag watching its replica",
    statementTimeout: options.patience ?? usual,
  }
  const replica = yield* own(watching)
  const primary = yield* own({ ...watching, url: options.primaryUrl })
  if (!(yield* areOfOneSystem(primary, replica)))
    return yield* Effect.fail(new Error("it follows another primary"))
  return { ports, primary, replica }
})

const sentenceOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return causeSentence(error) ?? String(error)
}

/** Whether its connection has lasted since the last look: a server that has restarted may have less than it had before. */
const isUnbroken = ({ replica }: Opened) => {
  const { used = 0, idle = 0 } = connectionsOf(replica) ?? {}
  return used + idle > 0
}

const make = Effect.fnUntraced(function* (options: ReplicaOptions) {
  const { name, patience = usual } = options
  const bound = Duration.toMillis(options.lag)
  // what is known ages between two looks
  const interval = options.interval ?? Math.min(1000, bound / 5)
  const givenUp = mostUnanswered * Duration.toMillis(patience)
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const history = new LogHistory()
  let opened: Opened | undefined
  let gone = Deferred.makeUnsafe<never, Unavailable>()
  /** Why it is away, and since when. */
  let away: { readonly why: string; readonly since: number } | undefined
  let asOf: number | undefined
  /** How far it had come when it was last seen, and where it went another way than its primary. */
  let position: number | undefined
  let strayed: number | undefined
  let wasAsked: boolean | undefined

  const age = () => (asOf === undefined ? undefined : now() - asOf)
  const problem = () => {
    if (away !== undefined) return away.why
    const behind = age()
    if (behind === undefined || behind > bound)
      return `it is behind by more than ${Duration.format(Duration.millis(bound))}`
    return undefined
  }
  const close = Effect.suspend(() => {
    const closing = opened
    opened = undefined
    return closing === undefined
      ? Effect.void
      : Effect.forkIn(Scope.close(closing.scope, Exit.void), scope, { startImmediately: true })
  })
  const open = Effect.gen(function* () {
    const own = yield* Scope.fork(scope)
    const connected = yield* inTime(Effect.exit(Scope.provide(connect(options), own)), opening).pipe(
      Effect.onError(() => Effect.forkIn(Scope.close(own, Exit.void), scope)),
    )
    if (Exit.isFailure(connected)) yield* Scope.close(own, connected)
    opened = { ...(yield* connected), scope: own }
    return opened
  })
  const look = Effect.gen(function* () {
    const { primary, replica } = opened ?? (yield* open)
    const at = now()
    const end = yield* Effect.option(inTime(endOfLog(primary), patience))
    if (end._tag === "Some") {
      if (position !== undefined && position > end.value) strayed = position
      history.note(at, end.value)
    }
    const found = yield* inTime(replayed(replica), patience)
    const before = position
    position = found ?? undefined
    if (found === null) return yield* Effect.fail(new Error("it is no standby"))
    if (found === strayed)
      return yield* Effect.fail(new Error("it has what its primary has not, and follows another one"))
    strayed = undefined
    // what was known stays so, unless it restarted with less
    asOf = history.asOf(found) ?? (before !== undefined && found >= before ? asOf : undefined)
    history.forget(at - remembered)
  })
  const isBack = Effect.sync(() => {
    if (away !== undefined) gone = Deferred.makeUnsafe<never, Unavailable>()
    away = undefined
  })
  const isAway = (cause: Cause.Cause<unknown>) =>
    Effect.gen(function* () {
      const why = sentenceOf(cause)
      away = { why, since: away?.since ?? now() }
      yield* Deferred.fail(
        gone,
        new Unavailable({
          service: "database",
          operation: "read replica",
          retryable: true,
          cause: new Error(why),
        }),
      )
      if (now() - away.since >= givenUp) yield* close
    })
  const tell = Effect.suspend(() => {
    const behind = age()
    // as far as is known since the start
    if (away === undefined && behind === undefined) return Effect.void
    const said = problem()
    const isAsked = said === undefined
    const isNews = isAsked !== (wasAsked ?? true)
    wasAsked = isAsked
    const line = isAsked
      ? Effect.logInfo(`The read replica of server ${name} is asked again`)
      : Effect.logWarning(`The read replica of server ${name} is not asked, reads go to the primary: ${said}`)
    return Effect.andThen(
      behind === undefined ? Effect.void : Metric.update(lagOf(name), behind / 1000),
      isNews ? line : Effect.void,
    )
  })
  const looks = Effect.matchCauseEffect(look, { onSuccess: () => isBack, onFailure: isAway }).pipe(
    Effect.andThen(tell),
    Effect.repeat(Schedule.spaced(interval)),
  )
  yield* Effect.forkScoped(looks)

  /** Whether it has, or comes to have in time, all that is committed now. */
  const catchesUp = ({ primary, replica }: Opened) =>
    Effect.gen(function* () {
      const end = yield* endOfLog(primary)
      yield* Effect.repeat(replayed(replica), {
        schedule: Schedule.spaced("20 millis"),
        until: (position) => position !== null && position >= end,
      })
    }).pipe(
      leaving,
      (waiting) => Effect.timeout(Effect.raceFirst(waiting, Deferred.await(gone)), bound),
      Effect.isSuccess,
    )

  return {
    state: (): ReplicaState => ({ away: away !== undefined, age: age(), problem: problem() }),
    reader: Effect.fnUntraced(function* (allowed: StaleReading["allowed"]) {
      const current = opened
      if (current === undefined || problem() !== undefined || !isUnbroken(current)) return undefined
      const reader = (age: number): ReplicaReader => ({
        ports: current.ports,
        age,
        gone: Deferred.await(gone),
      })
      if (allowed === "bounded") return reader(age()!)
      const begun = now()
      return (yield* catchesUp(current)) ? reader(now() - begun) : undefined
    }),
  }
})

/** A replica that reads which may be stale are answered by, for as long as it answers and is near enough. */
export class Replica extends Context.Service<
  Replica,
  {
    readonly state: () => ReplicaState
    /** What answers a read that allows so much; undefined where the primary is to. */
    readonly reader: (allowed: StaleReading["allowed"]) => Effect.Effect<ReplicaReader | undefined>
  }
>()("@hangtag/postgres/replica/Replica") {
  /** Connects by itself, and again and again; until it has, all reads are the primary's. */
  static readonly layer = (options: ReplicaOptions): Layer.Layer<Replica> =>
    Layer.effect(Replica, make(options))
}
