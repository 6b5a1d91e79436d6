import { inTime } from "@hangtag/core/adapter"
import { type Cause, Context, Deferred, Effect, Metric } from "effect"
import { HttpServerResponse } from "effect/http"
import { ok } from "./encoder.ts"

/**
 * Done once the process is about to stop listening. From then on it is not ready, event streams end with a hint to come
 * again, and no connection is kept beyond its answer; requests are answered as before.
 */
export const Draining = Context.Reference<Deferred.Deferred<void>>("@hangtag/http-adapter/server/Draining", {
  defaultValue: () => Deferred.makeUnsafe(),
})

/** What this process needs to serve. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** Each by its name: succeeds where it answers, with a text where it does so in part (`read-only`), and fails else. */
    readonly checks: Readonly<Record<string, Effect.Effect<unknown, unknown>>>
    /** Names of those without which the process serves still. */
    readonly optional?: ReadonlyArray<string>
    /** Names of those of which one is enough. */
    readonly oneOf?: ReadonlyArray<string>
  }
>()("@hangtag/http-adapter/server/Readiness") {}

const ready = Metric.gauge("hangtag_ready", {
  description: "Whether the process is ready, as /readyz says: 1 or 0",
})

const checkReady = (check: string) =>
  Metric.gauge("hangtag_ready_check", {
    description: "Whether what it needs answers, each of /readyz by name: 1 or 0",
    attributes: { check },
  })

/** The process lives. */
export const answerHealth = Effect.succeed(ok({ status: "ok" }))

type Checks = Readiness["Service"]["checks"]
type Results = ReadonlyArray<readonly [name: string, result: string]>

const running = new WeakMap<Checks, Deferred.Deferred<Results>>()
/**
 * What each said when last run: what is not well is logged as it begins, since anyone may ask as often as they like.
 * What closes as the process stops is no news.
 */
const known = new WeakMap<Checks, Map<string, string>>()

const warnOnce = (checks: Checks, name: string, result: string, cause?: Cause.Cause<unknown>) =>
  Effect.flatMap(Draining, (draining) => {
    const results = known.get(checks) ?? new Map<string, string>()
    const before = results.get(name) ?? "ok"
    known.set(checks, results.set(name, result))
    if (result === "ok" || result === before || Deferred.isDoneUnsafe(draining)) return Effect.void
    return cause === undefined
      ? Effect.logWarning(`Ready in part: ${name} is ${result}`)
      : Effect.logWarning(`Not ready: ${name}`, cause)
  })

/** Each for at most two seconds, side by side. */
const run = (checks: Checks): Effect.Effect<Results> =>
  Effect.forEach(
    Object.entries(checks),
    ([name, check]) =>
      // one that cannot be interrupted then, as it waits for a socket, is left to itself
      inTime(check, "2 seconds").pipe(
        Effect.map((said) => (typeof said === "string" ? said : "ok")),
        Effect.tapCause((cause) => warnOnce(checks, name, "unavailable", cause)),
        Effect.tap((result) => warnOnce(checks, name, result)),
        Effect.orElseSucceed(() => "unavailable"),
        Effect.map((result) => [name, result] as const),
      ),
    { concurrency: "unbounded" },
  )

/** What the checks say now. No credentials are needed to ask: callers that come while they run share that run. */
const resultsOf = (checks: Checks) =>
  Effect.suspend(() => {
    const under = running.get(checks)
    if (under !== undefined) return Deferred.await(under)
    const results = Deferred.makeUnsafe<Results>()
    running.set(checks, results)
    const shared = Effect.ensuring(
      Deferred.into(run(checks), results),
      Effect.sync(() => running.delete(checks)),
    )
    // the caller who asked first may be gone before it is done
    return Effect.andThen(Effect.forkDetach(shared, { startImmediately: true }), Deferred.await(results))
  })

/** Whether the process is ready, and what each of the checks says; tells metrics too. */
export const lookAtReadiness = Effect.gen(function* () {
  const { checks, optional = [], oneOf = [] } = yield* Readiness
  const isDraining = Deferred.isDoneUnsafe(yield* Draining)
  const results: Results = isDraining ? [["process", "draining"]] : yield* resultsOf(checks)
  const failing = results.flatMap(([name, result]) => (result === "unavailable" ? [name] : []))
  const isReady =
    !isDraining &&
    failing.every((name) => optional.includes(name) || oneOf.includes(name)) &&
    (oneOf.length === 0 || oneOf.some((name) => !failing.includes(name)))
  yield* Metric.update(ready, isReady ? 1 : 0)
  for (const [name, result] of results)
    if (name !== "process") yield* Metric.update(checkReady(name), result === "unavailable" ? 0 : 1)
  return { isReady, results }
})

/**
 * Says `ok`, `unavailable` or a word of its own for each of the checks, and of a process that is about to stop that it
 * drains. Ready, and `degraded`, is one that serves in part.
 */
export const answerReadiness = Effect.map(lookAtReadiness, ({ isReady, results }) => {
  const isWhole = results.every(([, result]) => result === "ok")
  const body = {
    status: isReady ? (isWhole ? "ok" : "degraded") : "unavailable",
    checks: Object.fromEntries(results),
  }
  return isReady
    ? ok(body)
    : HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "5" } })
})
