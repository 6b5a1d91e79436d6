import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

/** Whose pages may call with what a browser sends along by itself. */
export interface CallingPages {
  /** The URL under which clients reach the server, where it is not the one that they name as host. */
  readonly publicUrl?: string | undefined
  /** Exact origins besides the server's own, `https://app.example.com` say. */
  readonly allowedOrigins?: ReadonlyArray<string>
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** The origins that the server has for a caller. A page elsewhere cannot set these headers. */
const ownOrigins = ({ host, "x-forwarded-proto": schemes = "http" }: Headers, { publicUrl }: CallingPages) =>
  // of several proxies the first one has what the browser used
  [publicUrl ?? "", `${schemes.split(",")[0]!.trim()}://${host}`].map(originOf)

/**
 * Tells whether a call is no other site's page that uses what a browser sends along by itself: a cookie, HTTP
 * authentication, or being on this machine.
 *
 * Browsers say where a call comes from in `Sec-Fetch-Site` (Fetch Metadata), those that do not in `Origin`. A caller who
 * sends neither is no browser, or asks for what changes nothing.
 */
export const isOwnPage = (headers: Headers, pages: CallingPages): boolean => {
  const { origin, "sec-fetch-site": site } = headers
  if (origin !== undefined && pages.allowedOrigins?.includes(origin)) return true
  if (site !== undefined) return site === "same-origin" || site === "none"
  return origin === undefined || (origin !== "null" && ownOrigins(headers, pages).includes(origin))
}

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
