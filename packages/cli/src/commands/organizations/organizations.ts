import { instantFromMicros, instantToText, type ObjectStorage } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import {
  freezeOrganization,
  type ListedOrganization,
  listOrganizations,
  organizationFreeze,
  organizationSize,
  thawOrganization,
} from "@hangtag/postgres/organizations"
import { Effect, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import type { SqlClient } from "effect/sql/SqlClient"
import { doneOn, eachServer, requireAll } from "../../calls/eachServer.ts"
import { deleteOrganizationWhole } from "../../organizations/deleteOrganizationWhole.ts"
import { importOrganizationFile, unread } from "../../organizations/importOrganizationFile.ts"
import { allJobs, storedFiles } from "../../organizations/organizationFile.ts"
import { organizationOfFile } from "../../organizations/readOrganizationFile.ts"
import { answer } from "../../output/answer.ts"
import { CommandFailed } from "../../output/CommandFailed.ts"
import { counted } from "../../output/counted.ts"
import { argument, textFlag, yesFlag } from "../../output/flags.ts"
import { withHelp } from "../../output/withHelp.ts"
import { serverOf } from "../../settings/ofServer.ts"
import { readSettings } from "../../settings/Settings.ts"
import { move } from "./moveOrganization.ts"
import {
  describeImported,
  inMissingWords,
  on,
  organization,
  rowsOf,
  server,
  settingsFor,
  writeFile,
} from "./ofOrganization.ts"

/** Where the organization is, or on the server that is named. */
const here = <A, E>(
  { organization, server }: { readonly organization: string; readonly server: Option.Option<string> },
  effect: Effect.Effect<A, E, SqlClient | ObjectStorage>,
) => Effect.flatMap(settingsFor(organization, server), ({ settings }) => on(settings, effect))

const describe = ({
  organization,
  products,
  variants,
  batches,
  jobs,
  last_written_at,
  frozen,
}: ListedOrganization) =>
  `${organization}: ${counted(products, "product")}, ${counted(variants, "variant")}, ${batches} batches, ${counted(jobs, "job")}${last_written_at === null ? "" : `, last written ${instantToText(instantFromMicros(last_written_at))}`}${frozen === null ? "" : `, takes no writes (${frozen})`}`

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    const all = yield* eachServer(settings, (own) => on(own, listOrganizations))
    const done = doneOn(all)
    if (done.length === 0) return yield* requireAll(all)
    const found = done.flatMap(({ server, value }) => value.map((each) => ({ server, each })))
    /** Of several servers on which it is, and where it should be if not there. */
    const placed = (server: string | undefined, name: string) => {
      if (server === undefined) return ""
      const own = serverOf(settings, name)
      return `, on server ${server}${own === server ? "" : `, though it is on ${own} by DATABASE_URLS`}`
    }
    yield* answer(
      found.map(({ server, each: { last_written_at, ...each } }) => ({
        ...each,
        last_written_at: last_written_at === null ? null : instantToText(instantFromMicros(last_written_at)),
        ...(server !== undefined && { server }),
      })),
      found.length === 0
        ? "No organizations"
        : found.map(({ server, each }) => describe(each) + placed(server, each.organization)).join("\n"),
    )
    yield* requireAll(all)
  }),
).pipe(
  withHelp(
    "List organizations: how much each has, when something of it was written last, and whether it is frozen",
    ["database"],
    ["hangtag organizations list", "All of the installation"],
  ),
)

const sizeOf = (name: string) =>
  Effect.gen(function* () {
    const tables = yield* organizationSize(name)
    const frozen = (yield* organizationFreeze(name)) ?? null
    const files = yield* Stream.runFold(
      allJobs(name),
      () => ({ count: 0, bytes: 0 }),
      (sum, { file }) => (file === null ? sum : { count: sum.count + 1, bytes: sum.bytes + file.size }),
    )
    return { organization: name, rows: rowsOf(tables), frozen, tables, files }
  })

const stats = Command.make("stats", { organization, server }, (asked) =>
  Effect.flatMap(here(asked, sizeOf(asked.organization)), (found) =>
    answer(
      found,
      [
        `${counted(found.rows, "row")}, ${counted(found.files.count, "file")} of ${found.files.bytes} bytes${found.frozen === null ? "" : `; takes no writes (${found.frozen})`}`,
        ...found.tables
          .filter(({ rows }) => rows > 0)
          .map(({ table, rows, bytes }) => `  ${table}: ${counted(rows, "row")}, ${bytes} bytes`),
      ].join("\n"),
    ),
  ),
).pipe(
  withHelp(
    "How many rows and bytes an organization has in each table, and how many files",
    ["database", "storage"],
    ["hangtag organizations stats acme", "What it has, counted"],
  ),
)

const exportOne = Command.make(
  "export",
  {
    organization,
    server,
    output: textFlag(
      "output",
      "Where the file goes: a path, compressed where it ends in .gz, or - for standard output; ORGANIZATION.ndjson.gz when left out",
    ).pipe(Flag.withAlias("o")),
  },
  Effect.fnUntraced(function* ({ organization, server, output }) {
    const path = Option.getOrElse(output, () => `${organization.replaceAll("/", "_")}.ndjson.gz`)
    const { settings } = yield* settingsFor(organization, server)
    const missing = yield* on(settings, writeFile(organization, path === "-" ? "stdout" : path))
    const isPiped = path === "-"
    if (!isPiped || missing > 0)
      yield* answer(
        { organization, file: path, missing_files: missing },
        `${organization} is in ${isPiped ? "standard output" : path}${inMissingWords(missing, settings)}`,
        isPiped,
      )
  }),
).pipe(
  withHelp(
    "Write everything of an organization to a file, as of one moment",
    ["database", "storage"],
    ["hangtag organizations export acme -o acme.ndjson.gz", "To keep it, or to take it elsewhere"],
  ),
)

const importOne = Command.make(
  "import",
  {
    file: argument("file", "What hangtag organizations export has written"),
    server,
  },
  Effect.fnUntraced(function* ({ file, server }) {
    const organization = yield* Effect.tryPromise({ try: () => organizationOfFile(file), catch: unread })
    const imported = yield* here({ organization, server }, importOrganizationFile(file))
    yield* answer(imported, describeImported(imported))
  }),
).pipe(
  withHelp(
    "Take an organization's file into this installation: all of it, or nothing",
    ["database", "storage"],
    ["hangtag organizations import acme.ndjson.gz", "Where nothing of the organization is yet"],
  ),
)

const wouldDelete = (name: string, keepsFiles: boolean) =>
  Effect.gen(function* () {
    const rows = rowsOf(yield* organizationSize(name))
    return yield* Stream.runFold(
      keepsFiles ? Stream.empty : storedFiles(name),
      () => ({ rows, files: 0, missing: 0 }),
      (sum, { keys, isMissing }) => ({
        rows,
        files: sum.files + keys.length,
        missing: sum.missing + (isMissing ? 1 : 0),
      }),
    )
  })

const deleteOne = Command.make(
  "delete",
  {
    organization,
    server,
    yes: yesFlag("yes", "Delete it; without this, say what would be deleted"),
  },
  Effect.fnUntraced(function* ({ organization, server, yes }) {
    // servers share the files, which stay with the organization
    const { settings, isElsewhere } = yield* settingsFor(organization, server)
    if (!yes) {
      const { rows, files, missing } = yield* on(settings, wouldDelete(organization, isElsewhere))
      yield* answer(
        { organization, rows, files, missing_files: missing, deleted: false },
        `${counted(rows, "row")} and ${counted(files, "file")} would be deleted, for good: add --yes${inMissingWords(missing, settings)}`,
      )
      return
    }
    const result = yield* on(settings, deleteOrganizationWhole(organization, isElsewhere))
    yield* answer(
      result,
      `Deleted ${counted(
        Object.values(result.deleted).reduce((sum, count) => sum + count, 0),
        "row",
      )} and ${counted(result.files, "file")} of ${organization}; none is left in any of ${result.counted_tables} tables${inMissingWords(result.missing_files, settings)}`,
    )
  }),
).pipe(
  withHelp(
    "Delete every row and file of an organization, in parts; run again, it goes on where it was",
    ["database", "storage"],
    ["hangtag organizations delete acme --yes", "For good, counted in the end"],
  ),
)

const freeze = Command.make("freeze", { organization, server }, ({ organization, server }) =>
  Effect.gen(function* () {
    const at = yield* currentInstant
    yield* here({ organization, server }, freezeOrganization(organization, "freeze", at))
    yield* answer({ organization, frozen: "freeze" }, `${organization} takes no writes now; reads go on`)
  }),
).pipe(
  withHelp(
    "Have an organization take no writes, while its reads go on",
    ["database"],
    ["hangtag organizations freeze acme", "Before it is exported to go elsewhere"],
  ),
)

const thaw = Command.make("thaw", { organization, server }, ({ organization, server }) =>
  Effect.gen(function* () {
    const was = yield* here({ organization, server }, thawOrganization(organization))
    if (was === "delete")
      return yield* new CommandFailed({
        message: `The deletion of ${organization} has begun and cannot be taken back: run hangtag organizations delete again`,
      })
    yield* answer(
      { organization, frozen: null },
      was === undefined ? `${organization} was not frozen` : `${organization} takes writes again`,
    )
  }),
).pipe(
  withHelp(
    "Have a frozen organization take writes again",
    ["database"],
    ["hangtag organizations thaw acme", "Where it is not to move after all"],
  ),
)

export const organizations = Command.make("organizations").pipe(
  withHelp(
    "Look after organizations as a whole: sizes, files, deletion, moving",
    ["database", "storage"],
    ["hangtag organizations list", "What the installation has"],
  ),
  Command.withSubcommands([list, stats, exportOne, importOne, deleteOne, freeze, thaw, move]),
)
