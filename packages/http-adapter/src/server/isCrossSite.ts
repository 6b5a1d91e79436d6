import type { HttpServerRequest } from "effect/http"

const safe = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Tells whether another site's page makes a browser change something here by what the browser sends along by
 * itself: a cookie, or being on this machine. Whoever sends an `authorization` header knows what it does.
 */
export const isCrossSite = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["sec-fetch-site"] === "cross-site" && headers.authorization === undefined && !safe.has(method)
