import { type Cause, Context, Deferred, Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { Draining } from "./Draining.ts"
import { ok } from "./encoder.ts"

/** What must answer before this process can serve: a name, and a check that succeeds when it does. */
export class Readiness extends Context.Service<
  Readiness,
  { readonly checks: Readonly<Record<string, Effect.Effect<void, unknown>>> }
>()("@hangtag/http-adapter/server/Readiness") {}

/** The process lives. */
export const answerHealth = Effect.succeed(ok({ status: "ok" }))

type Checks = Readiness["Service"]["checks"]
type Results = ReadonlyArray<readonly [name: string, result: "ok" | "unavailable"]>

const running = new WeakMap<Checks, Deferred.Deferred<Results>>()
/** Those that failed when last run: a failure is logged as it begins, since anyone may ask as often as they like. */
const failing = new WeakMap<Checks, Set<string>>()
const failingOf = (checks: Checks) => failing.get(checks) ?? new Set<string>()

const warnOnce = (checks: Checks, name: string, cause: Cause.Cause<unknown>) =>
  Effect.suspend(() => {
    const known = failingOf(checks)
    if (known.has(name)) return Effect.void
    failing.set(checks, known.add(name))
    return Effect.logWarning(`Not ready: ${name}`, cause)
  })

/** Fails after two seconds, and leaves a check that cannot be interrupted then, as one that waits for a socket, to itself. */
const inTime = Effect.fnUntraced(function* (check: Effect.Effect<void, unknown>) {
  const fiber = yield* Effect.forkDetach(check, { startImmediately: true })
  const giveUp = Effect.onInterrupt(Fiber.join(fiber), () => Effect.sync(() => fiber.interruptUnsafe()))
  yield* Effect.timeout(giveUp, "2 seconds")
})

/** Each for at most two seconds, side by side. */
const run = (checks: Checks): Effect.Effect<Results> =>
  Effect.forEach(
    Object.entries(checks),
    ([name, check]) =>
      inTime(check).pipe(
        Effect.tapCause((cause) => warnOnce(checks, name, cause)),
        Effect.tap(() => Effect.sync(() => failingOf(checks).delete(name))),
        Effect.match({ onSuccess: () => "ok" as const, onFailure: () => "unavailable" as const }),
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

/** Says `ok` or `unavailable` for each of the checks, and of a process that is about to stop that it drains. */
export const answerReadiness = Effect.gen(function* () {
  const { checks } = yield* Readiness
  const results = Deferred.isDoneUnsafe(yield* Draining)
    ? ([["process", "draining"]] as const)
    : yield* resultsOf(checks)
  const ready = results.every(([, result]) => result === "ok")
  const body = { status: ready ? "ok" : "unavailable", checks: Object.fromEntries(results) }
  return ready
    ? ok(body)
    : HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "5" } })
})
