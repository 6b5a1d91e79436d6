import {
  type AttributeEntry,
  type BatchEntry,
  type Brand,
  type BrandedInstant,
  batchKeyFault,
  CatalogWriter,
  type CrawlDiscoveryEntry,
  instantToText,
  isTimeZone,
  urlKey,
  type WriteResult,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { endedBatch } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import {
  emptyBatch,
  type MemoryState,
  momentInTurn,
  type OrganizationState,
  organizationOf,
  pairKey,
  withOrganization,
} from "./MemoryState.ts"
import { contents, retire } from "./retire.ts"
import { rezoned } from "./rezoned.ts"
import { sameValue } from "./sameValue.ts"
import { savePrices } from "./savePrices.ts"
import { saveProducts } from "./saveProducts.ts"
import { saveShopPrices } from "./saveShopPrices.ts"
import { writeEntries } from "./writeEntries.ts"
import { rejudge } from "./writeReturns.ts"

/** Who withdraws a return that an import changes. */
const imported = "import"

type Saved<Result = WriteResult> = readonly [Result, Partial<OrganizationState>]

const saveBrands = (own: OrganizationState, entries: ReadonlyArray<Brand>): Saved => {
  const brands = new Map(own.brands)
  const result = writeEntries(entries, (brand) => {
    if (!isTimeZone(brand.time_zone)) return { rejected: `unknown time zone ${brand.time_zone}` }
    const before = brands.get(brand.brand_key)
    if (before !== undefined && sameValue(before, brand)) return "unchanged"
    brands.set(brand.brand_key, brand)
    return before === undefined ? "inserted" : "updated"
  })
  return [result, { brands }]
}

const saveBatches = (own: OrganizationState, entries: ReadonlyArray<BatchEntry>): Saved => {
  const batches = new Map(own.batches)
  const result = writeEntries(entries, ({ key, status }) => {
    const before = batches.get(key)
    if (before?.status === status) return "unchanged"
    if (before !== undefined && before.status !== "open")
      return { rejected: `batch ${key} is ${before.status} and cannot be opened again` }
    const fault = before === undefined ? batchKeyFault(key) : undefined
    if (fault !== undefined) return { rejected: fault }
    const batch = { ...(before ?? emptyBatch(key)), status }
    batches.set(key, status === "open" ? batch : endedBatch(own, batch))
    return before === undefined ? "inserted" : "updated"
  })
  return [result, { batches }]
}

const saveCrawlDiscoveries = (
  own: OrganizationState,
  entries: ReadonlyArray<CrawlDiscoveryEntry>,
  at: number,
): Saved => {
  const discoveries = new Map(own.discoveries)
  const result = writeEntries(entries, (entry) => {
    const key = pairKey(entry.job_id, entry.discovery_id)
    const before = discoveries.get(key)
    if (before?.url === entry.url && before.title === entry.title) return "unchanged"
    const url = urlKey(entry.url)
    const comes = before === undefined || urlKey(before.url) !== url
    const isDeselected = comes && own.choices.get(url) === false
    const selected = !isDeselected && (before?.selected ?? entry.selected)
    discoveries.set(key, { ...entry, selected, updated_at: instantToText(at) })
    return before === undefined ? "inserted" : "updated"
  })
  return [result, { discoveries }]
}

const saveAttributes = (own: OrganizationState, entries: ReadonlyArray<AttributeEntry>): Saved => {
  const labels = new Map(own.labels)
  const result = writeEntries(entries, ({ attribute_key, label }) => {
    const before = labels.get(attribute_key)
    if (before === label) return "unchanged"
    labels.set(attribute_key, label)
    return before === undefined ? "inserted" : "updated"
  })
  return [result, { labels }]
}

/** Loads catalogs into memory, each call one step. */
export const memoryCatalogWriter: Layer.Layer<CatalogWriter, never, MemoryCatalog> = Layer.effect(
  CatalogWriter,
  Effect.map(MemoryCatalog, ({ read, write }) => {
    const save = <Result>(organization: string, change: (own: OrganizationState) => Saved<Result>) =>
      write((state) => {
        const [result, changed] = change(organizationOf(state, organization))
        return [result, withOrganization(state, organization, changed)]
      })
    /** Prices that were written may be what temporary prices return to. */
    const priced = (
      organization: string,
      entries: ReadonlyArray<{ readonly variant_key: string }>,
      asked: number,
      change: (state: MemoryState, at: BrandedInstant) => readonly [WriteResult, MemoryState],
    ) =>
      write((state) => {
        const at = momentInTurn(organizationOf(state, organization), asked)
        const [result, changed] = change(state, at)
        const variants = entries.map(({ variant_key }) => variant_key)
        return [result, rejudge(changed, organization, variants, { at, by: imported })]
      })
    /** Variants may come into another time zone; `asked` are brands whose prices to come are looked at in any case. */
    const zoned = <Result>(
      organization: string,
      zones: { readonly at: BrandedInstant; readonly movesToCome?: boolean },
      change: (
        own: OrganizationState,
      ) => readonly [Result, Partial<OrganizationState>, asked: ReadonlyArray<string>],
    ) =>
      write((state) => {
        const own = organizationOf(state, organization)
        const at = momentInTurn(own, zones.at)
        const [result, changed, asked] = change(own)
        const next = { ...own, ...changed }
        const { to_come, prices, variants } = rezoned(
          own,
          next,
          new Set(asked),
          at,
          zones.movesToCome ?? false,
        )
        const written = withOrganization(state, organization, { ...changed, prices })
        const judged = rejudge(written, organization, variants, { at, by: imported })
        return [{ ...result, to_come }, judged]
      })
    return CatalogWriter.of({
      saveBrands: (organization, entries, zones = {}) =>
        Effect.flatMap(currentInstant, (now) =>
          zoned(organization, { at: now, ...zones }, (own) => {
            const [result, changed] = saveBrands(own, entries)
            return [result, changed, zones.movesToCome ? entries.map(({ brand_key }) => brand_key) : []]
          }),
        ),
      saveProducts: (organization, entries, at) =>
        save(organization, (own) => {
          const { result, changed } = saveProducts(own, entries, at)
          const { moved: _, emptied: __, brandless: ___, ...counts } = result
          return [counts, changed]
        }),
      saveShopProducts: (organization, entries, at, movesToCome = false) =>
        zoned(organization, { at, movesToCome }, (own) => {
          const { result, changed } = saveProducts(own, entries, at, true)
          return [result, changed, []]
        }),
      saveShopPrices: (organization, entries, at) =>
        priced(organization, entries, at, (state, moment) =>
          saveShopPrices(state, organization, entries, moment),
        ),
      contents: (organization, query) =>
        read((state) => contents(organizationOf(state, organization), query)),
      retire: (organization, retirement, asked, by) =>
        write((state) => {
          const at = momentInTurn(organizationOf(state, organization), asked)
          const [counts, changed] = retire(organizationOf(state, organization), retirement, at, by)
          const variants = retirement.prices.map(({ variant_key }) => variant_key)
          return [
            counts,
            rejudge(withOrganization(state, organization, changed), organization, variants, { at, by }),
          ]
        }),
      isKnown: (organization) =>
        read((state) => {
          const { brands, priceLists, batches, labels, discoveries, jobs } = organizationOf(
            state,
            organization,
          )
          return [brands, priceLists, batches, labels, discoveries, jobs].some(({ size }) => size > 0)
        }),
      savePrices: (organization, entries) =>
        Effect.flatMap(currentInstant, (at) =>
          priced(organization, entries, at, (state, moment) =>
            savePrices(state, organization, entries, moment),
          ),
        ),
      saveBatches: (organization, entries) => save(organization, (own) => saveBatches(own, entries)),
      saveCrawlDiscoveries: (organization, entries, at) =>
        save(organization, (own) => saveCrawlDiscoveries(own, entries, at)),
      saveAttributes: (organization, entries) => save(organization, (own) => saveAttributes(own, entries)),
    })
  }),
)
