import { Context, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { ok } from "./wireJson.ts"

/** What must answer before this process can serve: a name, and a check that succeeds when it does. */
export class Readiness extends Context.Service<
  Readiness,
  { readonly checks: Readonly<Record<string, Effect.Effect<void, unknown>>> }
>()("@hangtag/http-adapter/server/Readiness") {}

/** The process lives. */
export const answerHealth = Effect.succeed(ok({ status: "ok" }))

/** Runs the checks side by side, each for at most two seconds; says `ok` or `unavailable` for each. */
export const answerReadiness = Effect.gen(function* () {
  const { checks } = yield* Readiness
  const results = yield* Effect.forEach(
    Object.entries(checks),
    ([name, check]) =>
      Effect.timeout(check, "2 seconds").pipe(
        Effect.tapCause((cause) => Effect.logWarning(`Not ready: ${name}`, cause)),
        Effect.match({ onSuccess: () => "ok", onFailure: () => "unavailable" }),
        Effect.map((result) => [name, result] as const),
      ),
    { concurrency: "unbounded" },
  )
  const ready = results.every(([, result]) => result === "ok")
  const body = { status: ready ? "ok" : "unavailable", checks: Object.fromEntries(results) }
  return ready
    ? ok(body)
    : HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "5" } })
})
