import { randomUUID } from "node:crypto"
import { Cause, Context, Effect, References } from "effect"
import { HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Arrival } from "../validation/Arrival.ts"

/** What a caller may call its request: nothing that could be taken for something else in a line of the log. */
const usable = /^[\w.:@/+=-]{1,128}$/

/** For answers that are data: nothing may be loaded, run or framed, were one ever shown as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Gives each request an id, its caller's `X-Request-ID` or a new one: in that header of the answer, and in every line
 * of the log on the way. What of it is not to be traced leaves no spans inside either.
 *
 * Says to browsers that the answer is what it says it is and nothing else, in no frame, no address passed on, no copy kept that was
 * not allowed.
 */
export const everyAnswer = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> => {
  const untraced = Effect.provideService(app, References.TracerEnabled, false)
  return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
    const request = Context.get(context, HttpServerRequest.HttpServerRequest)
    const given = request.headers["x-request-id"]
    const request_id = given !== undefined && usable.test(given) ? given : randomUUID()
    const isUntraced = Context.get(context, HttpMiddleware.TracerDisabledWhen)(request)
    return Effect.map(
      Effect.annotateLogs(isUntraced ? untraced : app, "request_id", request_id),
      (response) =>
        HttpServerResponse.setHeaders(response, {
          "cache-control": "no-store",
          ...response.headers,
          // who serves a site has a policy of its own
          "content-security-policy": response.headers["content-security-policy"] ?? dataPolicy,
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
          "x-request-id": request_id,
        }),
    )
  })
}

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
      const { request_id } = yield* References.CurrentLogAnnotations
      const target = (yield* Arrival)?.target ?? url
      yield* Effect.logError(`${method} ${target.split("?", 1)[0]} failed`, cause)
      return HttpServerResponse.jsonUnsafe(
        { detail: "Internal Server Error", request_id: String(request_id) },
        { status: 500 },
      )
    })
  })
