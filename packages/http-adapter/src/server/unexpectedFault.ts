import { Cause, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Arrival } from "../validation/Arrival.ts"
import { requestId } from "./requestId.ts"

/**
 * Answers what was not foreseen with a 500 that carries the request's id and nothing of the inside; the log has the
 * cause under the same id.
 */
export const unexpectedFault = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    return Effect.gen(function* () {
      const { method, url } = yield* HttpServerRequest.HttpServerRequest
      const target = (yield* Arrival)?.target ?? url
      yield* Effect.logError(`${method} ${target.split("?", 1)[0]} failed`, cause)
      return HttpServerResponse.jsonUnsafe(
        { detail: "Internal Server Error", request_id: yield* requestId },
        { status: 500 },
      )
    })
  })
