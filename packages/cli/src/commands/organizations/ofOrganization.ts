import { createGzip } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type { ObjectStorage } from "@hangtag/core"
import { organizationSize, type TableSize } from "@hangtag/postgres/organizations"
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { hangtag } from "../../composition/hangtag.ts"
import { filesPlace } from "../../composition/places.ts"
import type { importOrganizationFile } from "../../organizations/importOrganizationFile.ts"
import { organizationFile } from "../../organizations/organizationFile.ts"
import { CommandFailed } from "../../output/CommandFailed.ts"
import { counted } from "../../output/counted.ts"
import { argument, textFlag } from "../../output/flags.ts"
import { namedServer, serverOf } from "../../settings/ofServer.ts"
import { readSettings, type Settings } from "../../settings/Settings.ts"
import { saveContent } from "../saveExport.ts"

/** Whose. */
export const organization = argument("organization", "The organization's name, as callers name it")

/** On which server, where there are several. */
export const server = textFlag(
  "server",
  "A server of DATABASE_URLS by its name, or default; the one that the organization is on when left out",
)

/** The settings of that server, and whether the organization is on another one. */
export const settingsFor = Effect.fnUntraced(function* (name: string, server: Option.Option<string>) {
  const settings = yield* readSettings
  const own = serverOf(settings, name)
  const chosen = Option.getOrElse(server, () => own)
  return { settings: yield* namedServer(settings, chosen), isElsewhere: chosen !== own }
})

/** Runs it on the database and the storage of the settings. */
export const on = Effect.fnUntraced(function* <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, SqlClient | ObjectStorage>,
) {
  const { layer } = yield* hangtag(settings, "")
  return yield* Effect.provide(effect, layer)
})

/** All of them. */
export const rowsOf = (sizes: ReadonlyArray<TableSize>) => sizes.reduce((sum, { rows }) => sum + rows, 0)

/** Fails where nothing is of the organization. */
export const requireSome = Effect.fnUntraced(function* (name: string) {
  if (rowsOf(yield* organizationSize(name)) === 0)
    return yield* new CommandFailed({ message: `There is nothing of an organization ${name} here` })
})

/** Says how many files were not where they are looked for; nothing of none. */
export const inMissingWords = (missing: number, settings: Settings) =>
  missing === 0
    ? ""
    : `; ${counted(missing, "file")} of its exports ${missing === 1 ? "was" : "were"} not found in ${filesPlace(settings)}`

/** Writes the organization's file to a path, compressed where that ends in .gz; gives how many files of its exports storage does not have. */
export const writeFile = Effect.fnUntraced(function* (name: string, path: string) {
  yield* requireSome(name)
  let missing = 0
  const bytes = Stream.encodeText(organizationFile(name, () => missing++))
  const content = path.endsWith(".gz")
    ? NodeStream.pipeThroughDuplex(bytes, {
        evaluate: () => createGzip({ level: 3 }),
        onError: (cause) => new CommandFailed({ message: `The file cannot be compressed: ${cause}` }),
      })
    : bytes
  yield* saveContent(content, path)
  return missing
})

type Imported = Effect.Success<ReturnType<typeof importOrganizationFile>>

/** What came of an import. */
export const describeImported = ({ organization, rows, files }: Imported) =>
  `${organization} is here: ${counted(
    Object.values(rows).reduce((sum, count) => sum + count, 0),
    "row",
  )}, ${counted(files, "file")}`
