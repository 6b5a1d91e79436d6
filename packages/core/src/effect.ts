export { Hangtag } from "./Hangtag.ts"
export {
  type HangtagPorts,
  MissingPort,
  type Operation,
  type OperationsOf,
  type PortsOf,
} from "./operationPorts.ts"
export { addRecordsByVariants } from "./usecases/addRecordsByVariants.ts"
export { adjustPrices } from "./usecases/adjustPrices.ts"
export { getProduct, listBrands, listProducts } from "./usecases/catalogListing.ts"
export { listCrawlDiscoveries, listCrawlJobs, selectCrawlDiscoveries } from "./usecases/crawlDiscoveries.ts"
export { exportPriceBatch } from "./usecases/exportPriceBatch.ts"
export { generatePriceChange } from "./usecases/generatePriceChange.ts"
export { cancelJob, downloadLink, getJob, listJobs, retryJob } from "./usecases/jobs.ts"
export { listBatchRecords } from "./usecases/listBatchRecords.ts"
export { listExportFields } from "./usecases/listExportFields.ts"
export { listUpcomingPrices } from "./usecases/listUpcomingPrices.ts"
export { preflightExport } from "./usecases/preflightExport.ts"
export { previewColorway } from "./usecases/previewColorway.ts"
export {
  createPriceBatch,
  discardPriceBatch,
  getPriceBatch,
  listBatchMoments,
  listPriceBatches,
  listPublications,
} from "./usecases/priceBatches.ts"
export { explainVariantPrice, priceTimeline } from "./usecases/priceHistory.ts"
export { getPricePolicy, listPolicyChanges, savePricePolicy } from "./usecases/pricePolicy.ts"
export { publishPriceBatch } from "./usecases/publishPriceBatch.ts"
export { queueExport } from "./usecases/queueExport.ts"
export { removeBatchChanges } from "./usecases/removeBatchChanges.ts"
export { revertPriceBatch } from "./usecases/revertPriceBatch.ts"
export { reviewPriceBatch } from "./usecases/reviewPriceBatch.ts"
export { searchVariants } from "./usecases/searchVariants.ts"
export { selectCrawlDiscovery } from "./usecases/selectCrawlDiscovery.ts"
export { withdrawDraft } from "./usecases/withdrawDraft.ts"
export { previewJson, recordPageJson, type WireJson, wireJson } from "./wireJson.ts"
