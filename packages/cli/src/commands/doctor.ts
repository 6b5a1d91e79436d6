import { instantToText, ObjectStorage } from "@hangtag/core"
import { causeSentence, currentInstant } from "@hangtag/core/adapter"
import { IssuerKeys, JwtAuthenticator } from "@hangtag/http-adapter"
import { databaseVersion, openJobs, schemaVersion } from "@hangtag/postgres"
import { Effect, Exit, Stream } from "effect"
import { Command } from "effect/cli"
import { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql"
import { database } from "../composition/database.ts"
import { redis } from "../composition/redis.ts"
import { requireFiles, storage } from "../composition/storage.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { answer } from "./answer.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { explained } from "./explained.ts"
import { failureSentence } from "./failureSentence.ts"

const checkDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ version: string }>`select current_setting('server_version') as version`
  const found = yield* databaseVersion
  const advice = found === schemaVersion ? "" : `, this version needs ${schemaVersion}: run hangtag migrate`
  return `Postgres ${row!.version}, schema version ${found}${advice}`
})

const counted = (count: number, noun: string, verb: string) =>
  `${count} ${noun}${count === 1 ? "" : "s"} ${verb}${count === 1 ? "s" : ""}`

/** Counts by what is true of the jobs, whether or not a worker runs. */
const checkQueue = Effect.fnUntraced(function* ({ exportLease }: Settings) {
  if ((yield* databaseVersion) !== schemaVersion) return "not made yet: run hangtag migrate"
  const { waiting, running, abandoned } = yield* openJobs(exportLease)
  const dead = abandoned === 0 ? "" : `, ${abandoned} of a worker that is gone wait for another one`
  return `${counted(waiting, "export", "wait")}, ${running} run${running === 1 ? "s" : ""}${dead}`
})

/** What is in force depends on this machine's clock. */
const checkClock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1e6)::float8 as now`
  const now = yield* currentInstant
  const apart = Math.abs(row!.now - now) / 1e6
  if (apart < 5) return `${instantToText(now)}, as the database's`
  return yield* new CommandFailed({
    message: `this machine's clock and the database's are ${apart.toFixed(0)} s apart: set them by NTP`,
  })
})

const checkRedis = (url: string) =>
  Redis.use((connection) => connection.send<string>("INFO", "server")).pipe(
    Effect.map((info) => `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1]} answers`),
    Effect.timeout("5 seconds"),
    Effect.provide(redis(url)),
  )

const checkStorage = Effect.fnUntraced(function* (settings: Settings) {
  const { layer } = yield* storage(settings, "")
  const key = "doctor/check"
  return yield* Effect.gen(function* () {
    const files = yield* ObjectStorage
    yield* requireFiles(settings)
    yield* files.put(key, Stream.make(new TextEncoder().encode("ok")), { content_type: "text/plain" })
    yield* files.delete(key)
    return "a file can be written and removed"
  }).pipe(Effect.provide(layer))
})

const checkAuthentication = ({ authentication }: Settings) =>
  authentication === undefined
    ? Effect.succeed("none: the server listens on loopback only")
    : Effect.flatMap(IssuerKeys, ({ check }) => check).pipe(
        Effect.as(`keys of ${authentication.issuer} can be had`),
        Effect.mapError(
          ({ cause }) =>
            new CommandFailed({
              message: `AUTH_JWKS_URL gives no keys (${causeSentence(cause)}): check the address, and that the issuer answers there`,
            }),
        ),
        Effect.provide(JwtAuthenticator(authentication)),
      )

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
}

/** Runs a check and tells how it went. */
const report = <E, R>(check: string, work: Effect.Effect<string, E, R>): Effect.Effect<Finding, never, R> =>
  Effect.map(Effect.exit(work), (result) =>
    Exit.isSuccess(result)
      ? { check, ok: true, found: result.value }
      : { check, ok: false, found: failureSentence(result.cause) },
  )

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn(function* () {
    const settings = yield* readSettings
    const onDatabase = Effect.all([
      report("database", checkDatabase),
      report("queue", checkQueue(settings)),
      report("clock", checkClock),
    ]).pipe(
      Effect.provide(database(settings)),
      Effect.catchCause((cause) =>
        report("database", Effect.failCause(cause)).pipe(Effect.map((finding) => [finding])),
      ),
    )
    const findings: ReadonlyArray<Finding> = [
      { check: "settings", ok: true, found: "every one can be read" },
      ...(yield* onDatabase),
      ...(settings.redisUrl === undefined ? [] : [yield* report("redis", checkRedis(settings.redisUrl))]),
      yield* report("storage", checkStorage(settings)),
      yield* report("authentication", checkAuthentication(settings)),
    ]
    const lines = findings.map(({ check, ok, found }) => `${ok ? "ok   " : "wrong"} ${check}: ${found}`)
    yield* answer(findings, lines.join("\n"))
    const wrong = findings.filter(({ ok }) => !ok).length
    if (wrong > 0)
      return yield* new CommandFailed({ message: `${wrong} of ${findings.length} checks failed` })
  }),
).pipe(
  explained(
    "Check database, queue, clock, storage and authentication, and say what to do",
    ["database", "queue", "storage", "authentication"],
    [
      { command: "hangtag doctor", description: "Each check in a line; fails where one does" },
      { command: "hangtag doctor --json", description: "The findings as a list, for a program" },
    ],
  ),
)
