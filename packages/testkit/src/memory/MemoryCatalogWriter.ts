import {
  type AttributeEntry,
  type BatchEntry,
  CatalogWriter,
  type CrawlDiscoveryEntry,
  instantToText,
  type WriteResult,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, pairKey, withOrganization } from "./MemoryState.ts"
import { saveBrands } from "./saveBrands.ts"
import { savePrices } from "./savePrices.ts"
import { saveProducts } from "./saveProducts.ts"
import { writeEntries } from "./writeEntries.ts"

type Saved = readonly [WriteResult, Partial<OrganizationState>]

const saveBatches = (own: OrganizationState, entries: ReadonlyArray<BatchEntry>): Saved => {
  const batches = new Map(own.batches)
  const result = writeEntries(entries, ({ key, status }) => {
    const before = batches.get(key)
    if (before?.status === status) return "unchanged"
    if (before?.status === "published")
      return { rejected: `batch ${key} is published and cannot be opened again` }
    batches.set(key, { filled: new Map(), replaced: new Set(), ...before, key, status })
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
    const selected = before?.selected ?? entry.selected
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
  Effect.map(MemoryCatalog, ({ write }) => {
    const save = (organization: string, change: (own: OrganizationState) => Saved) =>
      write((state) => {
        const [result, changed] = change(organizationOf(state, organization))
        return [result, withOrganization(state, organization, changed)]
      })
    return CatalogWriter.of({
      saveBrands: (organization, entries) => save(organization, (own) => saveBrands(own, entries)),
      saveProducts: (organization, entries, at) =>
        save(organization, (own) => saveProducts(own, entries, at)),
      savePrices: (organization, entries) => write((state) => savePrices(state, organization, entries)),
      saveBatches: (organization, entries) => save(organization, (own) => saveBatches(own, entries)),
      saveCrawlDiscoveries: (organization, entries, at) =>
        save(organization, (own) => saveCrawlDiscoveries(own, entries, at)),
      saveAttributes: (organization, entries) => save(organization, (own) => saveAttributes(own, entries)),
    })
  }),
)
