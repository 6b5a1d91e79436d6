import { statSync } from "node:fs"
import { importCatalog } from "@hangtag/catalog-files"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { hangtag } from "../composition/hangtag.ts"
import { Json } from "../output/answer.ts"
import { CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { counted } from "../output/counted.ts"
import { argument, textFlag, textsFlag, yesFlag } from "../output/flags.ts"
import { importJson, importWords } from "../output/importWords.ts"
import { problemList, problemReport } from "../output/problemFiles.ts"
import { progressBar } from "../output/progressBar.ts"
import { terminalText } from "../output/terminalText.ts"
import { withHelp } from "../output/withHelp.ts"
import { readSettingsOf } from "../settings/ofServer.ts"

/** By whatever names: the report would be written over what is imported. */
const isSameFile = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

const optionName = (field: "color" | "size") =>
  textsFlag(`${field}-option`, `What Shopify files call the option that is the ${field}; repeatable`)

/** `NAME=KEY:CURRENCY`; a name may have an equals sign, and a key a colon. */
const marketOf = (text: string) => {
  const colon = text.lastIndexOf(":")
  const equals = text.lastIndexOf("=", colon)
  const [market, price_list] = [text.slice(0, equals), text.slice(equals + 1, colon)]
  const currency = text.slice(colon + 1)
  return equals < 1 || price_list === "" || currency === ""
    ? unreadable(
        `--market ${JSON.stringify(text)} is not NAME=KEY:CURRENCY: write it as "European Union=EU:EUR"`,
      )
    : Effect.succeed({ market, price_list, currency })
}

export const importFiles = Command.make(
  "import",
  {
    files: argument(
      "file",
      "Catalog NDJSON, a Shopify product CSV, or an xlsx sheet with its columns; - is standard input",
    ).pipe(Argument.atLeast(1)),
    organization: Flag.String("organization").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("The organization that the catalog belongs to"),
    ),
    create: yesFlag("create", "Begin a new organization: without this, one that is unknown is refused"),
    effectiveFrom: textFlag(
      "effective-from",
      "Since when the prices of Shopify files hold; the moment of the import unless given",
    ),
    variantKey: Flag.Literals("variant-key", ["sku", "handle-options"]).pipe(
      Flag.withDescription(
        "What names the variants of Shopify files; sku unless given, options where it is empty",
      ),
      Flag.withDefault<"sku" | "handle-options">("sku"),
    ),
    market: textsFlag(
      "market",
      'A market of Shopify files and its price list: "European Union=EU:EUR"; repeatable, others are left out',
    ),
    currency: textFlag(
      "currency",
      "The currency of base, the price list of all other prices, said once: USD",
    ),
    sheet: textFlag("sheet", "The sheet of workbooks; the first shown one with product columns unless given"),
    locale: textFlag("locale", "How csv files write amounts: de for 1.299,95; plain decimals unless given"),
    colorOption: optionName("color"),
    sizeOption: optionName("size"),
    prune: yesFlag(
      "prune",
      "Retire what the catalog has of the files' vendors and Shopify files no longer have",
    ),
    moveToCome: yesFlag(
      "move-to-come",
      "Move prices to come whose brand's time zone changes; they stay without it",
    ),
    dryRun: yesFlag("dry-run", "Tell what would be done, and do nothing"),
    report: textFlag("report", "Write every fault into this csv file"),
  },
  Effect.fn(function* ({ files, organization, create, effectiveFrom, variantKey, dryRun, ...flags }) {
    const settings = yield* readSettingsOf(organization)
    if (Option.contains(flags.report, "")) return yield* unreadable("--report is empty: name a file")
    if (Option.exists(flags.report, (path) => files.some((file) => isSameFile(file, path))))
      return yield* unreadable("--report names a file that is to be imported; name another one")
    const markets = yield* Effect.forEach(flags.market, marketOf)
    const report = Option.isSome(flags.report) ? yield* problemReport(flags.report.value) : undefined
    const list = (yield* Json) ? yield* problemList : undefined
    const { layer } = yield* hangtag(settings, "", true)
    const draw = yield* progressBar("import")
    const summary = yield* importCatalog(files, organization, {
      timeZone: settings.timeZone,
      effectiveFrom: Option.getOrUndefined(effectiveFrom),
      variantKey,
      markets,
      currency: Option.getOrUndefined(flags.currency),
      sheet: Option.getOrUndefined(flags.sheet),
      locale: Option.getOrUndefined(flags.locale),
      optionNames: { color: flags.colorOption, size: flags.sizeOption },
      prune: flags.prune,
      moveToCome: flags.moveToCome,
      by: "hangtag import",
      dryRun,
      mustExist: !create,
      onProblem: (problem) => {
        report?.(problem)
        list?.add(problem)
      },
      onProgress: ({ doneBytes, totalBytes, entries, rejected }) =>
        Effect.orDie(
          draw(
            totalBytes === 0 ? 1 : doneBytes / totalBytes,
            `${entries} entries${rejected > 0 ? `, ${rejected} bad lines` : ""}`,
          ),
        ),
    }).pipe(
      Effect.catchTag("OrganizationUnknown", ({ message }) =>
        Effect.fail(new CommandFailed({ message: `${message}, or add --create to begin it` })),
      ),
      Effect.provide(layer),
    )
    if (list === undefined) {
      yield* Console.log(
        terminalText(
          [...(dryRun ? ["nothing was written (--dry-run)"] : []), ...importWords(summary)].join("\n"),
        ),
      )
    } else {
      const head = JSON.stringify(importJson(summary, organization, dryRun)).slice(0, -1)
      yield* Effect.sync(() => process.stdout.write(`${head},"faults":[`))
      yield* list.print
      yield* Effect.sync(() => process.stdout.write("]}\n"))
    }
    if (summary.rejected === 0) return
    if (list === undefined) {
      for (const { file, line, fault } of summary.problems) yield* Console.error(`${file}:${line}: ${fault}`)
      const others = summary.rejected - summary.problems.length
      if (others > 0) yield* Console.error(`… and ${others} more${report ? "" : " (--report FILE has all)"}`)
    }
    const isAlone = Object.values(summary.kinds).every(({ withheld }) => withheld === 0)
    const along = isAlone ? "" : " with what hangs on them"
    const unpruned = flags.prune && summary.gone?.pruned === false ? ", and nothing was pruned" : ""
    return yield* new CommandFailed({
      message: `${counted(summary.rejected, "line")} ${summary.rejected === 1 ? "was" : "were"} left out${along}${unpruned}, the others are ${dryRun ? "good" : "stored"}: mend those lines and import again`,
    })
  }, Effect.scoped),
).pipe(
  withHelp(
    "Load a catalog; importing twice changes nothing",
    ["imports", "database", "schema"],
    ["hangtag import catalog.ndjson -o acme --create", "Brands, products and prices, a line each"],
    [
      "hangtag import products.csv -o acme --effective-from 2026-12-01",
      "A Shopify product export, whose prices hold from a day on",
    ],
    [
      'hangtag import products.csv -o acme --currency USD --market "European Union=EU:EUR"',
      "With the prices of a market as those of a price list",
    ],
  ),
)
