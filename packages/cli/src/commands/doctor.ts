import { existsSync } from "node:fs"
import { instantToText, ObjectStorage } from "@hangtag/core"
import { causeSentence, currentInstant } from "@hangtag/core/adapter"
import { IssuerKeys, JwtAuthenticator } from "@hangtag/http-adapter"
import {
  backupReadiness,
  openJobs,
  type Pooling,
  partitionCount,
  poolingOf,
  requireMigrated,
  schemaVersion,
  type TableOwner,
  tableOwners,
  whyNoWrites,
} from "@hangtag/postgres"
import { replicaDelay } from "@hangtag/postgres/replica"
import { defaultServer } from "@hangtag/postgres/servers"
import { keptFolderSecret } from "@hangtag/storage/folder"
import { Effect, Exit, Option, Stream } from "effect"
import { Command } from "effect/cli"
import { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql"
import { database as databaseOf } from "../composition/database.ts"
import { databasePlace, filesPlace } from "../composition/places.ts"
import { redis } from "../composition/redis.ts"
import { requireFiles, storage } from "../composition/storage.ts"
import { answer } from "../output/answer.ts"
import { CommandFailed } from "../output/CommandFailed.ts"
import { failureSentence } from "../output/failureSentence.ts"
import { withHelp } from "../output/withHelp.ts"
import { addressOf } from "../settings/addressOf.ts"
import { onServer, serverNames } from "../settings/ofServer.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"

/** What stands between here and the server, in words. */
const ways: Readonly<Record<Pooling, string>> = {
  none: "no pooler between",
  session: "behind a pooler of sessions: each use is scoped by its transaction",
  transaction: "behind a pooler of transactions: each use is scoped by its transaction, and nothing listens",
}

const checkDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* requireMigrated
  const [row] = yield* sql<{ version: string }>`select current_setting('server_version') as version`
  const why = yield* whyNoWrites
  if (why !== undefined)
    return yield* new CommandFailed({
      message: `Postgres ${row!.version} takes no writes (${why === "standby" ? "it is a standby" : "it is read-only"}): reads are answered; connect to the primary, or make it writable`,
    })
  const pooling = poolingOf(sql)
  const partitions = yield* partitionCount
  const parts = partitions === 0 ? "" : `, ${partitions} partitions by organization`
  return `Postgres ${row!.version}, schema version ${schemaVersion}${parts}${pooling === undefined ? "" : `, ${ways[pooling]}`}`
})

/** How far the standby is behind the database that is open. */
const checkReplica = Effect.fnUntraced(function* (settings: Settings) {
  const { replicaLag, replicaUrl } = settings
  const primary = yield* SqlClient.SqlClient
  const look = Effect.gen(function* () {
    const replica = yield* SqlClient.SqlClient
    yield* requireMigrated
    const delay = yield* replicaDelay(primary, replica, replicaLag)
    if (Option.isNone(delay))
      return yield* new CommandFailed({
        message:
          "it is no standby of this primary: reads go to the primary; set DATABASE_REPLICA_URL to one, or unset it",
      })
    const { bytes, milliseconds } = delay.value
    if (Option.isNone(milliseconds))
      return yield* new CommandFailed({
        message: `it is more than ${replicaLag / 1000} s behind (${Math.ceil(bytes / 1e6)} MB of log at first): reads go to the primary; see pg_stat_replication there, and whether its replay is paused`,
      })
    const [row] = yield* replica<{ readonly isHeard: boolean }>`
      select current_setting('hot_standby_feedback') = 'on' as "isHeard"`
    const advice = row!.isHeard
      ? ""
      : "; hot_standby_feedback is off: long exports hold up its replay, or are ended by it: set it on"
    return `a standby that had what was committed after ${milliseconds.value.toFixed(0)} ms${advice}`
  })
  return yield* Effect.provide(look, databaseOf({ ...settings, databaseUrl: replicaUrl }))
})

/** Tables in one hand can be migrated: by this user, or by the role that owns them where this one may only use them. */
const checkTables = Effect.fnUntraced(function* (owners: ReadonlyArray<TableOwner>) {
  const [first, ...others] = owners.toSorted((a, b) => b.tables.length - a.tables.length)
  if (first === undefined || others.length === 0)
    return first === undefined || first.is_own
      ? "this user owns them"
      : `${first.owner} owns them, and this user uses them: run hangtag migrate and backups as ${first.owner}`
  const strays = others.flatMap(({ tables }) => tables)
  const [stray] = strays
  return yield* new CommandFailed({
    message: `${first.owner} owns them but ${strays.length} (${others.map(({ owner }) => owner).join(", ")}), which hangtag migrate could not change: have an administrator run ALTER TABLE ${stray} OWNER TO "${first.owner}"${strays.length > 1 ? ", and the same for the others" : ""}`,
  })
})

/** Whether the documented backup works for this user; one that owns nothing has no need of it. */
const checkBackups = (owners: ReadonlyArray<TableOwner>) => {
  const owner = owners.find(({ is_own }) => !is_own)?.owner
  if (owner !== undefined)
    return Effect.succeed(`taken as ${owner}, who owns the tables; nothing is missing here`)
  return Effect.map(backupReadiness, (missing) =>
    missing === undefined
      ? "pg_dump may take the role hangtag_backup"
      : `pg_dump cannot yet, it lacks ${missing}: have an administrator run CREATE ROLE hangtag_backup NOLOGIN and GRANT it to the user of DATABASE_URL, then run hangtag migrate`,
  )
}

const counted = (count: number, noun: string, verb: string) =>
  `${count} ${noun}${count === 1 ? "" : "s"} ${verb}${count === 1 ? "s" : ""}`

/** Counts by what is true of the jobs, whether or not a worker runs. */
const checkQueue = Effect.fnUntraced(function* ({ exportLease }: Settings) {
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

/** Makes nothing, as the first start does; fails where there is something that it cannot use. */
const checkFolder = Effect.fnUntraced(function* (settings: Settings) {
  const missing: Array<string> = []
  if (!existsSync(filesPlace(settings))) missing.push("the folder")
  if ((yield* keptFolderSecret(settings.dataDirectory)) === undefined && settings.linkSecrets === undefined)
    missing.push("link-secret")
  return missing
})

const checkStorage = Effect.fnUntraced(function* (settings: Settings) {
  const missing = settings.fileStorage === undefined ? yield* checkFolder(settings) : []
  if (missing.length > 0)
    return `${missing.join(" and ")} of ${settings.dataDirectory} ${missing.length > 1 ? "are" : "is"} not there: the first start makes it; if there was one, put a copy of it back, or set HANGTAG_DATA to where it is`
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
  /** What was asked: an address without its credentials, or a folder. */
  readonly at: string | null
  readonly ok: boolean
  readonly found: string
}

/** Runs a check and tells how it went. */
const report = <E, R>(
  check: string,
  at: string | null,
  work: Effect.Effect<string, E, R>,
): Effect.Effect<Finding, never, R> =>
  Effect.map(Effect.exit(work), (result) =>
    Exit.isSuccess(result)
      ? { check, at, ok: true, found: result.value }
      : { check, at, ok: false, found: failureSentence(result.cause) },
  )

const onPostgres = Effect.fnUntraced(function* (at: string | null) {
  const owners = yield* Effect.cached(tableOwners)
  return [
    yield* report("tables", at, Effect.flatMap(owners, checkTables)),
    yield* report("backup", at, Effect.flatMap(owners, checkBackups)),
  ]
})

const noDatabase = Effect.fail(
  new CommandFailed({
    message:
      "there is none: hangtag serve or hangtag import makes one; if there was one, set HANGTAG_DATA, or DATABASE_URL, to where it is",
  }),
)

const onDatabase = Effect.fnUntraced(function* (settings: Settings) {
  const { databaseUrl } = settings
  const at = databasePlace(settings)
  if (databaseUrl === undefined && !existsSync(at)) return [yield* report("database", at, noDatabase)]
  return yield* Effect.gen(function* () {
    const database = yield* report("database", at, checkDatabase)
    return [
      database,
      ...(database.ok ? [yield* report("queue", at, checkQueue(settings))] : []),
      ...(database.ok && databaseUrl !== undefined ? yield* onPostgres(at) : []),
      yield* report("clock", at, checkClock),
      ...(settings.replicaUrl === undefined
        ? []
        : [yield* report("replica", addressOf(settings.replicaUrl, 5432), checkReplica(settings))]),
    ]
  }).pipe(
    Effect.provide(databaseOf(settings)),
    Effect.catchCause((cause) =>
      Effect.map(report("database", at, Effect.failCause(cause)), (finding) => [finding]),
    ),
  )
})

const checkServers = ({ path, servers, organizations }: NonNullable<Settings["databaseMap"]>): Finding => ({
  check: "servers",
  at: path,
  ok: true,
  found: `${counted(organizations.size, "organization", "stand")} in it, on ${[defaultServer, ...servers.keys()].join(", ")}; any other is on ${defaultServer}`,
})

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn(function* () {
    const settings = yield* readSettings
    const { redisUrl, authentication, databaseMap } = settings
    const findings: ReadonlyArray<Finding> = [
      { check: "settings", at: null, ok: true, found: "every one can be read" },
      ...(databaseMap === undefined ? [] : [checkServers(databaseMap)]),
      ...(yield* Effect.forEach(serverNames(settings), (name) =>
        onDatabase(onServer(settings, name)),
      )).flat(),
      ...(redisUrl === undefined
        ? []
        : [yield* report("redis", addressOf(redisUrl, 6379), checkRedis(redisUrl))]),
      yield* report("storage", filesPlace(settings), checkStorage(settings)),
      yield* report("authentication", authentication?.jwksUrl ?? null, checkAuthentication(settings)),
    ]
    const lines = findings.map(
      ({ check, at, ok, found }) =>
        `${ok ? "ok   " : "wrong"} ${check}${at === null ? "" : ` at ${at}`}: ${found}`,
    )
    yield* answer(findings, lines.join("\n"))
    const wrong = findings.filter(({ ok }) => !ok).length
    if (wrong > 0)
      return yield* new CommandFailed({ message: `${wrong} of ${findings.length} checks failed` })
  }),
).pipe(
  withHelp(
    "Check database, queue, clock, storage and authentication, and say what to do",
    ["database", "replica", "queue", "storage", "authentication"],
    ["hangtag doctor", "Each check in a line; fails where one does"],
    ["hangtag doctor --json", "The findings as a list, for a program"],
  ),
)
