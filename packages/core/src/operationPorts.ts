import * as Context from "effect/Context"
import { CatalogListing } from "./catalog/CatalogListing.ts"
import { CatalogRepository } from "./catalog/CatalogRepository.ts"
import { BatchChanges } from "./changes/BatchChanges.ts"
import { BatchRepository } from "./changes/BatchRepository.ts"
import { PriceChangeRepository } from "./changes/PriceChangeRepository.ts"
import { CrawlDiscoveryRepository } from "./discoveries/CrawlDiscoveryRepository.ts"
import { ExportRepository } from "./exports/ExportRepository.ts"
import { JobQueue } from "./jobs/JobQueue.ts"
import { JobRepository } from "./jobs/JobRepository.ts"
import { ObjectStorage } from "./jobs/ObjectStorage.ts"
import { PriceHistory } from "./prices/PriceHistory.ts"
import { PricePolicyRepository } from "./prices/PricePolicyRepository.ts"
import { PriceRepository } from "./prices/PriceRepository.ts"
import { PriceSchedule } from "./prices/PriceSchedule.ts"

/** The ports that the use cases read, by the names they have as plain objects (`AsyncPorts`). */
export const hangtagPorts = {
  batchChanges: BatchChanges,
  batchRepository: BatchRepository,
  catalogListing: CatalogListing,
  catalogRepository: CatalogRepository,
  crawlDiscoveryRepository: CrawlDiscoveryRepository,
  exportRepository: ExportRepository,
  jobQueue: JobQueue,
  jobRepository: JobRepository,
  objectStorage: ObjectStorage,
  priceChangeRepository: PriceChangeRepository,
  priceHistory: PriceHistory,
  pricePolicyRepository: PricePolicyRepository,
  priceRepository: PriceRepository,
  priceSchedule: PriceSchedule,
}
type PortName = keyof typeof hangtagPorts
type Port<Name extends PortName> = Context.Service.Identifier<(typeof hangtagPorts)[Name]>

/** Every port that some use case needs. */
export type HangtagPorts = Port<PortName>

const job = ["jobRepository", "jobQueue"] as const
const exports = ["catalogRepository", "exportRepository"] as const

/** The ports that each operation cannot do without; the types of the use cases hold it to that (`Hangtag`). */
export const operationPorts = {
  previewColorway: ["catalogRepository", "priceRepository"],
  priceTimeline: ["priceHistory"],
  explainVariantPrice: ["priceHistory"],
  listUpcomingPrices: ["priceSchedule"],
  getPricePolicy: ["pricePolicyRepository"],
  savePricePolicy: ["pricePolicyRepository"],
  listPolicyChanges: ["pricePolicyRepository"],
  generatePriceChange: ["priceChangeRepository"],
  adjustPrices: ["priceChangeRepository"],
  createPriceBatch: ["priceChangeRepository"],
  listPriceBatches: ["priceChangeRepository"],
  getPriceBatch: ["priceChangeRepository"],
  listBatchMoments: ["priceChangeRepository"],
  reviewPriceBatch: ["priceChangeRepository", "batchChanges"],
  removeBatchChanges: ["priceChangeRepository"],
  withdrawDraft: ["priceChangeRepository"],
  discardPriceBatch: ["priceChangeRepository"],
  publishPriceBatch: ["priceChangeRepository"],
  revertPriceBatch: ["priceChangeRepository"],
  exportPriceBatch: ["priceChangeRepository", "jobRepository"],
  listPublications: ["priceChangeRepository"],
  addRecordsByVariants: ["batchRepository"],
  listBatchRecords: ["batchRepository"],
  listBrands: ["catalogListing"],
  listProducts: ["catalogListing"],
  getProduct: ["catalogListing"],
  searchVariants: ["catalogRepository"],
  listCrawlJobs: ["crawlDiscoveryRepository"],
  listCrawlDiscoveries: ["crawlDiscoveryRepository"],
  selectCrawlDiscovery: ["crawlDiscoveryRepository"],
  selectCrawlDiscoveries: ["crawlDiscoveryRepository"],
  listExportFields: ["catalogRepository"],
  preflightExport: exports,
  queueExport: [...exports, "jobRepository"],
  listJobs: ["jobRepository"],
  getJob: job,
  watchJob: job,
  cancelJob: job,
  retryJob: job,
  downloadLink: ["jobRepository", "objectStorage"],
} as const satisfies Record<string, ReadonlyArray<PortName>>

/** The operations of a `Hangtag` by their names. */
export type Operation = keyof typeof operationPorts

/** The ports that the operation needs. */
export type PortsOf<Name extends Operation> = Port<(typeof operationPorts)[Name][number]>

/** The operations that these ports carry. */
export type OperationsOf<Ports> = {
  [Name in Operation]: [PortsOf<Name>] extends [Ports] ? Name : never
}[Operation]

/** The ports that the operation needs and that are not among the given. */
export const missingPorts = (given: Context.Context<never>, operation: Operation): ReadonlyArray<PortName> =>
  operationPorts[operation].filter(
    (name) =>
      Context.getOrUndefined(given, hangtagPorts[name] as unknown as Context.Key<never, unknown>) ===
      undefined,
  )

/** An operation was called without the ports that it needs. */
export class MissingPort extends TypeError {
  readonly _tag = "MissingPort"
  readonly operation: Operation | "with"
  readonly ports: ReadonlyArray<string>

  constructor(operation: Operation | "with", ports: ReadonlyArray<string>) {
    super(`${operation} needs ${ports.join(" and ")}, which no adapter was given for`)
    this.name = "MissingPort"
    this.operation = operation
    this.ports = ports
  }
}
