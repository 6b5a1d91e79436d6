import { randomUUID } from "node:crypto"
import { Cause, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Arrival } from "../validation/Arrival.ts"

/**
 * Answers what nobody foresaw with a 500 that carries a request id and nothing of the inside; the log has the
 * cause under the same id.
 */
export const unexpectedFault = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    const request_id = randomUUID()
    return Effect.gen(function* () {
      const { method, url } = yield* HttpServerRequest.HttpServerRequest
      const target = (yield* Arrival)?.target ?? url
      yield* Effect.logError(`${method} ${target.split("?", 1)[0]} failed, request id ${request_id}`, cause)
      return HttpServerResponse.jsonUnsafe(
        { detail: "Internal Server Error", request_id },
        { status: 500, headers: { "x-request-id": request_id } },
      )
    })
  })
