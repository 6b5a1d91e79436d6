import { currentInstant, instantToText, ObjectStorage } from "@hangtag/core"
import { migrate, schemaVersion } from "@hangtag/postgres"
import { Console, Effect, Exit, Stream } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { database } from "../composition/database.ts"
import { storage } from "../composition/storage.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { failureSentence } from "./failureSentence.ts"

const checkDatabase = (settings: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ version: string }>`select current_setting('server_version') as version`
    const { from, to } = yield* migrate
    return `Postgres ${row!.version}${settings.databaseUrl === undefined ? ", embedded" : ""}, schema version ${schemaVersion}${from === to ? "" : ` (was ${from})`}`
  }).pipe(Effect.provide(database(settings)))

const checkQueue = (settings: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ waiting: number }>`
      select count(*)::int as waiting from hangtag_queue where completed = false`
    return `${row!.waiting} messages not done yet`
  }).pipe(Effect.provide(database(settings)))

/** Database clock and ours: what is in force depends on this machine's. */
const checkClock = (settings: Settings) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{
      now: number
    }>`select (extract(epoch from clock_timestamp()) * 1e6)::float8 as now`
    const now = yield* currentInstant
    const apart = Math.abs(row!.now - now) / 1e6
    return apart < 5
      ? `${instantToText(now)}, as the database's`
      : yield* new CommandFailed({
          message: `This machine's clock and the database's are ${apart.toFixed(0)} s apart: set them by NTP`,
        })
  }).pipe(Effect.provide(database(settings)))

const checkStorage = (settings: Settings) =>
  Effect.gen(function* () {
    const { layer } = yield* storage(settings, "")
    return yield* Effect.gen(function* () {
      const files = yield* ObjectStorage
      const key = "doctor/check"
      yield* files.put(key, Stream.make(new TextEncoder().encode("ok")), { content_type: "text/plain" })
      yield* files.delete(key)
      return "a file can be written and removed"
    }).pipe(Effect.provide(layer))
  })

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn(function* () {
    const settings = yield* readSettings
    yield* Console.log("ok    settings: every one can be read")
    const checks: ReadonlyArray<readonly [string, Effect.Effect<string, unknown>]> = [
      ["database", checkDatabase(settings)],
      ["queue", checkQueue(settings)],
      ["clock", checkClock(settings)],
      ["storage", checkStorage(settings)],
    ]
    let wrong = 0
    for (const [name, check] of checks) {
      const result = yield* Effect.exit(check)
      if (Exit.isSuccess(result)) yield* Console.log(`ok    ${name}: ${result.value}`)
      else {
        wrong++
        yield* Console.log(`wrong ${name}: ${failureSentence(result.cause)}`)
      }
    }
    if (wrong > 0)
      return yield* new CommandFailed({ message: `${wrong} of ${checks.length + 1} checks failed` })
  }),
).pipe(Command.withDescription("Check database, queue, clock and storage, and say what to do"))
