import type { HttpServerRequest } from "effect/http"

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
