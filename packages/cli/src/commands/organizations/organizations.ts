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
import { Argument, Command, Flag } from "effect/cli"
import type { SqlClient } from "effect/sql/SqlClient"
import { deleteOrganizationWhole } from "../../organizations/deleteOrganizationWhole.ts"
import { importOrganizationFile } from "../../organizations/importOrganizationFile.ts"
import { allJobs } from "../../organizations/organizationFile.ts"
import { answer } from "../../output/answer.ts"
import { CommandFailed } from "../../output/CommandFailed.ts"
import { counted } from "../../output/counted.ts"
import { withHelp } from "../../output/withHelp.ts"
import { readSettings } from "../../settings/Settings.ts"
import { move } from "./moveOrganization.ts"
import { describeImported, example, on, organization, rowsOf, writeFile } from "./ofOrganization.ts"

const here = <A, E>(effect: Effect.Effect<A, E, SqlClient | ObjectStorage>) =>
  Effect.flatMap(readSettings, (settings) => on(settings, effect))

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

const list = Command.make("list", {}, () =>
  Effect.flatMap(here(listOrganizations), (found) =>
    answer(
      found.map(({ last_written_at, ...each }) => ({
        ...each,
        last_written_at: last_written_at === null ? null : instantToText(instantFromMicros(last_written_at)),
      })),
      found.length === 0 ? "No organizations" : found.map(describe).join("\n"),
    ),
  ),
).pipe(
  withHelp(
    "List organizations: how much each has, when something of it was written last, and whether it is frozen",
    ["database"],
    example("list", "All of the installation"),
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

const stats = Command.make("stats", { organization }, ({ organization }) =>
  Effect.flatMap(here(sizeOf(organization)), (found) =>
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
    example("stats acme", "What it has, counted"),
  ),
)

const exportOne = Command.make(
  "export",
  {
    organization,
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription(
        "Where the file goes: a path, compressed where it ends in .gz, or - for standard output; ORGANIZATION.ndjson.gz when left out",
      ),
      Flag.optional,
    ),
  },
  Effect.fnUntraced(function* ({ organization, output }) {
    const path = Option.getOrElse(output, () => `${organization.replaceAll("/", "_")}.ndjson.gz`)
    yield* here(writeFile(organization, path === "-" ? "stdout" : path))
    if (path !== "-") yield* answer({ organization, file: path }, `${organization} is in ${path}`)
  }),
).pipe(
  withHelp(
    "Write everything of an organization to a file, as of one moment",
    ["database", "storage"],
    example("export acme -o acme.ndjson.gz", "To keep it, or to take it elsewhere"),
  ),
)

const importOne = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("What hangtag organizations export has written"),
    ),
  },
  ({ file }) =>
    Effect.flatMap(here(importOrganizationFile(file)), (imported) =>
      answer(imported, describeImported(imported)),
    ),
).pipe(
  withHelp(
    "Take an organization's file into this installation: all of it, or nothing",
    ["database", "storage"],
    example("import acme.ndjson.gz", "Where nothing of the organization is yet"),
  ),
)

const deleteOne = Command.make(
  "delete",
  {
    organization,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Delete it; without this, say what would be deleted"),
      Flag.withDefault(false),
    ),
  },
  Effect.fnUntraced(function* ({ organization, yes }) {
    if (!yes) {
      const { rows, files } = yield* here(sizeOf(organization))
      yield* answer(
        { organization, rows, files: files.count, deleted: false },
        `${counted(rows, "row")} and ${counted(files.count, "file")} would be deleted, for good: add --yes`,
      )
      return
    }
    const result = yield* here(deleteOrganizationWhole(organization))
    yield* answer(
      result,
      `Deleted ${counted(
        Object.values(result.deleted).reduce((sum, count) => sum + count, 0),
        "row",
      )} and ${counted(result.files, "file")} of ${organization}; none is left in any of ${result.counted_tables} tables`,
    )
  }),
).pipe(
  withHelp(
    "Delete every row and file of an organization, in parts; run again, it goes on where it was",
    ["database", "storage"],
    example("delete acme --yes", "For good, counted in the end"),
  ),
)

const freeze = Command.make("freeze", { organization }, ({ organization }) =>
  Effect.gen(function* () {
    const at = yield* currentInstant
    yield* here(freezeOrganization(organization, "freeze", at))
    yield* answer({ organization, frozen: "freeze" }, `${organization} takes no writes now; reads go on`)
  }),
).pipe(
  withHelp(
    "Have an organization take no writes, while its reads go on",
    ["database"],
    example("freeze acme", "Before it is exported to go elsewhere"),
  ),
)

const thaw = Command.make("thaw", { organization }, ({ organization }) =>
  Effect.gen(function* () {
    const was = yield* here(thawOrganization(organization))
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
    example("thaw acme", "Where it is not to move after all"),
  ),
)

export const organizations = Command.make("organizations").pipe(
  withHelp(
    "Look after organizations as a whole: sizes, files, deletion, moving",
    ["database", "storage"],
    example("list", "What the installation has"),
  ),
  Command.withSubcommands([list, stats, exportOne, importOne, deleteOne, freeze, thaw, move]),
)
