import { store } from "./store.ts"

/** Where the page is: a view's name, and the view's state in the query. */
export interface Address {
  readonly view: string
  readonly query: URLSearchParams
}

/** What stands before every view: all of them are at one depth, wherever the API is mounted. */
export const root = location.pathname.slice(0, location.pathname.lastIndexOf("/"))

/** The view that a path names. */
export const viewOf = (path: string): string => path.slice(root.length + 1).split("?", 1)[0]!

const read = (): Address => ({
  view: viewOf(location.pathname) || "prices",
  query: new URLSearchParams(location.search),
})

const address = store(read())
let place = location.pathname + location.search
const tell = () => {
  place = location.pathname + location.search
  address.set(read())
}
let opened = 0
/** How many times a person has gone elsewhere, by a link or back: who goes on by keyboard goes on there. */
export const timesOpened = (): number => opened
addEventListener("popstate", () => {
  // a link within the page is none elsewhere
  if (place !== location.pathname + location.search) opened++
  tell()
})

/** The address as it is, and whenever it changes. */
export const useAddress = address.use

/** A query's members; several of one name as a list, none for undefined or an empty one. */
export type Members = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Changes members of a query, and gives it as a path has it. */
const withMembers = (query: URLSearchParams, members: Members): string => {
  for (const [name, value] of Object.entries(members)) {
    query.delete(name)
    for (const each of typeof value === "string" ? [value] : (value ?? []))
      if (each !== "") query.append(name, each)
  }
  return query.size === 0 ? "" : `?${query}`
}

/** The path of a view in a state, for links. */
export const pathOf = (view: string, members: Members = {}): string =>
  `${root}/${view}${withMembers(new URLSearchParams(), members)}`

/** The path of the view as it is, with other members. */
export const hereWith = (members: Members): string =>
  `${location.pathname}${withMembers(new URLSearchParams(location.search), members)}`

/** Opens a view, as a link to it does. */
export const open = (path: string): void => {
  history.pushState(null, "", path)
  opened++
  tell()
  scrollTo(0, 0)
}

/** Changes members of the view's state; what is typed replaces the state, what is chosen can be gone back from. */
export const setState = (members: Members, { replace = false } = {}): void => {
  const path = hereWith(members)
  if (path === location.pathname + location.search) return
  history[replace ? "replaceState" : "pushState"](null, "", path)
  tell()
}
