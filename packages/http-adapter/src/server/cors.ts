import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

const preflightHeaders = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-Range, Last-Event-ID, Range, X-Organization-ID",
  "access-control-max-age": "600",
}

/** What a page may read of an answer besides its body and type. */
const exposed =
  "Accept-Ranges, Age, Allow, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After, WWW-Authenticate, X-Request-ID"

/** Lets pages of these origins call, with credentials, and read the answers (CORS); tells others nothing. */
export const cors =
  (allowedOrigins: ReadonlyArray<string>) =>
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> => {
    // an answer without the headers must not serve an allowed page from a cache, nor the other way round
    const varied = Effect.map(app, (response) => {
      const { vary } = response.headers
      return HttpServerResponse.setHeader(response, "vary", vary === undefined ? "Origin" : `${vary}, Origin`)
    })
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method }) => {
      const { origin = "", "access-control-request-method": requested } = headers
      if (!allowedOrigins.includes(origin)) return varied
      const allow = { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" }
      return method === "OPTIONS" && requested !== undefined
        ? Effect.succeed(
            HttpServerResponse.empty({
              status: 204,
              headers: { ...allow, ...preflightHeaders, vary: "Origin" },
            }),
          )
        : Effect.map(
            varied,
            HttpServerResponse.setHeaders({ ...allow, "access-control-expose-headers": exposed }),
          )
    })
  }
