import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** For answers that are data: nothing may be loaded, run or framed, were one ever shown as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * What every answer says to browsers: what it says it is and nothing else, in no frame, no address passed on, no copy kept that was not allowed.
 */
export const securityHeaders = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(app, (response) =>
    HttpServerResponse.setHeaders(response, {
      "cache-control": "no-store",
      ...response.headers,
      // who serves a site has a policy of its own
      "content-security-policy": response.headers["content-security-policy"] ?? dataPolicy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    }),
  )
