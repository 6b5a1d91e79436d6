import type { ImportSummary } from "@hangtag/catalog-files"
import { importCatalog } from "@hangtag/catalog-files"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { hangtag } from "../composition/hangtag.ts"
import { readSettings } from "../settings/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { progressBar } from "./progressBar.ts"

const words = ({ kinds, ignoredFields }: ImportSummary): ReadonlyArray<string> => [
  ...Object.entries(kinds)
    .filter(([, { inserted, updated, unchanged, rejected }]) => inserted + updated + unchanged + rejected > 0)
    .map(
      ([kind, { inserted, updated, unchanged, rejected }]) =>
        `${kind}: ${inserted} new, ${updated} changed, ${unchanged} as they were${rejected > 0 ? `, ${rejected} left out` : ""}`,
    ),
  ...[...ignoredFields].map(([field, lines]) => `ignored: ${field} (on ${lines} lines), which nothing reads`),
]

export const importFiles = Command.make(
  "import",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription("Catalog NDJSON, a Shopify product CSV, or an xlsx sheet with its columns"),
      Argument.atLeast(1),
    ),
    organization: Flag.String("organization").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("The organization that the catalog belongs to"),
    ),
    effectiveFrom: Flag.String("effective-from").pipe(
      Flag.withDescription("Since when the prices of Shopify files hold; 1970-01-01 unless given"),
      Flag.optional,
    ),
  },
  Effect.fn(function* ({ files, organization, effectiveFrom }) {
    const settings = yield* readSettings
    const { layer } = yield* hangtag(settings, "")
    const draw = yield* progressBar("import")
    const summary = yield* importCatalog(files, organization, {
      timeZone: settings.timeZone,
      effectiveFrom: Option.getOrUndefined(effectiveFrom),
      onProgress: ({ doneBytes, totalBytes, entries, rejected }) =>
        Effect.orDie(
          draw(
            totalBytes === 0 ? 1 : doneBytes / totalBytes,
            `${entries} entries${rejected > 0 ? `, ${rejected} bad lines` : ""}`,
          ),
        ),
    }).pipe(Effect.provide(layer))
    yield* Console.log(words(summary).join("\n"))
    if (summary.rejected === 0) return
    for (const { file, line, fault } of summary.problems) yield* Console.error(`${file}:${line}: ${fault}`)
    const more = summary.rejected - summary.problems.length
    if (more > 0) yield* Console.error(`… and ${more} more`)
    return yield* new CommandFailed({
      message: `${summary.rejected} lines were left out, the others are stored: mend those lines and import again`,
    })
  }),
).pipe(Command.withDescription("Load a catalog; importing twice changes nothing"))
