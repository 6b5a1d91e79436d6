import type { HttpApiEndpoint } from "effect/http-api"
import type { Served } from "../api/served.ts"
import type { Slot } from "../validation/errorDetail.ts"

/** Where in a request something of an operation's input stands. */
export type PlaceIn = (loc: ReadonlyArray<string | number>) => ReadonlyArray<string | number>

export const inBody: PlaceIn = (loc) => ["body", ...loc]

const membersOf = (schema: unknown): ReadonlyArray<string> =>
  Object.keys(
    (schema as { readonly schema?: { readonly fields?: object } } | undefined)?.schema?.fields ?? {},
  )

/** Where an endpoint has the members of its operation's input, by their names over HTTP. */
export const placeIn = (endpoint: HttpApiEndpoint.Top, { names }: Served): PlaceIn => {
  const slots = new Map<string | number, Slot>()
  for (const name of membersOf(endpoint.params)) slots.set(name, "path")
  for (const name of membersOf(endpoint.query)) slots.set(name, "query")
  return ([first, ...rest]) => {
    if (first === undefined) return ["body"]
    const name = names[first] ?? first
    return [slots.get(name) ?? "body", name, ...rest]
  }
}
