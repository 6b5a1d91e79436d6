import {
  type BatchRecord,
  type BatchRecordsQuery,
  BatchRepository,
  basePriceList,
  type CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  compareText,
  ExportRepository,
  instantFromMicros,
  instantFromMillis,
  type Moments,
  type PricedColorways,
  type PricedColorwaysQuery,
  PriceHistory,
  PricePolicyRepository,
  type PriceRecord,
  PriceRepository,
  PriceSchedule,
  type UpcomingPlace,
  type WriteResult,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { anyFillRequest, anyMoment, anyTimeZone } from "../../arbitraries/index.ts"
import { aPricedColorwaysQuery } from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { seededAt } from "../../seed/seedCatalog.ts"
import { discoveryListAnswers, listAnswers } from "./listAnswers.ts"

export type Ports =
  | BatchRepository
  | CatalogListing
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | PriceHistory
  | PricePolicyRepository
  | PriceRepository
  | PriceSchedule

/** What to ask of a catalog. */
export const anyQuestions = (seed: Required<CatalogSeed>) => {
  const variants = [
    ...new Set(seed.products.flatMap((product) => product.variants.map((each) => each.variant_key))),
  ]
  return fc.record({
    moments: fc.array(anyMoment(), { minLength: 1, maxLength: 2 }),
    fills: fc.array(anyFillRequest(variants), { minLength: 1, maxLength: 3 }),
    text: fc.constantFrom("", "0", "9", "BLACK", "re", "%", "_", "\\", "é"),
    limit: fc.constantFrom(1, 2, 5),
    labels: fc.option(fc.subarray(["fall", "sale", "new"])),
    sources: fc.option(fc.subarray(["merchant_input", "scraper"])),
    latest_only: fc.boolean(),
    brand: fc.option(fc.constantFrom("unknown", ...(seed.brands ?? []).map((brand) => brand.brand_key))),
    products: fc.subarray(["unknown", ...seed.products.map((product) => product.product_key)]),
    price_list: fc.constantFrom(null, null, "base", "EU"),
    time_zone: anyTimeZone(),
    selected: fc.boolean(),
    shown: fc.array(
      fc.record({
        product_key: fc.constantFrom("unknown", ...seed.products.map((product) => product.product_key)),
        variant_key: fc.constantFrom("unknown", ...variants),
        price_type: fc.constantFrom("MAP", "map", "PRICE"),
        amount: fc.constantFrom("0", "1.0", "1", "19.90"),
        effective_from: fc.constantFrom(null, "2026-01-01", "2026-06-01T00:00:00", "2999-12-31"),
      }),
      { maxLength: 8 },
    ),
    gone: fc.record({
      products: fc.subarray(seed.products.map((product) => product.product_key)),
      variants: fc.subarray(variants),
      types: fc.subarray(["MAP", "map", "PRICE"]),
    }),
  })
}
export type Questions = ReturnType<typeof anyQuestions> extends fc.Arbitrary<infer Asked> ? Asked : never

/** Keys and numbers of records are the adapter's own; their order is not. */
const nameless = (records: ReadonlyArray<PriceRecord>) => {
  const inOrder = records.map((record) => record.sequence).sort((a, b) => a - b)
  return records.map(
    ({ record_key: _, known_at: __, publication: ___, rezoned: ____, sequence, ...record }) => ({
      ...record,
      rank: inOrder.indexOf(sequence),
    }),
  )
}

const counted = ({ inserted, updated, unchanged, rejected }: WriteResult) => ({
  inserted,
  updated,
  unchanged,
  rejected: rejected.map(({ index }) => index),
})

const written = Effect.fnUntraced(function* (organization: string, seed: Required<CatalogSeed>) {
  const writer = yield* CatalogWriter
  return [
    yield* writer.saveBrands(organization, seed.brands),
    yield* writer.saveProducts(organization, seed.products, seededAt),
    yield* writer.saveAttributes(organization, seed.attributes),
    yield* writer.saveBatches(organization, seed.batches),
    yield* writer.savePrices(organization, seed.prices),
    yield* writer.saveCrawlDiscoveries(organization, seed.discoveries, seededAt),
  ].map(counted)
})

const catalogAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  questions: Questions,
) {
  const catalog = yield* CatalogRepository
  const keys = [...new Set(seed.products.map((product) => product.product_key)), "unknown"]
  const { text, limit } = questions
  return {
    colorways: yield* Effect.forEach(
      keys.flatMap((product_key) =>
        seed.brands.flatMap(({ brand_key }) =>
          ["Black", "black", "Red"].map((color) => ({ brand_key, product_key, color })),
        ),
      ),
      (query) => catalog.findColorway(organization, query),
    ),
    searches: yield* Effect.forEach(keys, (key) =>
      Effect.map(catalog.searchVariants(organization, key, { text, limit }), Option.getOrNull),
    ),
    attributes: yield* catalog.attributeDefinitions(organization),
    uses: yield* catalog.attributeUses(organization),
    lists: yield* listAnswers(organization, seed, questions),
  }
})

const priceAnswers = Effect.fnUntraced(function* (
  organization: string,
  variants: ReadonlyArray<string>,
  moments: ReadonlyArray<string>,
) {
  const prices = yield* PriceRepository
  return yield* Effect.forEach(moments, (moment) =>
    Effect.map(
      prices.pricesAround(organization, [...variants, "unknown"], instantFromMillis(Date.parse(moment))),
      ({ inForce, future }) => ({ inForce: nameless(inForce), future: nameless(future) }),
    ),
  )
})

/** Histories, and what goes live; keys of records are the adapter's own. */
const historyAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  { moments: [moment = ""], limit }: Questions,
) {
  const history = yield* PriceHistory
  const policies = yield* PricePolicyRepository
  const schedule = yield* PriceSchedule
  const from = instantFromMillis(Date.parse(moment))
  const keys = [...new Set(seed.products.map((product) => product.product_key)), "unknown"]
  const brands = seed.brands.map((brand) => brand.brand_key)
  const pages = Effect.fnUntraced(function* (brand_key: string | null, rows: number) {
    const found: Array<unknown> = []
    let after: UpcomingPlace | null = null
    do {
      const query = { from, until: null, brand_key, price_list: basePriceList, after, rows, most: 1_000 }
      const page: Moments = yield* schedule.moments(organization, query)
      found.push(page)
      after = page.next
    } while (after !== null)
    return found
  })
  /** Prices in one order, with ranks in the place of sequences, which are the adapter's own. */
  const ranked = (colorway: PricedColorways["items"][number]) => {
    const nameOf = (price: (typeof colorway.prices)[number]) =>
      JSON.stringify([price.variant_key, price.price_type, price.price_list, price.sequence])
    const inOrder = colorway.prices.map(({ sequence }) => sequence).sort((a, b) => a - b)
    const prices = colorway.prices.map((price) => ({ ...price, sequence: inOrder.indexOf(price.sequence) }))
    return { ...colorway, prices: prices.sort((a, b) => compareText(nameOf(a), nameOf(b))) }
  }
  const colorways = Effect.fnUntraced(function* (query: Partial<PricedColorwaysQuery>) {
    const found: Array<PricedColorways> = []
    let after: PricedColorwaysQuery["after"] = null
    do {
      const asked = { at: instantFromMicros(from), lists: ["EU", "base"], ...query, after, limit }
      const page: PricedColorways = yield* schedule.colorways(organization, aPricedColorwaysQuery(asked))
      found.push({ ...page, items: page.items.map(ranked) })
      const last = page.items.at(-1)
      after =
        page.isEnd || last === undefined
          ? null
          : { value: last.value, product_key: last.product_key, color: last.color }
    } while (after !== null)
    return found
  })
  const price_type = seed.prices[0]?.price_type ?? "MAP"
  const questions: ReadonlyArray<Partial<PricedColorwaysQuery>> = [
    {},
    { sort: "amount", price_type },
    { sort: "change", descending: true },
    { sort: "color", without_price: true, lists: ["base"] },
    { below_map: true, brand_key: brands[0] ?? "none" },
    { changes_until: instantFromMicros(from + 30 * 86_400_000_000), variants: 2 },
  ]
  return {
    colorways: yield* Effect.forEach(questions, colorways),
    records: yield* Effect.forEach(keys, (product_key) =>
      Effect.map(
        history.records(organization, { product_key, color: null }, { price_type: null, limit: 1_000 }),
        (found) => Option.getOrNull(Option.map(found, ({ records, ...rest }) => [rest, nameless(records)])),
      ),
    ),
    types: yield* Effect.forEach([...brands, "unknown"], (key) =>
      Effect.map(policies.find(organization, key), (found) => Option.getOrNull(found)?.used_types),
    ),
    moments: [yield* pages(null, limit + 2), yield* pages(brands[0] ?? null, 100)],
    zones: yield* Effect.forEach([...brands, "unknown"], (key) => schedule.timeZone(organization, key)),
  }
})

const exportAnswers = Effect.fnUntraced(function* (
  organization: string,
  { labels, products, ...questions }: Questions,
) {
  const exports = yield* ExportRepository
  const selection = {
    product_keys: products,
    brand_key: questions.brand,
    label_keys: labels,
    sources: questions.sources,
    latest_only: questions.latest_only,
  }
  const at = instantFromMillis(Date.parse(questions.moments[0]!))
  const wanted = { variants: true, attributes: true, price_types: ["MAP", "map"], at }
  const batches = yield* Stream.runCollect(exports.products(organization, selection, wanted))
  return {
    count: yield* exports.count(organization, selection),
    variants: yield* exports.countVariants(organization, selection),
    products: batches.flat().map(({ product, variants, prices }) => ({
      product,
      variants: variants.toSorted((a, b) => compareText(a.variant_key, b.variant_key)),
      prices: prices.toSorted(
        (a, b) => compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type),
      ),
    })),
  }
})

/** Everything that is met page by page, each asked for by those before; none of an unknown batch. */
const walk = Effect.fnUntraced(function* (
  organization: string,
  batch: string,
  nextPage: (met: ReadonlyArray<BatchRecord>) => BatchRecordsQuery,
) {
  const { records } = yield* BatchRepository
  const met: Array<BatchRecord> = []
  while (true) {
    const page = yield* records(organization, batch, nextPage(met))
    if (Option.isNone(page)) return null
    const { items, total } = page.value
    met.push(...items)
    if (items.length > 0 && met.length <= total) continue
    return {
      total,
      order: met.map(({ variant_key, price_type }) => [variant_key, price_type]),
      // the last key of the order is the adapter's own
      rows: met.map((record) => `${nameOf(record)} ${record.variant_name}`).sort(),
    }
  }
})

const batchAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  { fills, moments, text, limit, price_list }: Questions,
) {
  const batches = yield* BatchRepository
  const at = instantFromMillis(Date.parse(moments[0]!))
  return yield* Effect.forEach([...seed.batches.map((batch) => batch.key), "no such batch"], (key) =>
    Effect.gen(function* () {
      const filled = yield* Effect.forEach(fills, (request) =>
        Effect.catchTag(
          batches.fill(organization, key, request, at, fillBatch),
          ["NotFound", "BatchPublished"],
          ({ _tag }) => Effect.succeed(_tag),
        ),
      )
      const listing = { limit, search: text || null, price_list }
      const listed = yield* Effect.forEach(["asc", "desc"] as const, (sort) =>
        Effect.all([
          walk(organization, key, (met) => ({ ...listing, sort, offset: met.length, after: null })),
          walk(organization, key, (met) => {
            const after = met.at(-1) ?? null
            return { ...listing, sort, offset: 0, after }
          }),
        ]),
      )
      return { filled, listed }
    }),
  )
})
const nameOf = (
  record: Pick<BatchRecord, "variant_key" | "price_type" | "amount" | "effective_from" | "status">,
) =>
  JSON.stringify([record.variant_key, record.price_type, record.amount, record.effective_from, record.status])

const discoveryAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  selected: boolean,
) {
  const { select } = yield* CrawlDiscoveryRepository
  return yield* Effect.forEach(seed.discoveries, ({ job_id, discovery_id }) =>
    Effect.map(
      select(organization, { job_id, discovery_id }, selected, instantFromMicros(seededAt + 1_000_000)),
      Option.getOrNull,
    ),
  )
})

/** What imports of a shop's files make of the catalog, one after the other, and what is read of it then. */
const shopAnswers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  questions: Questions,
) {
  const writer = yield* CatalogWriter
  const { shown, gone, moments } = questions
  const at = instantFromMillis(Date.parse(moments[0]!))
  const brand_keys = seed.brands.map((brand) => brand.brand_key)
  const elsewhere = seed.products.map((product, index) => ({
    ...product,
    brand_key: brand_keys.at(index % brand_keys.length) ?? product.brand_key,
    variants: seed.products.at(index - 1)?.variants ?? [],
  }))
  const query = { brand_keys, price_types: ["map", "MAP"], at, after: null, limit: 3 }
  const prices = gone.variants.flatMap((variant_key) =>
    gone.types.map((price_type) => ({ variant_key, price_type })),
  )
  const listed = Effect.gen(function* () {
    const catalog = yield* catalogAnswers(organization, seed, questions)
    const exports = yield* exportAnswers(organization, questions)
    return { catalog, exports, contents: yield* writer.contents(organization, query) }
  })
  return [
    counted(yield* writer.saveShopPrices(organization, shown, at)),
    yield* writer.retire(organization, { ...gone, prices }, at, "agreement"),
    yield* listed,
    counted(yield* writer.saveShopProducts(organization, elsewhere, at)),
    counted(yield* writer.saveShopPrices(organization, shown, at)),
    yield* listed,
    yield* writer.isKnown(organization),
  ]
})

/** Everything that the ports answer about a catalog, but for what is each adapter's own. */
export const answers = Effect.fnUntraced(function* (
  organization: string,
  seed: Required<CatalogSeed>,
  questions: Questions,
) {
  const variants = [
    ...new Set(seed.products.flatMap((product) => product.variants.map((each) => each.variant_key))),
  ]
  const { saveBrands } = yield* CatalogWriter
  return {
    written: yield* written(organization, seed),
    again: yield* written(organization, seed),
    catalog: yield* catalogAnswers(organization, seed, questions),
    prices: yield* priceAnswers(organization, variants, questions.moments),
    exports: yield* exportAnswers(organization, questions),
    batches: yield* batchAnswers(organization, seed, questions),
    discoveries: yield* discoveryAnswers(organization, seed, questions.selected),
    discoveryLists: yield* discoveryListAnswers(organization, seed, questions),
    moved: counted(
      yield* saveBrands(
        organization,
        seed.brands.map((brand) => ({ ...brand, time_zone: questions.time_zone })),
      ),
    ),
    pricesThen: yield* priceAnswers(organization, variants, questions.moments),
    shop: yield* shopAnswers(organization, seed, questions),
    pricesAtLast: yield* priceAnswers(organization, variants, questions.moments),
    history: yield* historyAnswers(organization, seed, questions),
  }
})
