import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { database } from "../composition/database.ts"
import { storage } from "../composition/storage.ts"
import { telemetry } from "../composition/telemetry.ts"
import { yesFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"
import { readServerSettings, type Settings } from "../settings/Settings.ts"

/** The database opens, in a thread or elsewhere, while the server's modules are loaded. */
const openAndServe = Effect.fnUntraced(function* (settings: Settings, withWorker: boolean) {
  // what is wrong with the folder is reported before a database is made in it
  yield* storage(settings, "")
  const [opened, { serveOn }] = yield* Effect.all(
    [
      settings.databaseMap === undefined ? Layer.build(database(settings)) : Effect.undefined,
      Effect.promise(() => import("../composition/serveOn.ts")),
    ],
    { concurrency: "unbounded" },
  )
  return yield* serveOn(opened && Layer.succeedContext(opened), settings, withWorker)
}, Effect.scoped)

export const serve = Command.make(
  "serve",
  {
    noWorker: yesFlag("no-worker", "Leave exports to hangtag worker processes"),
  },
  ({ noWorker }) =>
    Effect.flatMap(readServerSettings, (settings) =>
      Effect.provide(openAndServe(settings, !noWorker), telemetry(settings)),
    ),
).pipe(
  withHelp(
    "Serve the HTTP API, with an export worker inside",
    [
      "server",
      "authentication",
      "calls",
      "database",
      "replica",
      "schema",
      "queue",
      "storage",
      "exports",
      "logs",
    ],
    ["hangtag serve", "On this machine only, with a demo catalog in .hangtag/"],
    [
      "DATABASE_URL=postgres://hangtag:secret@db/hangtag hangtag serve --no-worker",
      "On a Postgres server, with exports left to hangtag worker",
    ],
  ),
)
