import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** For answers that are data: nothing may be loaded, run or framed, were one ever shown as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** For our pages: their own inline scripts by hash, and no connection but to this server. */
const pagePolicy = (html: string): string => {
  const hashes = Array.from(
    html.matchAll(inlineScript),
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  )
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    // the reference page's library sets styles as it runs
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

const pagePolicies = new WeakMap<Uint8Array, string>()

const policyOf = ({ body, headers }: HttpServerResponse.HttpServerResponse): string => {
  // who serves a site has one for it
  if (headers["content-security-policy"] !== undefined) return headers["content-security-policy"]
  if (body._tag !== "Uint8Array" || !headers["content-type"]?.startsWith("text/html")) return dataPolicy
  const known = pagePolicies.get(body.body) ?? pagePolicy(new TextDecoder().decode(body.body))
  pagePolicies.set(body.body, known)
  return known
}

/**
 * What browsers are told about every answer: what it says it is and nothing else, in no frame, no page but with
 * its own scripts, no address passed on, no copy kept that was not allowed.
 */
export const securityHeaders = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(app, (response) =>
    HttpServerResponse.setHeaders(response, {
      "cache-control": "no-store",
      ...response.headers,
      "content-security-policy": policyOf(response),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    }),
  )
