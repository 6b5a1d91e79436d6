import {
  type AttributeEntry,
  type BatchBusy,
  type Brand,
  type BrandedInstant,
  CatalogRepository,
  CatalogWriter,
  type ShopWriteResult,
  type Unavailable,
  type WriteResult,
} from "@hangtag/core"
import { savePriceLists } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { CatalogEntry, CatalogKind, EntryOf } from "./CatalogEntry.ts"
import type { ShopEntry, ShopProductEntry } from "./ImportItem.ts"
import type { ImportTally, Place } from "./ImportTally.ts"

export type WrittenEntry = CatalogEntry | ShopEntry
/** What is written together: the kinds of catalog lines, and those of a shop's. */
type WrittenKind = WrittenEntry["kind"]
type WrittenOf<Kind extends WrittenKind> = Extract<WrittenEntry, { readonly kind: Kind }>

/** As what an entry counts. */
export const countedAs = (kind: WrittenKind): CatalogKind =>
  kind === "shop_product" ? "product" : kind === "shop_price" ? "price" : kind

/** How much goes into one call of the writer: entries, and for products their variants too. */
const chunkWeights: Readonly<Record<WrittenKind, number>> = {
  brand: 200,
  attribute: 1_000,
  // more than there may be: a list may stand before its parent
  price_list: 5_000,
  batch: 1_000,
  crawl_discovery: 1_000,
  product: 3_000,
  price: 2_000,
  shop_product: 3_000,
  shop_price: 2_000,
}
const writtenKinds = Object.keys(chunkWeights) as ReadonlyArray<WrittenKind>

interface Given<Entry> {
  readonly entry: Entry
  /** Leaves the brand, or the label of the attribute, as it is where there is one. */
  readonly ifAbsent: boolean
}
type SavedThrough = Effect.Services<ReturnType<typeof savePriceLists>>
type Save<Kind extends WrittenKind> = (
  given: ReadonlyArray<Given<WrittenOf<Kind>>>,
) => Effect.Effect<
  WriteResult & Partial<Pick<ShopWriteResult, "moved" | "emptied" | "to_come">>,
  BatchBusy | Unavailable,
  SavedThrough
>
interface Chunk<Kind extends WrittenKind> {
  readonly given: Array<Given<WrittenOf<Kind>>>
  readonly places: Array<Place>
  weight: number
}

/** Fills in what a brand leaves open: its own time zone where it exists, else the import's. */
const brandResolver = Effect.fnUntraced(function* (organization: string, timeZone: string) {
  const catalog = yield* CatalogRepository
  const known = new Map<string, Brand>()
  return Effect.fnUntraced(function* ({ entry, ifAbsent }: Given<EntryOf<"brand">>) {
    const { brand_key, name, time_zone } = entry
    let existing = known.get(brand_key) ?? null
    if (existing === null && (ifAbsent || time_zone === undefined)) {
      const query = { brand_key, product_key: "", color: "" }
      existing = (yield* catalog.findColorway(organization, query)).brand
    }
    const given: Brand = { brand_key, name, time_zone: time_zone ?? existing?.time_zone ?? timeZone }
    const brand = ifAbsent && existing !== null ? existing : given
    known.set(brand_key, brand)
    return brand
  })
})

const attributeResolver = Effect.fnUntraced(function* (organization: string) {
  const catalog = yield* CatalogRepository
  const definitions = yield* Effect.cached(catalog.attributeDefinitions(organization))
  const known = new Map<string, string | null>()
  return Effect.fnUntraced(function* ({ entry, ifAbsent }: Given<EntryOf<"attribute">>) {
    const { attribute_key, label } = entry
    // one that is there keeps its label, also where it is called as its key
    const existing =
      ifAbsent && !known.has(attribute_key)
        ? (yield* definitions).find((each) => each.attribute_key === attribute_key)?.label
        : known.get(attribute_key)
    const attribute: AttributeEntry = {
      attribute_key,
      label: ifAbsent && existing !== undefined ? existing : label,
    }
    known.set(attribute_key, attribute.label)
    return attribute
  })
})

const entriesOf = <Entry>(given: ReadonlyArray<Given<Entry>>) => given.map(({ entry }) => entry)

export interface SinkOptions {
  /** Of brands that come without one and do not exist yet. */
  readonly timeZone: string
  /** When the import takes place. */
  readonly at: BrandedInstant
  /** Whether another time zone of a brand moves its prices to come. */
  readonly movesToCome?: boolean | undefined
  /** Which user writes price lists. */
  readonly by: string
  /** Called with each entry that the writer refuses. */
  readonly onRefused?: (entry: WrittenEntry) => void
}

/**
 * Takes catalog entries one by one and writes them through `CatalogWriter` in chunks; `tally` learns what became
 * of them. Nothing waits longer than until `flush`.
 */
export const catalogSink = Effect.fnUntraced(function* (
  organization: string,
  { timeZone, at, by, movesToCome = false, onRefused = () => {} }: SinkOptions,
  tally: ImportTally,
) {
  const writer = yield* CatalogWriter
  const resolveBrand = yield* brandResolver(organization, timeZone)
  const resolveAttribute = yield* attributeResolver(organization)
  const unbranded = { kind: "brand", brand_key: "unbranded", name: "Unbranded" } as const
  /** The brand of products of files without vendors is made once one of them is new. */
  const saveShown = Effect.fnUntraced(function* (entries: ReadonlyArray<ShopProductEntry>) {
    const first = yield* writer.saveShopProducts(organization, entries, at, movesToCome)
    const waiting = first.brandless.filter((index) => entries[index]?.keeps_brand)
    if (waiting.length === 0) return first
    const brand = yield* writer.saveBrands(organization, [
      yield* resolveBrand({ entry: unbranded, ifAbsent: true }),
    ])
    tally.add("brand", brand, [])
    const next = yield* writer.saveShopProducts(
      organization,
      waiting.map((index) => entries[index]!),
      at,
      movesToCome,
    )
    const indexed = <Each extends { readonly index: number }>(all: ReadonlyArray<Each>) =>
      all.map((each) => ({ ...each, index: waiting[each.index]! }))
    return {
      inserted: first.inserted + next.inserted,
      updated: first.updated + next.updated,
      unchanged: first.unchanged + next.unchanged,
      rejected: [
        ...first.rejected.filter(({ index }) => !waiting.includes(index)),
        ...indexed(next.rejected),
      ],
      moved: [...first.moved, ...indexed(next.moved)],
      emptied: [...first.emptied, ...indexed(next.emptied)],
      to_come: [...first.to_come, ...next.to_come],
    }
  })
  const saves: { readonly [Kind in WrittenKind]: Save<Kind> } = {
    brand: (given) =>
      // what has begun when they have their turn stays, not only what had when the import began
      Effect.flatMap(Effect.forEach(given, resolveBrand), (brands) =>
        writer.saveBrands(organization, brands, { movesToCome }),
      ),
    attribute: (given) =>
      Effect.flatMap(Effect.forEach(given, resolveAttribute), (all) =>
        writer.saveAttributes(organization, all),
      ),
    price_list: (given) => savePriceLists(organization, entriesOf(given), { by, began: at }),
    batch: (given) => writer.saveBatches(organization, entriesOf(given)),
    crawl_discovery: (given) => writer.saveCrawlDiscoveries(organization, entriesOf(given), at),
    product: (given) => writer.saveProducts(organization, entriesOf(given), at),
    price: (given) =>
      writer.savePrices(
        organization,
        given.map(({ entry: { kind: _, batch, ends, ...price } }) => ({
          ...price,
          ...(ends !== undefined && { ending: ends }),
          batch_key: batch,
        })),
      ),
    shop_product: (given) => saveShown(entriesOf(given)),
    shop_price: (given) => writer.saveShopPrices(organization, entriesOf(given), at),
  }
  const chunks = new Map<WrittenKind, Chunk<WrittenKind>>()

  const write = Effect.fnUntraced(function* (kind: WrittenKind) {
    const chunk = chunks.get(kind)
    if (chunk === undefined) return
    chunks.delete(kind)
    // a chunk holds entries of its own kind only
    const save = saves[kind] as Save<WrittenKind>
    const result = yield* save(chunk.given)
    tally.add(countedAs(kind), result, chunk.places)
    for (const { what } of result.moved ?? []) tally.move(what)
    for (const { brand_key, records, batch_keys } of result.to_come ?? []) {
      const open = batch_keys.length === 0 ? "" : `, some in open batches ${batch_keys.join(", ")}`
      tally.rezone(records, `${records} of brand ${brand_key}${open}`)
    }
    for (const { what } of result.emptied ?? []) tally.empty(what)
    for (const { index } of result.rejected) {
      const given = chunk.given[index]
      if (given !== undefined) onRefused(given.entry)
    }
  })

  return {
    /** Whether the entry filled a chunk, which `write` then writes. */
    add: (entry: WrittenEntry, place: Place, ifAbsent = false): boolean => {
      const { kind } = entry
      let chunk = chunks.get(kind)
      if (chunk === undefined) {
        chunk = { given: [], places: [], weight: 0 }
        chunks.set(kind, chunk)
      }
      chunk.given.push({ entry, ifAbsent })
      chunk.places.push(place)
      chunk.weight += kind === "product" || kind === "shop_product" ? 1 + entry.variants.length : 1
      return chunk.weight >= chunkWeights[kind]
    },
    write,
    flush: Effect.forEach(writtenKinds, write, { discard: true }),
  }
})
