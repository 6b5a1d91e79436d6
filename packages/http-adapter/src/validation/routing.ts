/** A route of the server: `/api/jobs/:job_id`. A `*` at the end stands for anything. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Whether it is asked last, where no other route has the path. What no other route has it neither names in a 405 nor redirects. */
  readonly isLast?: boolean
  /** Whether it is the earlier service's: an escaped slash is a slash there, and part of a parameter in any other route. */
  readonly isRecorded?: boolean
}

export type Routed =
  /** Go on with this path, whose escapes every router reads alike. */
  | { readonly _tag: "Found"; readonly path: string }
  | { readonly _tag: "Redirect"; readonly path: string }
  | { readonly _tag: "MethodNotAllowed"; readonly allow: string }
  | { readonly _tag: "NotFound" }

/**
 * Finds the route of a request as Starlette does. Escapes are decoded before the path is split, so an encoded slash is a slash,
 * unless a route that is not recorded has the path with the slash in a parameter; parameters are never empty; the first
 * route that matches decides, also about the method to name in a 405; a path that only trailing slashes keep from a route
 * is redirected, whatever the method.
 */
export const makeRouting = (routes: ReadonlyArray<Route>): ((method: string, path: string) => Routed) => {
  const compiled = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }))
  const firsts = compiled.filter(({ isLast }) => !isLast)
  const lasts = compiled.filter(({ isLast }) => isLast)
  const slashed = [...firsts.filter(({ isRecorded }) => !isRecorded), ...lasts]
  const matching = (path: string) => firsts.filter(({ pattern }) => pattern.test(path))

  return (method, rawPath) => {
    const path = decodePath(rawPath)
    const route = firsts.find((each) => each.method === method && each.pattern.test(path))
    const isSlashed = /%2f/i.test(rawPath)
    if (isSlashed) {
      const own = slashed.find((each) => each.method === method && each.pattern.test(rawPath))
      if (own !== undefined)
        return { _tag: "Found", path: canonicalPath(own, rawPath, decodePath) ?? rawPath }
    }
    if (route !== undefined) {
      const found = canonicalPath(route, path) ?? rawPath
      return isWellEscaped(found) ? { _tag: "Found", path: found } : { _tag: "NotFound" }
    }
    const candidates = matching(path)
    if (candidates.length === 0) {
      const last = lasts.find((each) => each.method === method && each.pattern.test(rawPath))
      if (last !== undefined) return { _tag: "Found", path: canonicalPath(last, rawPath, decodePath)! }
      const other = isSlashed && slashed.find(({ isLast, pattern }) => !isLast && pattern.test(rawPath))
      if (other) return { _tag: "MethodNotAllowed", allow: other.method }
    }
    if (candidates[0] !== undefined) return { _tag: "MethodNotAllowed", allow: candidates[0].method }
    const other = path.endsWith("/") ? withoutTrailingSlashes(path) : `${path}/`
    return path !== "/" && matching(other).length > 0
      ? { _tag: "Redirect", path: encodeURI(other).replaceAll("?", "%3F").replaceAll("#", "%23") }
      : { _tag: "NotFound" }
  }
}

/** A loop: `/\/+$/` would try every slash of the path for its end, in time that grows with their square. */
export const withoutTrailingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === "/") end--
  return path.slice(0, end)
}

const PARAMETER = /:(\w+)/g

/** A newline at the end does not count, as it does not for Python's `$`. */
const patternOf = (path: string): RegExp => {
  const source = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(PARAMETER, "([^/]+)")
  return new RegExp(`^${source.replace(/\\\*$/, ".*")}\n?$`, "s")
}

/** The route's path filled with the parameters, escaped; `undefined` for a route that ends in `*`. */
const canonicalPath = (
  route: Route & { readonly pattern: RegExp },
  path: string,
  decoded = (parameter: string) => parameter,
): string | undefined => {
  if (route.path.endsWith("*")) return undefined
  const parameters = route.pattern.exec(path)!.slice(1).map(decoded)
  return route.path.replace(PARAMETER, () => encodeURIComponent(parameters.shift()!))
}

/** Percent-decodes as Python's `unquote`: what is no escape stays, what is no UTF-8 becomes U+FFFD. */
const decodePath = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    utf8.decode(Buffer.from(escapes.replaceAll("%", ""), "hex")),
  )

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** The router fails at escapes that are none, or of no UTF-8. */
const isWellEscaped = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
