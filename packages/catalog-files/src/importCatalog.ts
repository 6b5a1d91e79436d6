import {
  CatalogWriter,
  type InvalidField,
  InvalidRequest,
  isTimeZone,
  type PriceListEntry,
  Transaction,
} from "@hangtag/core"
import { currentInstant, parseEffectiveFrom, readPriceLists, savePriceLists } from "@hangtag/core/adapter"
import { Effect, Schema, Stream } from "effect"
import { catalogSink, countedAs, type WrittenEntry } from "./catalogSink.ts"
import { type CatalogFile, type ImportItem, type ImportPass, importPasses } from "./ImportItem.ts"
import type { ImportProblem, ImportProgress, ImportSummary } from "./ImportSummary.ts"
import { ImportTally } from "./ImportTally.ts"
import { OrganizationUnknown } from "./importErrors.ts"
import { givenBy, LeftOut } from "./LeftOut.ts"
import { amountForm } from "./localAmount.ts"
import { fineAmounts } from "./markets/fineAmounts.ts"
import { leftOutMarkets, marketLists } from "./markets/marketLists.ts"
import type { ShopMarket } from "./markets/ShopMarket.ts"
import { fileFailure, openCatalogFile } from "./openCatalogFile.ts"
import type { OptionNames } from "./optionWords.ts"
import { retireGone } from "./retireGone.ts"
import { ShopContents } from "./ShopContents.ts"
import type { ShopifyChoices } from "./shopifyVariant.ts"

/** How files are imported; each has a default. */
export interface ImportOptions {
  /** IANA zone of brands that come without one and do not exist yet; `UTC`. */
  readonly timeZone?: string | undefined
  /** Moves prices to come whose brand has another time zone now; they are counted anyway, and those that have begun stay. */
  readonly moveToCome?: boolean | undefined
  /**
   * Since when the prices of Shopify files hold, ISO 8601; else from the import's moment on.
   *
   * An amount that is in force already is left as it is. Where a later price would hide the new one for good, it holds
   * from the import's moment on after all.
   */
  readonly effectiveFrom?: string | undefined
  /** Markets of Shopify files, and the price lists that their columns become; those that are not named are left out. */
  readonly markets?: ReadonlyArray<ShopMarket> | undefined
  /** The currency of `base` (ISO 4217), where that is to be said. */
  readonly currency?: string | undefined
  /** What names the variants of Shopify files: `sku`, and handle and options where it is empty; or those always. */
  readonly variantKey?: ShopifyChoices["variantKey"] | undefined
  /** The sheet of workbooks; else the first that is shown and names the columns of products. */
  readonly sheet?: string | undefined
  /** The language or country (BCP 47, `de`) in whose form csv files have amounts; else plain decimals. */
  readonly locale?: string | undefined
  /** What Shopify files call the options that are color, size and width, beside the names that are known. */
  readonly optionNames?: OptionNames | undefined
  /** Retires what the catalog has of the brands of Shopify files and the files have not, as of now; it is reported anyway. */
  readonly prune?: boolean | undefined
  /** Who does so, for the history; `import`. */
  readonly by?: string | undefined
  /** Does everything and undoes it in the end: the summary is that of the import. */
  readonly dryRun?: boolean | undefined
  /** Fails with `OrganizationUnknown` where nothing was ever written of the organization. */
  readonly mustExist?: boolean | undefined
  /** How many problems the summary lists; 20. All are counted. */
  readonly maxProblems?: number | undefined
  /** Called with every problem, in the order in which they are found. */
  readonly onProblem?: ((problem: ImportProblem) => void) | undefined
  /** Called after every block of 64 to 256 KiB that was read, and at the end. */
  readonly onProgress?: ((progress: ImportProgress) => Effect.Effect<void>) | undefined
}

/** The markets that the files have columns of. */
const marketsOf = (files: ReadonlyArray<CatalogFile>): ReadonlyArray<string> => [
  ...new Set(files.flatMap(({ markets = [] }) => markets)),
]

type SavedLists = Effect.Success<ReturnType<typeof readPriceLists>>

/** Carries the summary out of a transaction that is to be undone. */
class Undone extends Schema.TaggedError<Undone>()("Undone", { summary: Schema.Any }) {}

const fault = (name: string, type: string, msg: string, input: unknown): InvalidField => ({
  loc: [name],
  type,
  msg,
  input,
})

const faultsOf = (
  paths: ReadonlyArray<string>,
  organization: string,
  { timeZone = "UTC", effectiveFrom, locale }: ImportOptions,
): ReadonlyArray<InvalidField> => [
  ...(organization.trim() === ""
    ? [
        fault(
          "organization",
          "value_error",
          "it is empty; name the organization that the catalog belongs to",
          organization,
        ),
      ]
    : []),
  ...(paths.filter((path) => path === "-").length > 1
    ? [fault("files", "value_error", "standard input (-) can be read once", "-")]
    : []),
  ...(isTimeZone(timeZone)
    ? []
    : [fault("time_zone", "value_error", "use an IANA time zone such as America/New_York", timeZone)]),
  ...(locale === undefined || amountForm(locale) !== undefined
    ? []
    : [fault("locale", "value_error", "use a language or country such as de or de-CH", locale)]),
  ...(effectiveFrom === undefined || parseEffectiveFrom(effectiveFrom) !== undefined
    ? []
    : [
        fault(
          "effective_from",
          "datetime_from_date_parsing",
          "use an ISO 8601 date or date-time such as 2026-12-01",
          effectiveFrom,
        ),
      ]),
]

/**
 * Loads catalog NDJSON and Shopify product files (csv, xlsx) into an organization; `-` is standard input.
 *
 * NDJSON is a history: what it has is added. A Shopify file says what the shop shows now: an amount that differs from
 * the price in force becomes a price of its own, and a value that no column speaks of stays; what the catalog has and
 * the file has not is counted, and retired with `prune`. Lines may stand in any order and refer to other files of the call: every file is read three times
 * (brands and batches, products, prices), and memory grows by the keys of Shopify files only. A bad line is left out with
 * what hangs on it and reported by number; the others are kept. Importing the same again changes nothing. When it fails
 * midway, import again.
 *
 * Fails with `FileNotImportable` before anything is written when a file cannot be read at all.
 */
export const importCatalog = Effect.fn("importCatalog")(function* (
  paths: ReadonlyArray<string>,
  organization: string,
  options: ImportOptions = {},
) {
  const fields = faultsOf(paths, organization, options)
  if (fields.length > 0) return yield* new InvalidRequest({ fields })
  const choices = {
    variantKey: options.variantKey ?? "sku",
    optionNames: options.optionNames ?? {},
    sheet: options.sheet,
    markets: options.markets,
    amounts: options.locale === undefined ? undefined : amountForm(options.locale),
  }
  const files = yield* Effect.forEach(paths, (path) =>
    openCatalogFile(path, options.effectiveFrom ?? null, choices),
  )
  if (options.prune && files.every(({ priced }) => priced === undefined)) {
    const msg =
      "only a shop's file says what is gone; catalog NDJSON is a history, and nothing is pruned by it"
    return yield* new InvalidRequest({ fields: [fault("prune", "value_error", msg, true)] })
  }
  const lacking = options.prune ? files.find(({ prunesWithout = [] }) => prunesWithout.length > 0) : undefined
  if (lacking !== undefined) {
    const msg = `${lacking.name} has no column ${lacking.prunesWithout?.join(", ")}, so what is gone cannot be known; add it, or import without prune`
    return yield* new InvalidRequest({ fields: [fault("prune", "value_error", msg, true)] })
  }
  const partly = options.prune ? files.find(({ unread = [] }) => unread.length > 0) : undefined
  if (partly !== undefined) {
    const msg = `${partly.name} has products in sheets that are not read, ${partly.unread?.join(", ")}, so what is gone cannot be known; save each as a file of its own and name all of them, or import without prune`
    return yield* new InvalidRequest({ fields: [fault("prune", "value_error", msg, true)] })
  }
  const writer = yield* CatalogWriter
  if (options.mustExist && !(yield* writer.isKnown(organization))) {
    return yield* new OrganizationUnknown({ organization })
  }
  const lists = yield* marketLists(organization, marketsOf(files), options.markets ?? [], options.currency)
  const run = importFiles(files, organization, lists, options)
  if (!options.dryRun) return yield* run
  const { atomically } = yield* Transaction
  const undone = Effect.flatMap(run, (summary) => Effect.fail(new Undone({ summary })))
  return yield* Effect.catchTag(atomically(undone), "Undone", ({ summary }) =>
    Effect.succeed(summary as ImportSummary),
  )
}, Effect.scoped)

const importFiles = Effect.fnUntraced(function* (
  files: ReadonlyArray<CatalogFile>,
  organization: string,
  lists: ReadonlyArray<PriceListEntry>,
  options: ImportOptions,
) {
  const { timeZone = "UTC", maxProblems = 20, onProblem, by = "import", prune = false } = options
  const tally = new ImportTally(
    files.map(({ name }) => name),
    maxProblems,
    onProblem,
  )
  const at = yield* currentInstant
  const shop = new ShopContents(files.flatMap(({ priced = [] }) => priced))
  const leftOut = new LeftOut()
  const fine = fineAmounts()
  const onRefused = (entry: WrittenEntry) => {
    if (entry.kind === "shop_product") shop.refuse(entry.product_key)
    else if (entry.kind !== "shop_price") leftOut.add(givenBy(entry.kind, entry))
  }
  const sink = yield* catalogSink(
    organization,
    { timeZone, at, by, movesToCome: options.moveToCome, onRefused },
    tally,
  )
  tally.leftOutMarkets = leftOutMarkets(marketsOf(files), options.markets ?? [])
  if (lists.length > 0) {
    const made = yield* savePriceLists(organization, lists, { by, began: at })
    const [refused] = made.rejected
    // another user has made it meanwhile
    if (refused !== undefined)
      return yield* new InvalidRequest({ fields: [fault("market", "value_error", refused.reason, null)] })
    tally.add("price_list", made, [])
  }
  const passBytes = files.reduce((sum, file) => sum + file.size, 0)
  const totalBytes = passBytes * importPasses.length
  const progress = (doneBytes: number) =>
    options.onProgress?.({ doneBytes, totalBytes, entries: tally.written, rejected: tally.rejected }) ??
    Effect.void

  const take = Effect.fnUntraced(function* (file: number, items: ReadonlyArray<ImportItem>) {
    for (const item of items) {
      const place = { file, line: item.line }
      if ("fault" in item) {
        tally.reject(item.kind, place, item.fault)
        leftOut.add(item.given ?? [])
        continue
      }
      const { entry } = item
      if (item.ignored !== undefined) tally.ignore(countedAs(entry.kind), item.ignored)
      if (entry.kind === "product") shop.addWhole(entry.product_key)
      if (entry.kind === "price") shop.addPrice(entry.variant_key, entry)
      const isWithheld =
        item.isWithheld ||
        (entry.kind === "shop_price"
          ? shop.isRefused(entry.product_key)
          : entry.kind !== "shop_product" && leftOut.takesAlong(entry))
      if (!isWithheld && (entry.kind === "price" || entry.kind === "shop_price"))
        fine.add(entry, files[file]!.name, item.line)
      if (isWithheld) tally.withhold(countedAs(entry.kind))
      else if (sink.add(entry, place, item.ifAbsent)) yield* sink.write(entry.kind)
    }
  })

  let done = 0
  const readFile = (file: CatalogFile, index: number, pass: ImportPass, lists: SavedLists) => {
    const currencyOf = (priceList: string) => lists.get(priceList)?.currency ?? null
    return Stream.fromAsyncIterable(file.read(pass, shop, currencyOf), fileFailure(file.name)).pipe(
      // the next blocks are read and decoded while these are written
      Stream.buffer({ capacity: 4 }),
      Stream.runForEach(
        Effect.fnUntraced(function* ({ items, bytes, duplicates = [], leftOut, warnings = [] }) {
          yield* take(index, items)
          for (const key of duplicates) tally.duplicate(key)
          if (leftOut !== undefined) tally.repeat(leftOut.bySku, leftOut.byOptions)
          for (const text of warnings) tally.warn(text)
          done += bytes
          yield* progress(done)
        }),
      ),
    )
  }
  let saved: SavedLists = new Map()
  for (const [passed, pass] of importPasses.entries()) {
    if (pass === "prices") saved = yield* readPriceLists(organization)
    for (const [index, file] of files.entries()) yield* readFile(file, index, pass, saved)
    yield* sink.flush
    done = passBytes * (passed + 1)
    yield* progress(done)
  }
  for (const text of fine.warnings(saved)) tally.warn(text)
  if (files.some(({ priced }) => priced !== undefined)) {
    tally.gone = yield* retireGone(organization, shop, { at, by, prune, most: maxProblems })
  }
  return tally.summary
})
