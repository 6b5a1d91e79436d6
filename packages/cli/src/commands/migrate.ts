import { migrateWithin } from "@hangtag/postgres"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { database } from "../composition/database.ts"
import { answer } from "../output/answer.ts"
import { withHelp } from "../output/withHelp.ts"
import { timeSpan } from "../settings/parsers.ts"
import { readSettings } from "../settings/Settings.ts"

const wait = Flag.String("wait").pipe(
  Flag.withDescription("How long to wait for sessions that hold tables, such as 60s or 5m"),
  Flag.filter(
    (text) => timeSpan(text) !== undefined,
    (text) => `--wait is a time span such as 60s or 5m, not ${text}`,
  ),
  Flag.map((text) => timeSpan(text)!),
  Flag.withDefault(10_000),
)

export const migrate = Command.make(
  "migrate",
  { wait },
  Effect.fn(function* ({ wait }) {
    const settings = yield* readSettings
    const { from, to } = yield* Effect.provide(migrateWithin(wait), database(settings))
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
      {
        command: "hangtag migrate --wait 5m",
        description: "Beside sessions that may hold tables for minutes",
      },
    ],
  ),
)
