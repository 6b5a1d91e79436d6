import { migrate as migrateDatabase } from "@hangtag/postgres"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { database } from "../composition/database.ts"
import { answer } from "../output/answer.ts"
import { withHelp } from "../output/withHelp.ts"
import { readSettings } from "../settings/Settings.ts"

export const migrate = Command.make(
  "migrate",
  {},
  Effect.fn(function* () {
    const settings = yield* readSettings
    const { from, to } = yield* Effect.provide(migrateDatabase, database(settings))
    yield* answer(
      { from, to },
      from === to
        ? `The database is at version ${to} already`
        : `Brought the database from version ${from} to ${to}`,
    )
  }),
).pipe(
  withHelp(
    "Bring the database to this version",
    ["database"],
    [
      {
        command: "DATABASE_URL=postgres://owner:secret@db/hangtag hangtag migrate",
        description: "Once a release, as a user who may change the schema",
      },
    ],
  ),
)
