import { migrate as migrateDatabase } from "@hangtag/postgres"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { database } from "../composition/database.ts"
import { readSettings } from "../settings/Settings.ts"

export const migrate = Command.make(
  "migrate",
  {},
  Effect.fn(function* () {
    const settings = yield* readSettings
    const { from, to } = yield* Effect.provide(migrateDatabase, database(settings))
    yield* Console.log(
      from === to
        ? `The database is at version ${to} already`
        : `Brought the database from version ${from} to ${to}`,
    )
  }),
).pipe(Command.withDescription("Bring the database to this version"))
