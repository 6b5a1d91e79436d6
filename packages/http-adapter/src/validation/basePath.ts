import { Context } from "effect"
import { withoutTrailingSlashes } from "./routing.ts"

/** What stands before the paths of the current request's operations: `/catalog`, or nothing at the root. */
export const BasePath = Context.Reference<string>("@hangtag/http-adapter/validation/BasePath", {
  defaultValue: () => "",
})

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
