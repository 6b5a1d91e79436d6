import type * as Layer from "effect/Layer"
import {
  batchChangesPromises,
  batchRepositoryPromises,
  boundCallersPromises,
  catalogListingPromises,
  catalogRepositoryPromises,
  catalogWriterPromises,
  crawlDiscoveryRepositoryPromises,
  exportRepositoryPromises,
  idempotencyStorePromises,
  jobArchivePromises,
  jobRepositoryPromises,
  priceChangeRepositoryPromises,
  priceHistoryPromises,
  priceListRepositoryPromises,
  pricePolicyRepositoryPromises,
  priceRepositoryPromises,
  priceSchedulePromises,
  transactionPromises,
} from "./promises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"
import type { PromiseTest } from "./suite/promiseTests.ts"

/** Registers one test for each of the promises over one build of the layer. */
export type Suite<Promises> = [Promises] extends [
  Readonly<Record<infer Name extends string, PromiseTest<infer R>>>,
]
  ? <E>(name: string, layer: Layer.Layer<R, E>, options?: SuiteOptions<Name>) => void
  : never

const suiteOf =
  <R, const Name extends string>(promises: Readonly<Record<Name, PromiseTest<R>>>) =>
  <E>(name: string, layer: Layer.Layer<R, E>, options: SuiteOptions<Name> = {}): void =>
    portSuite(name, layer, promises, options)

/** Puts a `BatchChanges` through the promises of its port; the ports that write prices and batches seed it. */
export const batchChangesSuite: Suite<typeof batchChangesPromises> = suiteOf(batchChangesPromises)

/** Puts a `BatchRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const batchRepositorySuite: Suite<typeof batchRepositoryPromises> = suiteOf(batchRepositoryPromises)

/**
 * Compares two worlds: what every operation answers callers who are bound to price lists, where there are these alone, and where
 * there are 38 of others besides, with their places, prices, policies, batches, publications and jobs.
 */
export const boundCallersSuite: Suite<typeof boundCallersPromises> = suiteOf(boundCallersPromises)

/** Puts a `CatalogListing` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogListingSuite: Suite<typeof catalogListingPromises> = suiteOf(catalogListingPromises)

/** Puts a `CatalogRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogRepositorySuite: Suite<typeof catalogRepositoryPromises> =
  suiteOf(catalogRepositoryPromises)

/** Puts a `CatalogWriter` through the promises of its port; the repositories read what it wrote. */
export const catalogWriterSuite: Suite<typeof catalogWriterPromises> = suiteOf(catalogWriterPromises)

/** Puts a `CrawlDiscoveryRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const crawlDiscoveryRepositorySuite: Suite<typeof crawlDiscoveryRepositoryPromises> = suiteOf(
  crawlDiscoveryRepositoryPromises,
)

/** Puts an `ExportRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const exportRepositorySuite: Suite<typeof exportRepositoryPromises> = suiteOf(exportRepositoryPromises)

/** Puts an `IdempotencyStore` through the promises of its port; jobs are what its work makes. */
export const idempotencyStoreSuite: Suite<typeof idempotencyStorePromises> = suiteOf(idempotencyStorePromises)

/** Puts a `JobArchive` through the promises of its port, over the jobs of a `JobRepository`. */
export const jobArchiveSuite: Suite<typeof jobArchivePromises> = suiteOf(jobArchivePromises)

/** Puts a `JobRepository` through the promises of its port, over the claims of a `JobQueue`. */
export const jobRepositorySuite: Suite<typeof jobRepositoryPromises> = suiteOf(jobRepositoryPromises)

/** Puts a `PriceChangeRepository` through the promises of its port; `CatalogWriter` seeds it, `PriceHistory` tells what it wrote. */
export const priceChangeRepositorySuite: Suite<typeof priceChangeRepositoryPromises> = suiteOf(
  priceChangeRepositoryPromises,
)

/** Puts a `PriceHistory` through the promises of its port; `CatalogWriter` seeds it. */
export const priceHistorySuite: Suite<typeof priceHistoryPromises> = suiteOf(priceHistoryPromises)

/** Puts a `PriceListRepository` through the promises of its port. */
export const priceListRepositorySuite: Suite<typeof priceListRepositoryPromises> =
  suiteOf(priceListRepositoryPromises)

/** Puts a `PricePolicyRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const pricePolicyRepositorySuite: Suite<typeof pricePolicyRepositoryPromises> = suiteOf(
  pricePolicyRepositoryPromises,
)

/** Puts a `PriceRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const priceRepositorySuite: Suite<typeof priceRepositoryPromises> = suiteOf(priceRepositoryPromises)

/** Puts a `PriceSchedule` through the promises of its port; `CatalogWriter` seeds it. */
export const priceScheduleSuite: Suite<typeof priceSchedulePromises> = suiteOf(priceSchedulePromises)

/** Puts a `Transaction` through its promises, with jobs and brands as the writes that it makes happen together. */
export const transactionSuite: Suite<typeof transactionPromises> = suiteOf(transactionPromises)
