import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { getProduct } from "./catalog/getProduct.ts"
import { listBrands } from "./catalog/listBrands.ts"
import { listExportFields } from "./catalog/listExportFields.ts"
import { listProducts } from "./catalog/listProducts.ts"
import { searchVariants } from "./catalog/searchVariants.ts"
import { addRecordsByVariants } from "./changes/addRecordsByVariants.ts"
import { adjustPrices } from "./changes/adjustPrices.ts"
import { createPriceBatch } from "./changes/createPriceBatch.ts"
import { discardPriceBatch } from "./changes/discardPriceBatch.ts"
import { generatePriceChange } from "./changes/generatePriceChange.ts"
import { getPriceBatch } from "./changes/getPriceBatch.ts"
import { listBatchMoments } from "./changes/listBatchMoments.ts"
import { listBatchRecords } from "./changes/listBatchRecords.ts"
import { listPriceBatches } from "./changes/listPriceBatches.ts"
import { listPublications } from "./changes/listPublications.ts"
import { notePriceBatch } from "./changes/notePriceBatch.ts"
import { publishPriceBatch } from "./changes/publishPriceBatch.ts"
import { removeBatchChanges } from "./changes/removeBatchChanges.ts"
import { revertPriceBatch } from "./changes/revertPriceBatch.ts"
import { reviewPriceBatch } from "./changes/reviewPriceBatch.ts"
import { withdrawDraft } from "./changes/withdrawDraft.ts"
import { listCrawlDiscoveries } from "./discoveries/listCrawlDiscoveries.ts"
import { listCrawlJobs } from "./discoveries/listCrawlJobs.ts"
import { selectCrawlDiscoveries } from "./discoveries/selectCrawlDiscoveries.ts"
import { selectCrawlDiscovery } from "./discoveries/selectCrawlDiscovery.ts"
import { preflightExport } from "./exports/preflightExport.ts"
import { cancelJob } from "./jobs/cancelJob.ts"
import { downloadLink } from "./jobs/downloadLink.ts"
import { exportPriceBatch } from "./jobs/exportPriceBatch.ts"
import { exportPriceSheet } from "./jobs/exportPriceSheet.ts"
import { getJob } from "./jobs/getJob.ts"
import { listJobs } from "./jobs/listJobs.ts"
import { queueExport } from "./jobs/queueExport.ts"
import { retryJob } from "./jobs/retryJob.ts"
import { watchJob } from "./jobs/watchJob.ts"
import type { AnyDescribed, AnyPort, Given } from "./kernel/operation.ts"
import { createPriceList } from "./lists/createPriceList.ts"
import { getPriceList } from "./lists/getPriceList.ts"
import { getPriceListPolicy } from "./lists/getPriceListPolicy.ts"
import { listPriceListPolicyChanges } from "./lists/listPriceListPolicyChanges.ts"
import { listPriceLists } from "./lists/listPriceLists.ts"
import { savePriceListPolicy } from "./lists/savePriceListPolicy.ts"
import { updatePriceList } from "./lists/updatePriceList.ts"
import { explainVariantPrice } from "./prices/explainVariantPrice.ts"
import { getPricePolicy } from "./prices/getPricePolicy.ts"
import { listColorwayPrices } from "./prices/listColorwayPrices.ts"
import { listPolicyChanges } from "./prices/listPolicyChanges.ts"
import { listUpcomingPrices } from "./prices/listUpcomingPrices.ts"
import { previewColorway } from "./prices/previewColorway.ts"
import { previewPriceListMove } from "./prices/previewPriceListMove.ts"
import { productTimeline } from "./prices/productTimeline.ts"
import { resolvePrices } from "./prices/resolvePrices.ts"
import { savePricePolicy } from "./prices/savePricePolicy.ts"
import { variantTimeline } from "./prices/variantTimeline.ts"
import { generatePriceSheet } from "./sheets/generatePriceSheet.ts"
import { previewPriceSheet } from "./sheets/previewPriceSheet.ts"

/** Every operation that answers once. */
export const answering = {
  previewColorway,
  variantTimeline,
  productTimeline,
  explainVariantPrice,
  resolvePrices,
  listColorwayPrices,
  listUpcomingPrices,
  getPricePolicy,
  savePricePolicy,
  listPolicyChanges,
  listPriceLists,
  getPriceList,
  createPriceList,
  updatePriceList,
  previewPriceListMove,
  getPriceListPolicy,
  savePriceListPolicy,
  listPriceListPolicyChanges,
  generatePriceChange,
  adjustPrices,
  previewPriceSheet,
  generatePriceSheet,
  exportPriceSheet,
  createPriceBatch,
  listPriceBatches,
  getPriceBatch,
  listBatchMoments,
  reviewPriceBatch,
  removeBatchChanges,
  withdrawDraft,
  discardPriceBatch,
  notePriceBatch,
  publishPriceBatch,
  revertPriceBatch,
  exportPriceBatch,
  listPublications,
  addRecordsByVariants,
  listBatchRecords,
  listBrands,
  listProducts,
  getProduct,
  searchVariants,
  listCrawlJobs,
  listCrawlDiscoveries,
  selectCrawlDiscovery,
  selectCrawlDiscoveries,
  listExportFields,
  preflightExport,
  queueExport,
  listJobs,
  getJob,
  cancelJob,
  retryJob,
  downloadLink,
}

/** The one list of operations: doors, checks, documents, HTTP's handlers and the client are made of it. */
export const operations: Answering & { readonly watchJob: typeof watchJob } = { ...answering, watchJob }

type Answering = typeof answering
/** The operations that answer once, by their names. */
export type AnsweringName = keyof Answering
/** The operations of a `Hangtag` by their names. */
export type OperationName = keyof typeof operations

/** What a call of the operation takes behind the principal. */
export type InputOf<Name extends OperationName> = Given<(typeof operations)[Name]["input"]["Encoded"]>
/** What the operation gives. */
export type OutputOf<Name extends OperationName> = (typeof operations)[Name]["output"]["Type"]

type PortOf<Port> = Port extends Context.Key<infer Identifier, infer _Service> ? Identifier : never
type DeclaredPorts<Name extends OperationName> = Name extends AnsweringName
  ? Effect.Services<ReturnType<Answering[Name]>>
  : PortOf<(typeof operations)["watchJob"]["ports"][number]>

/** The ports that the operation needs. */
export type PortsOf<Name extends OperationName> = DeclaredPorts<Name>

/** Every port that some operation needs. */
export type HangtagPorts = { [Name in OperationName]: PortsOf<Name> }[OperationName]

/** The operations that these ports carry. */
export type OperationsOf<Ports> = {
  [Name in OperationName]: [PortsOf<Name>] extends [Ports] ? Name : never
}[OperationName]

const described: Readonly<Record<OperationName, AnyDescribed>> = operations

/** A port's name as a plain object (`AsyncPorts`): that of its service, which begins small. */
export const portName = ({ key }: AnyPort): string => {
  const name = key.slice(key.lastIndexOf("/") + 1)
  return name[0]!.toLowerCase() + name.slice(1)
}

/** The ports that operations read. */
export const hangtagPorts: ReadonlyArray<AnyPort> = [
  ...new Set(Object.values(described).flatMap(({ ports }) => ports)),
]

/** The ports that the operation needs and that are not among the given. */
export const missingPorts = (
  given: Context.Context<never>,
  operation: OperationName,
): ReadonlyArray<string> =>
  described[operation].ports
    .filter((port) => Context.getOrUndefined(given, port as Context.Key<never, unknown>) === undefined)
    .map(portName)

/** An operation was called without the ports that it needs. */
export class MissingPort extends TypeError {
  readonly _tag = "MissingPort"
  readonly operation: OperationName | "with"
  readonly ports: ReadonlyArray<string>

  constructor(operation: OperationName | "with", ports: ReadonlyArray<string>) {
    super(`${operation} needs ${ports.join(" and ")}, which no adapter was given for`)
    this.name = "MissingPort"
    this.operation = operation
    this.ports = ports
  }
}
