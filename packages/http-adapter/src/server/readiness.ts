import { Context, Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { ok } from "./wireJson.ts"

/** What must answer before this process can serve: a name, and a check that succeeds when it does. */
export class Readiness extends Context.Service<
  Readiness,
  { readonly checks: Readonly<Record<string, Effect.Effect<void, unknown>>> }
>()("@hangtag/http-adapter/server/Readiness") {}

/** The process lives. */
export const answerHealth = Effect.succeed(ok({ status: "ok" }))

type Checks = Readiness["Service"]["checks"]
type Results = ReadonlyArray<readonly [name: string, result: "ok" | "unavailable"]>

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
        Effect.tapCause((cause) => Effect.logWarning(`Not ready: ${name}`, cause)),
        Effect.match({ onSuccess: () => "ok" as const, onFailure: () => "unavailable" as const }),
        Effect.map((result) => [name, result] as const),
      ),
    { concurrency: "unbounded" },
  )

const recent = new WeakMap<Checks, Effect.Effect<Results>>()

/** What the checks say, at most a second ago: anyone may ask, and shares one run and its lines in the log. */
const resultsOf = Effect.fnUntraced(function* (checks: Checks) {
  const results = recent.get(checks) ?? (yield* Effect.cachedWithTTL(run(checks), "1 second"))
  recent.set(checks, results)
  return yield* results
})

/** Says `ok` or `unavailable` for each of the checks. */
export const answerReadiness = Effect.gen(function* () {
  const { checks } = yield* Readiness
  const results = yield* resultsOf(checks)
  const ready = results.every(([, result]) => result === "ok")
  const body = { status: ready ? "ok" : "unavailable", checks: Object.fromEntries(results) }
  return ready
    ? ok(body)
    : HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "5" } })
})
