import { migrateWithin, mostPartitions, partitionWithin } from "@hangtag/postgres"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { eachServer, requireAll } from "../calls/eachServer.ts"
import { database } from "../composition/database.ts"
import { answer } from "../output/answer.ts"
import { withHelp } from "../output/withHelp.ts"
import { timeSpan } from "../settings/parsers.ts"
import { readSettings } from "../settings/Settings.ts"

/** A database counts no more than 24 days. */
const mostWait = 86_400_000

const wait = Flag.String("wait").pipe(
  Flag.withDescription(
    "How long to wait for sessions that hold tables, such as 60s or 5m; 10s when left out",
  ),
  Flag.filter(
    (text) => (timeSpan(text) ?? mostWait + 1) <= mostWait,
    (text) => `--wait is a time span of at most 24h, such as 60s or 5m, not ${text}`,
  ),
  Flag.map((text) => timeSpan(text)!),
  Flag.withDefault(10_000),
)

const partitions = Flag.Int("partitions").pipe(
  Flag.withDescription(
    `Of how many partitions by organization the tables are to be, 2 to ${mostPartitions}; all other calls wait while their rows move`,
  ),
  Flag.filter(
    (count) => count >= 2 && count <= mostPartitions,
    (count) => `--partitions is a number from 2 to ${mostPartitions}, not ${count}`,
  ),
  Flag.optional,
)

const inWords = (from: number, to: number) =>
  from === to
    ? `The database is at version ${to} already`
    : `Brought the database from version ${from} to ${to}`

export const migrate = Command.make(
  "migrate",
  { wait, partitions },
  Effect.fn(function* ({ wait, partitions }) {
    const migrated = Effect.fnUntraced(function* (server: string | undefined) {
      const of = server === undefined ? {} : { server }
      const head = server === undefined ? "" : `Server ${server}: `
      const { from, to } = yield* migrateWithin(wait)
      if (Option.isNone(partitions)) return yield* answer({ ...of, from, to }, head + inWords(from, to))
      const count = partitions.value
      const before = yield* partitionWithin(count, wait)
      const moved =
        before === count
          ? `Its tables are of ${count} partitions already`
          : `Its tables are of ${count} partitions now`
      yield* answer({ ...of, from, to, partitions: count }, `${head}${inWords(from, to)}\n${moved}`)
    })
    const all = yield* eachServer(yield* readSettings, (own, server) =>
      Effect.provide(migrated(server), database(own)),
    )
    yield* requireAll(all)
  }),
).pipe(
  withHelp(
    "Bring the database to this version",
    ["database"],
    [
      "DATABASE_URL=postgres://owner:secret@db/hangtag hangtag migrate",
      "Once a release, as a user who may change the schema",
    ],
    ["hangtag migrate --wait 5m", "Beside sessions that may hold tables for minutes"],
    [
      "hangtag migrate --partitions 16",
      "Many organizations on one server: each table by organization (docs/scale.md)",
    ],
  ),
)
