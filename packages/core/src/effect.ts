export { listExportFields } from "./catalog/listExportFields.ts"
export { getProduct, listBrands, listProducts } from "./catalog/products.ts"
export { searchVariants } from "./catalog/searchVariants.ts"
export { addRecordsByVariants } from "./changes/addRecordsByVariants.ts"
export { adjustPrices } from "./changes/adjustPrices.ts"
export { generatePriceChange } from "./changes/generatePriceChange.ts"
export { listBatchRecords } from "./changes/listBatchRecords.ts"
export {
  createPriceBatch,
  discardPriceBatch,
  getPriceBatch,
  listBatchMoments,
  listPriceBatches,
  listPublications,
} from "./changes/priceBatches.ts"
export { publishPriceBatch } from "./changes/publishPriceBatch.ts"
export { removeBatchChanges } from "./changes/removeBatchChanges.ts"
export { revertPriceBatch } from "./changes/revertPriceBatch.ts"
export { reviewPriceBatch } from "./changes/reviewPriceBatch.ts"
export { withdrawDraft } from "./changes/withdrawDraft.ts"
export {
  listCrawlDiscoveries,
  listCrawlJobs,
  selectCrawlDiscoveries,
} from "./discoveries/crawlDiscoveries.ts"
export { selectCrawlDiscovery } from "./discoveries/selectCrawlDiscovery.ts"
export { preflightExport } from "./exports/preflightExport.ts"
export { Hangtag } from "./Hangtag.ts"
export { exportPriceBatch } from "./jobs/exportPriceBatch.ts"
export { cancelJob, downloadLink, getJob, listJobs, retryJob } from "./jobs/jobs.ts"
export { queueExport } from "./jobs/queueExport.ts"
export {
  type HangtagPorts,
  MissingPort,
  type Operation,
  type OperationsOf,
  type PortsOf,
} from "./operationPorts.ts"
export { listUpcomingPrices } from "./prices/listUpcomingPrices.ts"
export { getPricePolicy, listPolicyChanges, savePricePolicy } from "./prices/policies.ts"
export { previewColorway } from "./prices/previewColorway.ts"
export { explainVariantPrice, priceTimeline } from "./prices/timelines.ts"
export { previewJson, recordPageJson, type WireJson, wireJson } from "./wireJson.ts"
