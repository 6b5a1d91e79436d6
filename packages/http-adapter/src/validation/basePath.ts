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
}

/** The base path as it is compared: with a slash before it and none behind. */
export const normalBasePath = (basePath: string): string => {
  const normal = withoutTrailingSlashes(basePath)
  if (normal !== "" && !normal.startsWith("/"))
    throw new TypeError(`basePath must begin with a slash: "/${basePath}", not "${basePath}"`)
  return normal
}

/** What is behind the prefix, beginning with a slash; `undefined` where the target is elsewhere. */
const behind = (prefix: string, target: string): string | undefined => {
  if (!target.startsWith(prefix)) return undefined
  const rest = target.slice(prefix.length)
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest.startsWith("/") ? rest : undefined
}

/**
 * Finds out what is asked of the API mounted at `basePath`; `undefined` where the request is for somebody else.
 *
 * `stripped` is what a framework has taken off the target already (Express calls it `baseUrl`): the same base path,
 * or another one before it.
 */
export const makeMount = (basePath = ""): ((target: string, stripped: unknown) => Mounted | undefined) => {
  const base = normalBasePath(basePath)
  return (target, stripped) => {
    const before = typeof stripped === "string" ? stripped : ""
    const url = behind(base, target)
    if (url !== undefined) return { basePath: before + base, url }
    return before.endsWith(base) ? { basePath: before, url: target } : undefined
  }
}
