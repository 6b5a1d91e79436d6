/** A route of the server: `/api/jobs/:job_id`. A `*` at the end stands for anything. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Whether it is asked last, where no other route has the path. What no other route has it neither names in a 405 nor redirects. */
  readonly isLast?: boolean
  /** Whether it is the earlier service's: an escaped slash is a slash there, and part of a parameter in any other route. */
  readonly isRecorded?: boolean
}

export type Params = Readonly<Record<string, string>>

export type Routed<R extends Route = Route> =
  /** `path` is as its parameters are escaped here, whichever way they came. */
  | { readonly _tag: "Found"; readonly route: R; readonly params: Params; readonly path: string }
  | { readonly _tag: "Redirect"; readonly path: string }
  | { readonly _tag: "MethodNotAllowed"; readonly allow: string }
  | { readonly _tag: "NotFound" }

/**
 * Finds the route of a request as Starlette does. Escapes are decoded before the path is split, so an encoded slash is a slash,
 * unless a route that is not recorded has the path with the slash in a parameter; parameters are never empty; the first
 * route that matches decides; a 405 names the methods of all that match, or that of a recorded one which is the first; a path
 * that only trailing slashes keep from a route is redirected, whatever the method.
 */
export const makeRouting = <R extends Route>(
  routes: ReadonlyArray<R>,
): ((method: string, path: string) => Routed<R>) => {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  const firsts = compiled.filter(({ route }) => !route.isLast)
  const lasts = compiled.filter(({ route }) => route.isLast)
  const ownSlashes = firsts.filter(({ route }) => !route.isRecorded)
  const slashed = [...ownSlashes, ...lasts]
  const matching = (path: string, among = firsts) => among.filter(({ pattern }) => pattern.test(path))

  return (method, rawPath) => {
    const path = decodePath(rawPath)
    const withMethod = (among: typeof compiled, path: string) =>
      among.find(({ route, pattern }) => route.method === method && pattern.test(path))
    const isSlashed = /%2f/i.test(rawPath)
    const own = isSlashed ? withMethod(slashed, rawPath) : undefined
    if (own !== undefined) return found(own, rawPath, rawPath, decodePath)
    const first = withMethod(firsts, path)
    if (first !== undefined) return found(first, path, rawPath)
    const candidates = matching(path)
    if (candidates.length === 0) {
      const last = withMethod(lasts, rawPath)
      if (last !== undefined) return found(last, rawPath, rawPath, decodePath)
      if (isSlashed) candidates.push(...matching(rawPath, ownSlashes))
    }
    if (candidates[0] !== undefined) return { _tag: "MethodNotAllowed", allow: allowed(candidates) }
    const other = path.endsWith("/") ? withoutTrailingSlashes(path) : `${path}/`
    return path !== "/" && matching(other).length > 0
      ? { _tag: "Redirect", path: encodeURI(other).replaceAll("?", "%3F").replaceAll("#", "%23") }
      : { _tag: "NotFound" }
  }
}

/** What a 405 names; the earlier service named one method, whatever else had the path. */
const allowed = (candidates: ReadonlyArray<{ readonly route: Route }>): string =>
  candidates[0]!.route.isRecorded
    ? candidates[0]!.route.method
    : [...new Set(candidates.map(({ route }) => route.method))].join(", ")

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

/** The route with the parameters that the path has for it; none where the rest of a path that ends in `*` is badly escaped. */
const found = <R extends Route>(
  { route, pattern }: { readonly route: R; readonly pattern: RegExp },
  path: string,
  rawPath: string,
  decoded = (parameter: string) => parameter,
): Routed<R> => {
  const values = pattern.exec(path)!.slice(1).map(decoded)
  const params: Record<string, string> = {}
  const canonical = route.path.replace(PARAMETER, (_, name: string) => {
    params[name] = values[Object.keys(params).length]!
    return encodeURIComponent(params[name])
  })
  if (!route.path.endsWith("*")) return { _tag: "Found", route, params, path: canonical }
  return isWellEscaped(rawPath) ? { _tag: "Found", route, params, path: rawPath } : { _tag: "NotFound" }
}

/** Percent-decodes as Python's `unquote`: what is no escape stays, what is no UTF-8 becomes U+FFFD. */
const decodePath = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    utf8.decode(Buffer.from(escapes.replaceAll("%", ""), "hex")),
  )

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

const isWellEscaped = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A request's target, parted into where the API is mounted and what is asked of it. */
export interface Mounted {
  readonly basePath: string
  readonly url: string
  /** Whether the base path itself was asked for, without a slash behind it, from which a page's links would lead astray. */
  readonly isBare: boolean
}

/** The base path as it is compared: with a slash before it and none behind. */
export const normalBasePath = (basePath: string): string => {
  const normal = withoutTrailingSlashes(basePath)
  if (normal !== "" && !normal.startsWith("/"))
    throw new TypeError(`basePath must begin with a slash: "/${basePath}", not "${basePath}"`)
  return normal
}

/** What is behind the prefix: a path that begins with a slash, a query or nothing; `undefined` where the target is elsewhere. */
const behind = (prefix: string, target: string): string | undefined => {
  if (!target.startsWith(prefix)) return undefined
  const rest = target.slice(prefix.length)
  return rest === "" || rest.startsWith("?") || rest.startsWith("/") ? rest : undefined
}

const mountedAt = (basePath: string, rest: string): Mounted => {
  const isBare = !rest.startsWith("/")
  return { basePath, url: isBare ? `/${rest}` : rest, isBare }
}

/**
 * Finds out what is asked of the API mounted at `basePath`; `undefined` where the request is for others.
 *
 * `stripped` is what a framework has taken off the target already (Express calls it `baseUrl`): the same base path,
 * or another one before it.
 */
export const makeMount = (basePath = ""): ((target: string, stripped: unknown) => Mounted | undefined) => {
  const base = normalBasePath(basePath)
  return (target, stripped) => {
    const before = typeof stripped === "string" ? stripped : ""
    const rest = behind(base, target)
    if (rest !== undefined) return mountedAt(before + base, rest)
    return before.endsWith(base) ? mountedAt(before, target) : undefined
  }
}
