import { causeSentence, inTime } from "@hangtag/core/adapter"
import { Cause, type Context, Deferred, type Duration, Effect, Exit, Layer, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { DatabaseServices } from "./DatabaseServices.ts"

/** How often a server is asked whether it answers, and how long it may take to. */
export interface Pace {
  readonly interval: Duration.Input
  readonly patience: Duration.Input
}

const usualPace: Pace = { interval: "2 seconds", patience: "5 seconds" }

/** One of the servers that organizations are spread over. */
export interface Server {
  readonly name: string
  /** As of now: while it is away, what fails at once. */
  readonly services: () => Context.Context<DatabaseServices>
  /** Why it is away; undefined where it answers. */
  readonly away: () => Cause.Cause<unknown> | undefined
  /** Its own, once it has answered for the first time. */
  readonly opened: Effect.Effect<Context.Context<DatabaseServices>>
  /** Open for as long as it is one of the servers, of what works on it; closes before its connections do. */
  readonly scope: Scope.Closeable
}

const answers = (services: Context.Context<DatabaseServices>, patience: Duration.Input) =>
  inTime(
    Effect.provideContext(
      Effect.flatMap(SqlClient, (sql) => sql`select 1`),
      services,
    ),
    patience,
  )

const sentenceOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return causeSentence(error) ?? String(error)
}

/**
 * Opens a server, and again and again where that fails; from then on asks it whether it answers. What is away is
 * logged once, and once that it is back. Returns when it was tried once.
 */
export const openServer = Effect.fnUntraced(function* <E>(
  name: string,
  layer: () => Layer.Layer<DatabaseServices, E>,
  awayServices: Context.Context<DatabaseServices>,
  { interval, patience }: Pace = usualPace,
): Effect.fn.Return<Server, never, Scope.Scope> {
  const connections = yield* Effect.scope
  const scope = yield* Scope.fork(connections, "parallel")
  const opened = yield* Deferred.make<Context.Context<DatabaseServices>>()
  let live: Context.Context<DatabaseServices> | undefined
  let away: Cause.Cause<unknown> | undefined

  const open = Effect.gen(function* () {
    const own = yield* Scope.fork(connections)
    // what is built of one server is no other's, though its layers be the same
    const built = yield* Effect.exit(Layer.buildWithMemoMap(layer(), Layer.makeMemoMapUnsafe(), own))
    if (Exit.isFailure(built)) yield* Scope.close(own, built)
    live = yield* built
    yield* Deferred.succeed(opened, live)
  })
  const note = (next: Cause.Cause<unknown> | undefined) =>
    Effect.suspend(() => {
      const before = away
      away = next
      if (next !== undefined && before === undefined)
        return Effect.logWarning(
          `Server ${name} is away, and its organizations wait until it answers: ${sentenceOf(next)}`,
        )
      return next === undefined && before !== undefined
        ? Effect.logInfo(`Server ${name} answers again`)
        : Effect.void
    })
  const look = Effect.suspend(
    (): Effect.Effect<unknown, unknown> => (live === undefined ? open : answers(live, patience)),
  ).pipe(Effect.matchCauseEffect({ onSuccess: () => note(undefined), onFailure: note }))
  yield* look
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, interval), Schedule.forever))
  return {
    name,
    services: () => (live === undefined || away !== undefined ? awayServices : live),
    away: () => away,
    opened: Deferred.await(opened),
    scope,
  }
})
