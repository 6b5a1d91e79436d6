import { Clock, Context, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"

/** Where a call's line is written: what is known of it by and by. */
export const AccessEntry = Context.Reference<{ organization?: string } | undefined>(
  "@hangtag/http-adapter/server/AccessEntry",
  { defaultValue: () => undefined },
)

const probes = /^\/(healthz|readyz|metrics)$/

/** Writes a line of the log for each answer: method, path without its query, status, and milliseconds until it begins; of probes none. */
export const accessLog = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest.HttpServerRequest
    const begun = yield* Clock.currentTimeNanos
    const entry: { organization?: string } = {}
    const response = yield* Effect.provideService(app, AccessEntry, entry)
    const millis = Number((yield* Clock.currentTimeNanos) - begun) / 1e6
    // what is asked for may be in the query, and is no one else's business
    const path = url.split("?", 1)[0]!
    if (probes.test(path)) return response
    yield* Effect.logInfo("Answered").pipe(
      Effect.annotateLogs({
        method,
        path,
        status: response.status,
        millis: Math.round(millis * 10) / 10,
        ...entry,
      }),
    )
    return response
  })
