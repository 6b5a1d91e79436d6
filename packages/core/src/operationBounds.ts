import type { batchLimits } from "./changes/BatchLimits.ts"
import type { jobLimits } from "./jobs/JobLimits.ts"
import type { CallLimitName } from "./kernel/CallLimits.ts"
import type { Operation } from "./operationPorts.ts"

/** What bounds an operation: limits by their names, and in words what its contract bounds. */
interface Bounds {
  readonly limits: ReadonlyArray<CallLimitName | keyof typeof jobLimits | keyof typeof batchLimits>
  readonly contract?: string
}

const aJob: Bounds = { limits: [], contract: "one job, without what was asked for" }

const aList = (things: string) => `200 ${things} a page, 200 characters of search, a total of 100,000`

const aHundred = "100 entries of each list"

/** What each operation's work and answer are bounded by, whoever calls; the documents list it. */
export const operationBounds: { readonly [operation in Operation]: Bounds } = {
  previewColorway: { limits: ["preview_lines", "preview_pairs", "preview_records", "preview_warnings"] },
  priceTimeline: { limits: ["timeline_records"] },
  explainVariantPrice: { limits: ["timeline_records"] },
  getPricePolicy: { limits: [], contract: "one policy, as large as one may be saved" },
  savePricePolicy: { limits: ["policy_texts"], contract: "1,000 blackouts, 1,000 price types, 100 endings" },
  listPolicyChanges: { limits: [], contract: "20 policies a page, each as large as one may be saved" },
  listUpcomingPrices: { limits: ["upcoming_records"], contract: "200 rows a page" },
  generatePriceChange: {
    limits: ["change_lines", "change_pairs", "change_records", "openBatches"],
    contract: `of each colorway what its preview may have, ${aHundred}`,
  },
  adjustPrices: {
    limits: ["change_lines", "adjust_variants", "change_pairs", "change_records", "openBatches"],
    contract: `of each colorway what its preview may have, 100 colorways a page, ${aHundred}`,
  },
  createPriceBatch: { limits: ["openBatches"], contract: "one batch" },
  listPriceBatches: { limits: [], contract: "200 batches a page, 200 characters of search" },
  getPriceBatch: { limits: [], contract: "one batch" },
  listBatchMoments: { limits: [], contract: "what one batch holds, 200 rows a page, a total of 100,000" },
  reviewPriceBatch: { limits: ["change_records"], contract: `100 colorways a page, ${aHundred}` },
  removeBatchChanges: { limits: ["change_lines", "change_records"], contract: aHundred },
  withdrawDraft: { limits: [], contract: "one record" },
  discardPriceBatch: { limits: [], contract: "what one batch holds" },
  publishPriceBatch: { limits: [], contract: `what one batch holds, ${aHundred}` },
  revertPriceBatch: { limits: ["change_records", "openBatches"], contract: aHundred },
  exportPriceBatch: { limits: ["openExports"], contract: "what one batch holds" },
  listPublications: { limits: [], contract: "200 publications a page" },
  addRecordsByVariants: { limits: ["fill_pairs", "fill_types"], contract: "10,000 pairs of `missing`" },
  listBatchRecords: { limits: ["record_offset"], contract: "200 records a page, 200 characters of search" },
  listBrands: { limits: [], contract: aList("brands") },
  listProducts: { limits: [], contract: aList("products") },
  getProduct: { limits: [], contract: "200 colorways with 1,000 variants a page, the newest 100 versions" },
  searchVariants: { limits: ["search_text"], contract: "the variants of one product, of which 100 are told" },
  listCrawlJobs: {
    limits: [],
    contract: "200 jobs a page, a total of 100,000, of each 10,000 discoveries counted",
  },
  listCrawlDiscoveries: { limits: [], contract: aList("discoveries") },
  selectCrawlDiscovery: { limits: [], contract: "one discovery" },
  selectCrawlDiscoveries: { limits: ["discovery_ids"] },
  listExportFields: { limits: ["export_fields"] },
  preflightExport: { limits: ["export_keys", "export_columns"], contract: "a sample of the products" },
  queueExport: { limits: ["export_keys", "export_columns", "openExports"] },
  listJobs: { limits: [], contract: "200 jobs a page, a total of 100,000" },
  getJob: aJob,
  watchJob: { limits: ["streams"], contract: "one job, told when it changes" },
  cancelJob: aJob,
  retryJob: { ...aJob, limits: ["openExports"] },
  downloadLink: { limits: [], contract: "one link" },
}
