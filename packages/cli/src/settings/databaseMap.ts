import { readFileSync } from "node:fs"
import { defaultServer, type ServerMap } from "@hangtag/postgres/servers"
import { Effect } from "effect"
import { addressOf } from "./addressOf.ts"
import { BadSetting } from "./BadSetting.ts"
import { databaseUrl, replicaUrl } from "./parsers.ts"
import { read } from "./read.ts"

/** Which organization is on which server, and the file that says so. */
export interface DatabaseMap extends ServerMap {
  readonly path: string
  /** As it was read. */
  readonly text: string
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> | undefined =>
  value === undefined ? [] : isObject(value) ? Object.entries(value) : undefined

const place = (url: string) => addressOf(url, 5432)

/** The URLs of a server, and of its replica if any; undefined of what is neither a URL nor both. */
const urlsOf = (given: unknown) => {
  const { url, replica, ...others } = (isObject(given) ? given : { url: given }) as Record<string, unknown>
  if (
    Object.keys(others).length > 0 ||
    typeof url !== "string" ||
    databaseUrl(url) !== url ||
    url === "embedded"
  )
    return undefined
  if (replica === undefined) return { url }
  return typeof replica === "string" && replicaUrl(replica) === replica ? { url, replica } : undefined
}

/** The map in the text of a file, or what is wrong with it: never a URL, which holds a password. */
export const parseServerMap = (text: string, usualUrl: string | undefined): ServerMap | string => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return "it is no JSON"
  }
  const { servers, organizations, ...others } = (isObject(given) ? given : { given }) as Record<
    string,
    unknown
  >
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `it has servers and organizations, and no ${unknown}`
  const [named, placed] = [entriesOf(servers), entriesOf(organizations)]
  if (named === undefined || placed === undefined) return "servers and organizations are objects"
  const known = new Map<string, string>()
  const replicas = new Map<string, string>()
  const places = new Map(usualUrl === undefined ? [] : [[place(usualUrl), defaultServer]])
  for (const [name, given] of named) {
    if (name === defaultServer)
      return "the default server is that of DATABASE_URL: give this one another name"
    if (!/^[\w-]{1,40}$/.test(name)) return "a server's name is 1 to 40 letters, digits, - or _"
    const urls = urlsOf(given)
    if (urls === undefined)
      return `server ${name} needs a URL like postgres://user:password@host:5432/database, or an object of such a url and the replica of it`
    const { url, replica } = urls
    const other = places.get(place(url))
    if (other !== undefined) return `servers ${other} and ${name} are the same database`
    places.set(place(url), name)
    known.set(name, url)
    if (replica !== undefined) replicas.set(name, replica)
  }
  const map = new Map<string, string>()
  for (const [organization, name] of placed) {
    if (typeof name !== "string" || (name !== defaultServer && !known.has(name)))
      return `organization ${organization} is on no server of the file: name one of ${[...known.keys(), defaultServer].join(", ")}`
    map.set(organization, name)
  }
  return { servers: known, replicas, organizations: map }
}

/** Reads the file; what is wrong with it as a text. */
export const readServerMap = (path: string, usualUrl: string | undefined): DatabaseMap | string => {
  try {
    const text = readFileSync(path, "utf8")
    const map = parseServerMap(text, usualUrl)
    return typeof map === "string" ? map : { ...map, path, text }
  } catch (cause) {
    return `it cannot be read${cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""}`
  }
}

/** The map that `DATABASE_URLS` names; undefined where all organizations are on one server. */
export const readDatabaseMap = Effect.gen(function* () {
  const path = yield* read("DATABASE_URLS")
  if (path === undefined) return undefined
  // a URL that cannot be used is reported by who reads that
  const usual = yield* Effect.orElseSucceed(read("DATABASE_URL"), () => undefined)
  const map = readServerMap(path, usual === "embedded" ? undefined : usual)
  if (typeof map !== "string") return map
  return yield* new BadSetting({
    name: "DATABASE_URLS",
    value: path,
    allowed: `use the path of a JSON file of servers and organizations; of this one ${map}`,
  })
})
