import { randomUUID } from "node:crypto"
import { Effect, References } from "effect"
import { HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"

/** What a caller may call its request: nothing that could be taken for something else in a line of the log. */
const usable = /^[\w.:@/+=-]{1,128}$/

/** The id of the current request. */
export const requestId: Effect.Effect<string> = Effect.map(
  References.CurrentLogAnnotations,
  ({ request_id }) => String(request_id),
)

/**
 * Gives each request an id, its caller's `X-Request-ID` or a new one: in that header of the answer, and in every line
 * of the log on the way. What of it is not to be traced leaves no spans inside either.
 */
export const withRequestId = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> => {
  const untraced = Effect.provideService(app, References.TracerEnabled, false)
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const given = request.headers["x-request-id"]
    const request_id = given !== undefined && usable.test(given) ? given : randomUUID()
    return Effect.flatMap(HttpMiddleware.TracerDisabledWhen, (isUntraced) =>
      Effect.map(
        Effect.annotateLogs(isUntraced(request) ? untraced : app, "request_id", request_id),
        HttpServerResponse.setHeader("x-request-id", request_id),
      ),
    )
  })
}
