import {
  basePriceList,
  catalogUrls,
  comparedAt,
  compareText,
  effectiveInstant,
  type FillPlan,
  instantFromMicros,
  instantFromMillis,
  isPrice,
  isWithdrawn,
  lastBegun,
  matchesVariant,
  matchesWords,
  momentOrder,
  noPricePolicy,
  type Price,
  type PriceRecord,
  priceInForce,
  priceMoments,
  recordInForce,
  searchOrder,
  shopPrice,
  urlKey,
  type Variant,
  wordOrder,
} from "@hangtag/core"
import {
  type ExportShape,
  exportHeader,
  exportRows,
  fillBatch,
  pairName,
  pairOrder,
  planOutcome,
} from "@hangtag/core/adapter"
import { aPriceRecord, aProduct, aRounding, aVariant } from "@hangtag/testkit"
import { adjustAmount, roundingFault } from "../../src/changes/rules/adjustAmount.ts"
import type { FillGiven } from "../../src/changes/rules/fillBatch.cases.ts"
import { exportColumns } from "../../src/exports/rules/exportColumns.ts"
import { exportPricesAt, exportPricesFaults } from "../../src/exports/rules/exportPrices.ts"
import { fileOptionFaults } from "../../src/exports/rules/fileOptions.ts"
import { listsLookedIn, openLists } from "../../src/lists/rules/listsLookedIn.ts"
import { withBase } from "../../src/lists/rules/shownList.ts"
import { explainPrice } from "../../src/prices/rules/explainPrice.ts"
import { futureRecords } from "../../src/prices/rules/futureRecords.ts"
import { pricesByPair } from "../../src/prices/rules/pairs.ts"
import { previewLines } from "../../src/prices/rules/previewLines.ts"
import type { TimelineGiven } from "../../src/prices/rules/priceTimeline.cases.ts"
import { priceSegments, priceSpans, timelineDrafts } from "../../src/prices/rules/priceTimeline.ts"
import { upcomingPrices } from "../../src/prices/rules/upcomingPrices.ts"
import { guardRails } from "../../src/prices/rules/warnings/guardRails.ts"
import { priceWarnings } from "../../src/prices/rules/warnings/priceWarnings.ts"
import { exportNowOf, exportRequestOf, productsSeedOf, variantOfText } from "./caseSeeds.ts"
import { lineOfText, listEntryOfText, priceOfText, shownOfText } from "./caseText.ts"
import type { Doors } from "./Doors.ts"
import type { AdjustDoor } from "./runPriceChangeCases.ts"

const instantAt = (text: string) => instantFromMillis(Date.parse(text))

const recordsOf = (prices: ReadonlyArray<string>, timeZone: string): Array<PriceRecord> =>
  prices.map(priceOfText).map((entry, index) =>
    aPriceRecord({
      ...entry,
      effective_at: effectiveInstant(entry.effective_from, timeZone)!,
      sequence: index + 1,
    }),
  )

const inForceOf = (records: ReadonlyArray<PriceRecord>, at: number): Array<Price> =>
  [...Map.groupBy(records, pairName).values()]
    .flatMap((group) => priceInForce(group, at) ?? [])
    .sort(pairOrder)

const fillOnce = (
  given: FillGiven,
  records: ReadonlyArray<PriceRecord>,
  filled: Map<string, Price>,
  {
    at,
    variants,
    types,
  }: { at: string; variants: ReadonlyArray<string>; types: ReadonlyArray<string> | null },
): FillPlan => {
  const now = instantAt(at)
  const inForce = inForceOf(records, now).filter((record) => variants.includes(record.variant_key))
  const plan = fillBatch(
    { variant_keys: variants, price_types: types },
    {
      knownVariants: new Set(given.variants),
      inForce,
      future: records.filter(
        (record) => record.status === "active" && isPrice(record) && record.effective_at > now,
      ),
      held: [...inForce.filter((record) => record.batch_key === "SPRING"), ...filled.values()],
    },
  )
  for (const record of [...plan.added, ...plan.updated]) filled.set(pairName(record), record)
  return plan
}

/** The row's records, those withdrawn that are to be as `CatalogWriter.retire` does it. */
const withdrawnRecords = ({
  prices,
  written_since = [],
  withdrawn,
  time_zone = "UTC",
}: Omit<TimelineGiven, "now">) => {
  const records = recordsOf([...prices, ...written_since], time_zone)
  if (withdrawn === undefined) return records
  const at = instantAt(withdrawn)
  const last = priceInForce(records.slice(0, prices.length), at)
  return records.map((record, index): PriceRecord => {
    const isGone =
      index < prices.length && record.status === "active" && (record === last || record.effective_at > at)
    return isGone ? { ...record, withdrawn: { at, by: "the shop" } } : record
  })
}

/** The rules themselves, with nothing around them. */
export const pureDoors: Doors & { readonly adjust: AdjustDoor } = {
  adjust: async ({ amount, adjust, round }) => {
    const rounding = round === undefined ? null : aRounding(round)
    if (rounding !== null && roundingFault(rounding, null) !== undefined) return "refused"
    const adjusted = adjustAmount(amount, adjust, rounding)
    return typeof adjusted === "string" ? adjusted : "refused"
  },
  preview: async ({ now, time_zone = "UTC", variants, prices, lines = [], policy }) => {
    const records = recordsOf(prices, time_zone)
    const at = instantAt(now)
    const incumbents = inForceOf(records, at)
    const timed = lines.map(lineOfText).map((line) => ({
      price_list: basePriceList,
      ...line,
      effective_at: effectiveInstant(line.effective_from, time_zone)!,
    }))
    const { of } = pricesByPair(records)
    const previewed = previewLines(
      variants.toSorted(compareText),
      timed,
      (...pair) => priceInForce(of(...pair), at),
      of,
    )
    const warningsOf = priceWarnings(
      timed,
      of,
      guardRails({
        policy: { ...noPricePolicy, ...policy },
        time_zone,
        usedTypes: new Set(records.map((record) => record.price_type)),
        now: at,
      }),
    )
    return {
      lines: previewed.map((line) => line.preview),
      future_records: futureRecords(records, timed, at),
      incumbents,
      warnings: previewed.flatMap((line, index) => warningsOf(line.judged, index)),
    }
  },
  timeline: async (given) => {
    const records = withdrawnRecords(given)
    if (records.length === 0) return undefined
    const bound = (text: string | undefined) =>
      text === undefined ? null : effectiveInstant(text, given.time_zone ?? "UTC")!
    const bounds = { from: bound(given.from), until: bound(given.until) }
    return {
      segments: priceSegments(priceSpans(records), bounds, instantAt(given.now)),
      drafts: timelineDrafts(records, bounds),
    }
  },
  explain: async (given) => {
    const { now, at, time_zone = "UTC" } = given
    const moment = at === undefined ? instantAt(now) : effectiveInstant(at, time_zone)!
    return explainPrice(withdrawnRecords(given), moment)
  },
  upcoming: async (given) => {
    const { now, prices, variants, time_zone = "UTC", from, until } = given
    const ofA = prices.filter((price) => price.startsWith("A MAP "))
    const records = [
      ...withdrawnRecords({ ...given, prices: ofA }),
      ...recordsOf(prices, time_zone).filter((_, index) => !ofA.includes(prices[index]!)),
    ]
    const start = from === undefined ? instantAt(now) + 1 : effectiveInstant(from, time_zone)!
    const end = until === undefined ? Number.POSITIVE_INFINITY : effectiveInstant(until, time_zone)!
    const colorways = variants.map(variantOfText)
    const moments = pricesByPair(records)
      .pairs.flatMap(priceMoments)
      .filter(({ at }) => start <= at && at < end)
      .map((moment) => {
        const { product_key, color } = colorways.find(
          ({ variant_key }) => variant_key === moment.variant_key,
        )!
        return { ...moment, brand_key: "B1", product_key, color }
      })
    return upcomingPrices(moments.sort(momentOrder))
  },
  fill: async (given) => {
    if (given.batch === "unknown") return { error: "NotFound" }
    if (given.batch === "published") return { error: "BatchPublished" }
    const records = recordsOf(given.prices, "UTC")
    const filled = new Map<string, Price>()
    for (const earlier of given.earlier ?? []) fillOnce(given, records, filled, earlier)
    records.push(...recordsOf([...given.prices, ...(given.written_since ?? [])], "UTC").slice(records.length))
    const plan = fillOnce(given, records, filled, { at: given.now, ...given.request })
    const own = records.filter((record) => record.batch_key === "SPRING")
    const held = [...new Set([...own, ...filled.values()])]
    return {
      fill: { batch_key: "SPRING", ...planOutcome(plan) },
      records: held.map(({ batch_key: _, ends: __, ...record }) => ({ ...record, variant_name: null })),
    }
  },
  export: async (given) => {
    const products = given.products.map(({ variants: _, ...product }) => aProduct(product))
    const variants = given.products.flatMap(({ product_key, variants = [] }) =>
      variants.map((variant): Variant => aVariant({ product_key, ...variant })),
    )
    const attributes = new Set([...products, ...variants].flatMap((each) => Object.keys(each.attributes)))
    const request = exportRequestOf(given)
    const { column_mappings } = request
    const at = exportPricesAt(request, instantAt(exportNowOf(given)))
    const listed = withBase(
      (given.lists ?? []).map(listEntryOfText).map(({ parent, archived, effective_from: _, ...list }) => ({
        ...list,
        created: null,
        placements: [{ effective_at: at, parent, archived, known_at: at, by: "" }],
      })),
    )
    const mode = request.export_mode
    const { columns, faults } = exportColumns(
      column_mappings ?? [],
      attributes,
      (key) => (listed.has(key) ? openLists(listsLookedIn(listed, key, at)) : undefined),
      mode,
    )
    const all = [
      ...faults,
      ...fileOptionFaults(request),
      ...exportPricesFaults(request, instantAt(exportNowOf(given))),
    ]
    if (all.length > 0) return { faults: all.map(({ loc }) => loc.join(".")) }
    const list_separator = request.file_options?.list_separator ?? undefined
    const labels = new Map(Object.entries(given.labels ?? {}))
    const shape: ExportShape =
      mode === "attribute_rows"
        ? { mode, labels, columns, list_separator }
        : { mode, columns, list_separator }
    const { time_zone = "UTC" } = given
    const records = recordsOf(given.prices ?? [], time_zone)
    const prices = [...Map.groupBy(records, pairName).values()]
      .flatMap((group) => recordInForce(group, at) ?? [])
      .filter(({ ending }) => ending !== "fall_back")
    const rows = products.flatMap((product) => [
      ...exportRows(shape, {
        product,
        time_zone: given.rezone ?? time_zone,
        variants: variants.filter((variant) => variant.product_key === product.product_key),
        prices,
      }),
    ])
    return { rows: [exportHeader(shape), ...rows] }
  },
  search: async ({ variants, text, limit = 20 }) => {
    const found = variants
      .map((variant) => aVariant(variant))
      .filter((variant) => matchesVariant(variant, text))
      .sort(searchOrder(text))
    return { items: found.slice(0, limit), total: found.length }
  },
  products: async (given) => {
    const { search = null, label, source, after, limit = 50 } = given
    const order = wordOrder(search)
    const found = productsSeedOf(given)
      .products!.filter(({ product_key, name, variants }) =>
        matchesWords(search, [product_key, name, ...variants.map(({ variant_key }) => variant_key)]),
      )
      .filter(({ labels }) => label === undefined || labels.includes(label))
      .filter((product) => source === undefined || product.source === source)
      .map(({ product_key }) => product_key)
      .sort(order)
    const rest = found.filter((key) => after === undefined || order(key, after) > 0)
    return { keys: rest.slice(0, limit), total: found.length }
  },
  catalogUrl: async ({ attributes, url }) => catalogUrls(attributes).includes(urlKey(url)),
  instant: async (effective_from, timeZone) => effectiveInstant(effective_from, timeZone),
  shop: async ({ time_zone = "UTC", shows, asked }) => {
    let records: ReadonlyArray<PriceRecord> = []
    const told = shows.map(shownOfText).map(({ moment, amount, effective_from }) => {
      const at = instantAt(moment)
      if (amount === null) {
        const last = priceInForce(records, at)
        const isLater = (record: PriceRecord) => record.effective_at > at && !isWithdrawn(record, at)
        const ended = records.filter((record) => record === last || isLater(record))
        records = records.map((record) =>
          ended.includes(record) ? { ...record, withdrawn: { at, by: "import" } } : record,
        )
        return ended.length === 0 ? "unchanged" : "withdrawn"
      }
      const shown = {
        amount,
        at,
        since: effective_from === null ? at : effectiveInstant(effective_from, time_zone)!,
      }
      const effective_at = shopPrice(shown, lastBegun(records, comparedAt(shown)))
      if (effective_at === undefined) return "unchanged"
      const begun = { amount, effective_at: instantFromMicros(effective_at), sequence: records.length + 1 }
      records = [...records, aPriceRecord(begun)]
      return "new"
    })
    const in_force = asked.map((moment) => priceInForce(records, instantAt(moment))?.amount ?? "none")
    return { told, in_force }
  },
}
