import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { currentInstant } from "@hangtag/core/adapter"
import { freezeOrganization, ImportRefused, organizationSize } from "@hangtag/postgres/organizations"
import { ConfigProvider, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { databasePlace } from "../../composition/places.ts"
import { importOrganizationFile } from "../../organizations/importOrganizationFile.ts"
import { answer } from "../../output/answer.ts"
import { CommandFailed, unreadable } from "../../output/CommandFailed.ts"
import { textFlag } from "../../output/flags.ts"
import { withHelp } from "../../output/withHelp.ts"
import { namedServer, onServer, serverOf } from "../../settings/ofServer.ts"
import { readSettings } from "../../settings/Settings.ts"
import {
  describeImported,
  inMissingWords,
  on,
  organization,
  requireSome,
  rowsOf,
  writeFile,
} from "./ofOrganization.ts"

/** The settings of another installation, and of nothing around. */
const settingsIn = Effect.fnUntraced(function* (path: string) {
  const env = yield* Effect.try({
    try: () => parseEnv(readFileSync(path, "utf8")) as Record<string, string>,
    catch: () => unreadable(`--to ${path} cannot be read: use the path of a file of NAME=value lines`),
  })
  return yield* Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env, preserveEmptyStrings: true }),
  )
})

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "hangtag-move-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

export const move = Command.make(
  "move",
  {
    organization,
    to: textFlag("to", "The other installation's settings: a file of NAME=value lines"),
    toServer: textFlag(
      "to-server",
      "Instead of --to: another server of this installation, by its name in DATABASE_URLS",
    ),
    file: textFlag("file", "Where to keep what is moved as a file too; none is kept when left out"),
  },
  Effect.fnUntraced(function* ({ organization, to, toServer, file }) {
    const settings = yield* readSettings
    const from = serverOf(settings, organization)
    const source = onServer(settings, from)
    const target = Option.isSome(toServer)
      ? yield* namedServer(settings, toServer.value)
      : Option.isSome(to)
        ? yield* settingsIn(to.value)
        : undefined
    if (target === undefined || (Option.isSome(to) && Option.isSome(toServer)))
      return yield* unreadable("Name where it goes: --to, or --to-server")
    if (databasePlace(source) === databasePlace(target))
      return yield* unreadable(
        `${Option.isSome(toServer) ? "--to-server names the server" : "--to names the installation"} that it is in already`,
      )
    const path = Option.isSome(file) ? file.value : join(yield* temporaryFolder, "organization.ndjson.gz")
    // fails before anything is frozen where it cannot be reached, or is of another version
    const there = yield* on(target, organizationSize(organization))
    if (rowsOf(there) > 0)
      return yield* new CommandFailed({
        message: `${organization} is at ${databasePlace(target)} already: where that is so since a move that was killed, delete it here; else delete it there`,
      })
    const at = yield* currentInstant
    const write = Effect.gen(function* () {
      yield* requireSome(organization)
      yield* freezeOrganization(organization, "move", at)
      return yield* writeFile(organization, path)
    })
    const missing = yield* on(source, write)
    const imported = yield* on(target, importOrganizationFile(path)).pipe(
      Effect.mapError((error) =>
        error instanceof ImportRefused
          ? error
          : new CommandFailed({
              message: `${organization} stays frozen, and may have come to ${databasePlace(target)}: look there, then run move again, or thaw it (${error.message})`,
            }),
      ),
    )
    yield* answer(
      { ...imported, missing_files: missing, from: databasePlace(source), to: databasePlace(target) },
      [
        describeImported(imported).replace("is here", `is at ${databasePlace(target)}`) +
          inMissingWords(missing, source),
        Option.isSome(toServer)
          ? `  it stays frozen on ${from}: name ${toServer.value} for it in ${settings.databaseMap?.path}, and once every process has read that, hangtag organizations delete ${organization} --server ${from} --yes`
          : `  it stays frozen here: have callers go there, then hangtag organizations delete ${organization} --yes`,
      ].join("\n"),
    )
  }, Effect.scoped),
).pipe(
  withHelp(
    "Bring an organization to another installation: freeze it here, export it, import it there",
    ["database", "storage"],
    [
      "hangtag organizations move acme --to other.env",
      "Writes are refused here from the first moment on, reads go on",
    ],
    ["hangtag organizations move acme --to-server us", "To another server of DATABASE_URLS"],
  ),
)
