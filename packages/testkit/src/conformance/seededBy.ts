import { CatalogWriter, Unavailable, type WriteResult } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"

/**
 * Stands in for the `CatalogWriter` of a host whose adapters only read: the suites of those seed through it.
 *
 * `seed` puts the entries into the organization's tables, those of equal key in the place of what is there; prices are
 * appended in their order. A test seeds several times, brands before their products before their prices.
 */
export const seededBy = (
  seed: (organization: string, catalog: CatalogSeed) => Promise<void>,
): Layer.Layer<CatalogWriter> => {
  const save =
    <Kind extends keyof CatalogSeed>(kind: Kind) =>
    (
      organization: string,
      entries: NonNullable<CatalogSeed[Kind]>,
    ): Effect.Effect<WriteResult, Unavailable> =>
      Effect.tryPromise({
        try: () => seed(organization, { [kind]: entries }),
        catch: (cause) =>
          new Unavailable({ service: "database", operation: "seed", retryable: false, cause }),
      }).pipe(Effect.as({ inserted: entries.length, updated: 0, unchanged: 0, rejected: [] }))
  const writer = {
    saveBrands: save("brands"),
    saveProducts: save("products"),
    saveAttributes: save("attributes"),
    saveBatches: save("batches"),
    savePrices: save("prices"),
    saveCrawlDiscoveries: save("discoveries"),
  }
  // what else a writer can do no suite of a reader asks for
  return Layer.succeed(CatalogWriter, writer as unknown as CatalogWriter["Service"])
}
