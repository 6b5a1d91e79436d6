import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { listExportFields } from "./catalog/listExportFields.ts"
import { getProduct, listBrands, listProducts } from "./catalog/products.ts"
import { searchVariants } from "./catalog/searchVariants.ts"
import { addRecordsByVariants } from "./changes/addRecordsByVariants.ts"
import { adjustPrices } from "./changes/adjustPrices.ts"
import { BatchLimits } from "./changes/BatchLimits.ts"
import { generatePriceChange } from "./changes/generatePriceChange.ts"
import { listBatchRecords } from "./changes/listBatchRecords.ts"
import { PricePublisher } from "./changes/PricePublisher.ts"
import {
  createPriceBatch,
  discardPriceBatch,
  getPriceBatch,
  listBatchMoments,
  listPriceBatches,
  listPublications,
} from "./changes/priceBatches.ts"
import { publishPriceBatch } from "./changes/publishPriceBatch.ts"
import { removeBatchChanges } from "./changes/removeBatchChanges.ts"
import { revertPriceBatch } from "./changes/revertPriceBatch.ts"
import { reviewPriceBatch } from "./changes/reviewPriceBatch.ts"
import { withdrawDraft } from "./changes/withdrawDraft.ts"
import { warnOfCopies } from "./copies.ts"
import {
  listCrawlDiscoveries,
  listCrawlJobs,
  selectCrawlDiscoveries,
} from "./discoveries/crawlDiscoveries.ts"
import { selectCrawlDiscovery } from "./discoveries/selectCrawlDiscovery.ts"
import { preflightExport } from "./exports/preflightExport.ts"
import { ExportPublisher } from "./jobs/ExportPublisher.ts"
import { exportPriceBatch } from "./jobs/exportPriceBatch.ts"
import { JobEvents } from "./jobs/JobEvents.ts"
import { JobLimits } from "./jobs/JobLimits.ts"
import { cancelJob, downloadLink, getJob, listJobs, retryJob } from "./jobs/jobs.ts"
import { queueExport } from "./jobs/queueExport.ts"
import { makeWatchJob } from "./jobs/watchJob.ts"
import { CallingOrganization } from "./kernel/CallingOrganization.ts"
import { CallLimits } from "./kernel/CallLimits.ts"
import type { Principal } from "./kernel/Principal.ts"
import {
  type HangtagPorts,
  hangtagPorts,
  MissingPort,
  missingPorts,
  type Operation,
  type PortsOf,
} from "./operationPorts.ts"
import { listUpcomingPrices } from "./prices/listUpcomingPrices.ts"
import { getPricePolicy, listPolicyChanges, savePricePolicy } from "./prices/policies.ts"
import { previewColorway } from "./prices/previewColorway.ts"
import { explainVariantPrice, priceTimeline } from "./prices/timelines.ts"
import { hangtagServices } from "./servicesOf.ts"

export { type HangtagPorts, hangtagPorts } from "./operationPorts.ts"

type Key = Context.Key<never, unknown>

/** What operations read besides ports, which has defaults. */
const references = [ExportPublisher, JobEvents, JobLimits, BatchLimits, CallLimits, PricePublisher] as const

/** What a context has for the key, its default included. */
const inContext = (context: Context.Context<never>, key: Key): unknown =>
  Context.isReference(key) ? Context.get(context, key) : Context.getOrUndefined(context, key)

/** What operations read of these services, ports that they can do without too: clock, tracer and the like stay those of who calls. */
const givenBy = (services: Context.Context<never>) =>
  ([...Object.values(hangtagPorts), ...references] as unknown as ReadonlyArray<Key>)
    .map((key) => [key, inContext(services, key)] as const)
    .filter(([, value]) => value !== undefined)

/**
 * The context with that besides. One by one, and only where it has something else: merging two copies all of both, and has
 * the fiber look up clock, tracer and the like anew, which was a twelfth of the processor time of a small request.
 */
const withGiven = <R>(context: Context.Context<never>, given: ReturnType<typeof givenBy>) =>
  given.reduce(
    (all, [key, value]) => (inContext(context, key) === value ? all : Context.add(all, key, value)),
    context,
  ) as Context.Context<R>

const make = Effect.gen(function* () {
  const services = yield* Effect.context<never>()
  const watchJob = yield* makeWatchJob
  const given = givenBy(services)
  const missing = (operation: Operation) => {
    const names = missingPorts(services, operation)
    return names.length === 0 ? undefined : new MissingPort(operation, names)
  }
  /** The use case with its ports; the types see to it that `operationPorts` names these, and no others. */
  const bound = <
    Name extends Operation,
    Args extends readonly [Principal, ...ReadonlyArray<unknown>],
    A,
    E,
    R extends PortsOf<Name>,
  >(
    operation: Name,
    usecase: (...args: Args) => Effect.Effect<A, E, R>,
    ..._exactly: [PortsOf<Name>] extends [R] ? [] : [{ readonly "not needed": Exclude<PortsOf<Name>, R> }]
  ) => {
    const fault = missing(operation)
    return (...args: Args): Effect.Effect<A, E> =>
      fault === undefined
        ? Effect.updateContext(usecase(...args), (context: Context.Context<never>) =>
            Context.add(withGiven<R>(context, given), CallingOrganization, args[0]?.organization),
          )
        : Effect.die(fault)
  }
  return {
    [hangtagServices]: services,
    previewColorway: bound("previewColorway", previewColorway),
    priceTimeline: bound("priceTimeline", priceTimeline),
    explainVariantPrice: bound("explainVariantPrice", explainVariantPrice),
    listUpcomingPrices: bound("listUpcomingPrices", listUpcomingPrices),
    getPricePolicy: bound("getPricePolicy", getPricePolicy),
    savePricePolicy: bound("savePricePolicy", savePricePolicy),
    listPolicyChanges: bound("listPolicyChanges", listPolicyChanges),
    generatePriceChange: bound("generatePriceChange", generatePriceChange),
    adjustPrices: bound("adjustPrices", adjustPrices),
    createPriceBatch: bound("createPriceBatch", createPriceBatch),
    listPriceBatches: bound("listPriceBatches", listPriceBatches),
    getPriceBatch: bound("getPriceBatch", getPriceBatch),
    listBatchMoments: bound("listBatchMoments", listBatchMoments),
    reviewPriceBatch: bound("reviewPriceBatch", reviewPriceBatch),
    removeBatchChanges: bound("removeBatchChanges", removeBatchChanges),
    withdrawDraft: bound("withdrawDraft", withdrawDraft),
    discardPriceBatch: bound("discardPriceBatch", discardPriceBatch),
    publishPriceBatch: bound("publishPriceBatch", publishPriceBatch),
    revertPriceBatch: bound("revertPriceBatch", revertPriceBatch),
    exportPriceBatch: bound("exportPriceBatch", exportPriceBatch),
    listPublications: bound("listPublications", listPublications),
    addRecordsByVariants: bound("addRecordsByVariants", addRecordsByVariants),
    listBatchRecords: bound("listBatchRecords", listBatchRecords),
    listBrands: bound("listBrands", listBrands),
    listProducts: bound("listProducts", listProducts),
    getProduct: bound("getProduct", getProduct),
    searchVariants: bound("searchVariants", searchVariants),
    listCrawlJobs: bound("listCrawlJobs", listCrawlJobs),
    listCrawlDiscoveries: bound("listCrawlDiscoveries", listCrawlDiscoveries),
    selectCrawlDiscovery: bound("selectCrawlDiscovery", selectCrawlDiscovery),
    selectCrawlDiscoveries: bound("selectCrawlDiscoveries", selectCrawlDiscoveries),
    listExportFields: bound("listExportFields", listExportFields),
    preflightExport: bound("preflightExport", preflightExport),
    queueExport: bound("queueExport", queueExport),
    listJobs: bound("listJobs", listJobs),
    getJob: bound("getJob", getJob),
    cancelJob: bound("cancelJob", cancelJob),
    retryJob: bound("retryJob", retryJob),
    downloadLink: bound("downloadLink", downloadLink),
    watchJob: (...args: Parameters<typeof watchJob>) => {
      const fault = missing("watchJob")
      return fault === undefined
        ? Stream.updateContext(watchJob(...args), (context: Context.Context<never>) =>
            withGiven<PortsOf<"watchJob">>(context, given),
          )
        : Stream.die(fault)
    },
  }
})

/** Every use case with its ports bound: what a host's handlers call. */
export class Hangtag extends Context.Service<Hangtag, Effect.Success<typeof make>>()(
  "@hangtag/core/Hangtag",
) {
  /** Needs the ports; bring your own adapters or ours. Says so where two copies of this package have met. */
  static readonly layer: Layer.Layer<Hangtag, never, HangtagPorts> = Layer.effect(
    Hangtag,
    Effect.andThen(warnOfCopies, make),
  )

  /**
   * Over some of the ports only: the operations that these do not carry die with a `MissingPort`. Ports that come
   * with later versions are not asked for.
   */
  static readonly layerOver = <Ports extends HangtagPorts>(): Layer.Layer<Hangtag, never, Ports> =>
    Hangtag.layer as Layer.Layer<Hangtag, never, Ports>
}
