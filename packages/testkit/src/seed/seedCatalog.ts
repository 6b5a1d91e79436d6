import { CatalogWriter } from "@hangtag/core"
import * as Effect from "effect/Effect"
import { allStored } from "./allStored.ts"
import type { CatalogSeed } from "./CatalogSeed.ts"
import { seededAt } from "./seededAt.ts"
import { seedLists } from "./seedLists.ts"

export { seededAt }

/** Writes the catalog into one organization, in the order that keys ask for; dies where an entry is rejected. */
export const seedCatalog = Effect.fn("seedCatalog")(function* (organization: string, seed: CatalogSeed) {
  const writer = yield* CatalogWriter
  yield* seedLists(organization, seed)
  yield* allStored("brands", yield* writer.saveBrands(organization, seed.brands ?? []))
  yield* allStored("products", yield* writer.saveProducts(organization, seed.products ?? [], seededAt))
  yield* allStored("attributes", yield* writer.saveAttributes(organization, seed.attributes ?? []))
  yield* allStored("batches", yield* writer.saveBatches(organization, seed.batches ?? []))
  yield* allStored("prices", yield* writer.savePrices(organization, seed.prices ?? []))
  yield* allStored(
    "discoveries",
    yield* writer.saveCrawlDiscoveries(organization, seed.discoveries ?? [], seededAt),
  )
})
