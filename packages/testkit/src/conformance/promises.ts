import { defaultLeaseSeconds } from "@hangtag/core"
import { fillPromises } from "./batch/fillPromises.ts"
import { listingPromises } from "./batch/listingPromises.ts"
import { colorwayPromises } from "./catalog/colorwayPromises.ts"
import { searchPromises } from "./catalog/searchPromises.ts"
import { listPromises as catalogListPromises } from "./catalogListing/listPromises.ts"
import { productPromises as listedProductPromises } from "./catalogListing/productPromises.ts"
import { entryPromises } from "./catalogWriter/entryPromises.ts"
import { isolationPromises } from "./catalogWriter/isolationPromises.ts"
import { pricePromises } from "./catalogWriter/pricePromises.ts"
import { productPromises as writtenProductPromises } from "./catalogWriter/productPromises.ts"
import { retirePromises } from "./catalogWriter/retirePromises.ts"
import { shopPromises } from "./catalogWriter/shopPromises.ts"
import { manyPromises } from "./discovery/manyPromises.ts"
import { onePromises } from "./discovery/onePromises.ts"
import { momentPromises } from "./export/momentPromises.ts"
import { selectionPromises } from "./export/selectionPromises.ts"
import { cancelPromises } from "./job/cancelPromises.ts"
import { keepingPromises as jobKeepingPromises } from "./job/keepingPromises.ts"
import { listPromises as jobListPromises } from "./job/listPromises.ts"
import { requestPromises } from "./job/requestPromises.ts"
import { runPromises } from "./job/runPromises.ts"
import { keepingPromises as storageKeepingPromises } from "./objectStorage/keepingPromises.ts"
import { linkPromises } from "./objectStorage/linkPromises.ts"
import type { OpenLink } from "./objectStorage/steps.ts"
import { colorwayPromises as pricedColorwayPromises } from "./price/colorwayPromises.ts"
import { inForcePromises } from "./price/inForcePromises.ts"
import { readingPromises } from "./price/readingPromises.ts"
import { schedulePromises } from "./price/schedulePromises.ts"
import { batchPromises } from "./priceChange/batchPromises.ts"
import { changePromises } from "./priceChange/changePromises.ts"
import { publishPromises } from "./priceChange/publishPromises.ts"
import { claimPromises } from "./queue/claimPromises.ts"
import { type AgeHeartbeat, leasePromises } from "./queue/leasePromises.ts"
import { orderPromises } from "./queue/orderPromises.ts"

export { batchChangesPromises } from "./batchChangesPromises.ts"
export { boundCallersPromises } from "./bound/boundCallersPromises.ts"
export { exportBrokerPromises, portsWithLongRuns } from "./exportBrokerPromises.ts"
export { idempotencyStorePromises } from "./idempotencyStorePromises.ts"
export { jobArchivePromises } from "./jobArchivePromises.ts"
export type { OpenedLink, OpenLink } from "./objectStorage/steps.ts"
export { priceHistoryPromises } from "./priceHistoryPromises.ts"
export { priceListRepositoryPromises } from "./priceListRepositoryPromises.ts"
export { pricePolicyRepositoryPromises } from "./pricePolicyRepositoryPromises.ts"
export type { AgeHeartbeat } from "./queue/leasePromises.ts"
export { seededBy } from "./seededBy.ts"
export { type NamedTest, promiseTests } from "./suite/promiseTests.ts"
export { transactionPromises } from "./transactionPromises.ts"

/** What a `BatchRepository` promises, each by the name of its test. */
export const batchRepositoryPromises = { ...listingPromises, ...fillPromises }

/** What a `CatalogListing` promises, each by the name of its test. */
export const catalogListingPromises = { ...catalogListPromises, ...listedProductPromises }

/** What a `CatalogRepository` promises, each by the name of its test. */
export const catalogRepositoryPromises = { ...searchPromises, ...colorwayPromises }

/** What a `CatalogWriter` promises, each by the name of its test. */
export const catalogWriterPromises = {
  ...writtenProductPromises,
  ...pricePromises,
  ...shopPromises,
  ...retirePromises,
  ...entryPromises,
  ...isolationPromises,
}

/** What a `CrawlDiscoveryRepository` promises, each by the name of its test. */
export const crawlDiscoveryRepositoryPromises = { ...manyPromises, ...onePromises }

/** What an `ExportRepository` promises, each by the name of its test. */
export const exportRepositoryPromises = { ...momentPromises, ...selectionPromises }

/** What a `JobQueue` promises, over the jobs of a `JobRepository`, each by the name of its test. */
export const jobQueuePromises = <R = never>(
  ageHeartbeat?: AgeHeartbeat<R>,
  leaseSeconds = defaultLeaseSeconds,
) => ({
  ...orderPromises,
  ...claimPromises,
  ...leasePromises(ageHeartbeat, leaseSeconds),
})

/** What a `JobRepository` promises, each by the name of its test. */
export const jobRepositoryPromises = {
  ...runPromises,
  ...jobKeepingPromises,
  ...jobListPromises,
  ...requestPromises,
  ...cancelPromises,
}

/** What an `ObjectStorage` promises, each by the name of its test; `open` follows links. */
export const objectStoragePromises = (open?: OpenLink) => ({
  ...storageKeepingPromises,
  ...linkPromises(open),
})

/** What a `PriceChangeRepository` promises, each by the name of its test. */
export const priceChangeRepositoryPromises = { ...batchPromises, ...changePromises, ...publishPromises }

/** What a `PriceRepository` promises, each by the name of its test. */
export const priceRepositoryPromises = { ...inForcePromises, ...readingPromises }

/** What a `PriceSchedule` promises, each by the name of its test. */
export const priceSchedulePromises = { ...pricedColorwayPromises, ...schedulePromises }
