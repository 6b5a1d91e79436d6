import { Config, ConfigProvider, Effect, Option } from "effect"
import { readAuthentication } from "./authentication.ts"
import { BadSetting } from "./BadSetting.ts"
import { read } from "./read.ts"

const isProduction = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const found = yield* Effect.option(Config.String("NODE_ENV").parse(provider))
  return Option.getOrUndefined(found)?.trim() === "production"
})

/**
 * Which database: a server's `url`, or undefined for the embedded one. In production, and where callers are
 * authenticated, the embedded one has to be named: a forgotten `DATABASE_URL` would else begin an empty catalog in a
 * folder that a container may throw away.
 */
export const readDatabase = Effect.gen(function* () {
  const found = yield* read("DATABASE_URL")
  if (found !== undefined) return { url: found === "embedded" ? undefined : found, isNamed: true }
  const authentication = yield* Effect.option(readAuthentication)
  const isServing = Option.isSome(authentication) && authentication.value !== undefined
  if (isServing || (yield* isProduction))
    return yield* new BadSetting({
      name: "DATABASE_URL",
      value: "(unset)",
      allowed: `with ${isServing ? "authentication" : "NODE_ENV=production"} the database has to be named: use a URL like postgres://user:password@host:5432/database, or embedded for the one in HANGTAG_DATA`,
    })
  return { url: undefined, isNamed: false }
})

/** The standby that follows the server of `DATABASE_URL`, if any. */
export const readReplica = Effect.gen(function* () {
  const found = yield* read("DATABASE_REPLICA_URL")
  // a URL that cannot be used is reported by who reads that
  const usual = yield* Effect.orElseSucceed(read("DATABASE_URL"), () => "")
  if (found === undefined || (usual !== undefined && usual !== "embedded")) return found
  return yield* new BadSetting({
    name: "DATABASE_REPLICA_URL",
    value: "(hidden)",
    allowed:
      "the embedded database has no replica: set DATABASE_URL to the server that it follows, or unset it",
  })
})
