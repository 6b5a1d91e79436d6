import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import {
  type AdjustmentWanted,
  type ChangeAsked,
  changeRequest,
  type ExportAsked,
  exportRequest,
  priceAdjustment,
} from "./asyncRequests.ts"
import { VariantSearchQuery } from "./catalog/Catalog.ts"
import { BrandQuery, ColorwaysQuery, ProductQuery } from "./catalog/CatalogPages.ts"
import { BatchRecordsQuery } from "./changes/BatchRecords.ts"
import { BatchRemoval } from "./changes/BatchRemoval.ts"
import { BatchReviewQuery } from "./changes/BatchReview.ts"
import { AdjustmentAsked, PriceAdjustment } from "./changes/PriceAdjustment.ts"
import {
  BatchMomentQuery,
  NewPriceBatch,
  PriceBatchQuery,
  PublicationQuery,
  PublishOptions,
} from "./changes/PriceBatch.ts"
import { PriceChangeRequest } from "./changes/PriceChange.ts"
import { AddRecordsByVariantsRequest } from "./changes/RepublishFill.ts"
import { checkedKeys } from "./checkedKeys.ts"
import {
  type CrawlDiscovery,
  CrawlJobQuery,
  DiscoveryQuery,
  DiscoverySelection,
} from "./discoveries/CrawlDiscovery.ts"
import { ChangeSheetOptions } from "./exports/ChangeSheet.ts"
import { ExportRequest } from "./exports/ExportRequest.ts"
import type { Hangtag } from "./Hangtag.ts"
import { JobQuery } from "./jobs/Job.ts"
import { type Defaulted, defaults, withDefaults } from "./kernel/defaults.ts"
import type { Principal } from "./kernel/Principal.ts"
import { ColorwayPrefillRequest } from "./prices/ColorwayPreview.ts"
import type { HistoryOf } from "./prices/PriceHistory.ts"
import { PolicyHistoryQuery, PricePolicy } from "./prices/PricePolicy.ts"
import { TimelineQuery } from "./prices/PriceTimeline.ts"
import { UpcomingQuery } from "./prices/UpcomingPrices.ts"
import { valid } from "./validInput.ts"

/** What a call takes besides its arguments. */
export interface CallOptions {
  /** Stops the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

type UseCase<A, E> = (hangtag: Hangtag["Service"]) => Effect.Effect<A, E>

/** Runs a use case, as long as its signal lets it. */
export type Run = <A, E>(useCase: UseCase<A, E>, options: CallOptions | undefined) => Promise<A>

/** The operations that answer once, each an async function that checks its input. */
export const asyncOperations = (run: Run) => {
  const ask = <A, I, B, E>(
    schema: Schema.Codec<A, I>,
    input: A,
    useCase: (hangtag: Hangtag["Service"], checked: A) => Effect.Effect<B, E>,
    options: CallOptions | undefined,
    unknownMembers?: "ignored",
  ) =>
    run(
      (hangtag) =>
        Effect.flatMap(valid(schema, input, unknownMembers), (checked) => useCase(hangtag, checked)),
      options,
    )
  const operations = {
    /** Previews what a price change would do to a colorway; `as_of` stands in for now, by the brand's clock. */
    previewColorway: (
      principal: Principal,
      brand_key: string,
      request: Defaulted<ColorwayPrefillRequest, keyof typeof defaults.colorwayPrefill>,
      options?: CallOptions & { readonly as_of?: Date | string },
    ) =>
      ask(
        ColorwayPrefillRequest,
        withDefaults(defaults.colorwayPrefill, request),
        (hangtag, checked) => hangtag.previewColorway(principal, brand_key, checked, options?.as_of),
        options,
        "ignored",
      ),
    /** What variants cost over time. */
    priceTimeline: (
      principal: Principal,
      of: HistoryOf,
      query: TimelineQuery = { price_type: null, from: null, until: null },
      options?: CallOptions,
    ) =>
      ask(TimelineQuery, query, (hangtag, checked) => hangtag.priceTimeline(principal, of, checked), options),
    /** Why a price of a variant is in force at a moment, or why there is none. */
    explainVariantPrice: (
      principal: Principal,
      variant_key: string,
      query: { readonly price_type: string; readonly at: string | null },
      options?: CallOptions,
    ) => run((hangtag) => hangtag.explainVariantPrice(principal, variant_key, query), options),
    /** What goes live next, a page at a time: `next` is what the page after it comes `after`. */
    listUpcomingPrices: (
      principal: Principal,
      query: Defaulted<UpcomingQuery, keyof typeof defaults.upcoming> = {},
      options?: CallOptions,
    ) =>
      ask(
        UpcomingQuery,
        withDefaults(defaults.upcoming, query),
        (hangtag, checked) => hangtag.listUpcomingPrices(principal, checked),
        options,
      ),
    /** The guard rails of a brand's prices. */
    getPricePolicy: (principal: Principal, brand_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.getPricePolicy(principal, brand_key), options),
    /** Gives a brand its guard rails, all of them anew. */
    savePricePolicy: (
      principal: Principal,
      brand_key: string,
      policy: PricePolicy,
      options?: CallOptions & { readonly expected?: (current: PricePolicy) => boolean },
    ) =>
      ask(
        PricePolicy,
        policy,
        (hangtag, checked) => hangtag.savePricePolicy(principal, brand_key, checked, options?.expected),
        options,
      ),
    /** The policies that a brand was given, the newest first, a page at a time: `next` is what the page after it comes `after`. */
    listPolicyChanges: (
      principal: Principal,
      brand_key: string,
      query: Defaulted<PolicyHistoryQuery, keyof typeof defaults.policyHistory> = {},
      options?: CallOptions,
    ) =>
      ask(
        PolicyHistoryQuery,
        withDefaults(defaults.policyHistory, query),
        (hangtag, checked) => hangtag.listPolicyChanges(principal, brand_key, checked),
        options,
      ),
    /** Writes a price change into an open batch, or a new one: everything or nothing. */
    generatePriceChange: (
      principal: Principal,
      brand_key: string,
      request: ChangeAsked,
      options?: CallOptions,
    ) =>
      ask(
        PriceChangeRequest,
        changeRequest(request),
        (hangtag, checked) => hangtag.generatePriceChange(principal, brand_key, checked),
        options,
      ),
    /** Adjusts the prices of all products that are selected, into an open batch or a new one, or only tells what that would do. */
    adjustPrices: (
      principal: Principal,
      brand_key: string,
      request: AdjustmentWanted,
      options?: CallOptions & Partial<AdjustmentAsked>,
    ) => {
      const { signal: _, ...given } = options ?? {}
      const asked = withDefaults<AdjustmentAsked>(defaults.adjustmentAsked, given)
      return ask(
        PriceAdjustment,
        priceAdjustment(request),
        (hangtag, checked) =>
          Effect.flatMap(valid(AdjustmentAsked, asked), (page) =>
            hangtag.adjustPrices(principal, brand_key, checked, page),
          ),
        options,
      )
    },
    /** Makes an open batch. */
    createPriceBatch: (
      principal: Principal,
      batch: Defaulted<NewPriceBatch, keyof typeof defaults.priceBatch>,
      options?: CallOptions,
    ) =>
      ask(
        NewPriceBatch,
        withDefaults(defaults.priceBatch, batch),
        (hangtag, checked) => hangtag.createPriceBatch(principal, checked),
        options,
      ),
    /** Lists batches, the newest first. */
    listPriceBatches: (
      principal: Principal,
      query: Defaulted<PriceBatchQuery, keyof typeof defaults.priceBatchQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        PriceBatchQuery,
        withDefaults(defaults.priceBatchQuery, query),
        (hangtag, checked) => hangtag.listPriceBatches(principal, checked),
        options,
      ),
    /** A batch as it stands. */
    getPriceBatch: (principal: Principal, batch_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.getPriceBatch(principal, batch_key), options),
    /** What a batch changes when, however much it holds. */
    listBatchMoments: (
      principal: Principal,
      batch_key: string,
      query: Defaulted<BatchMomentQuery, keyof typeof defaults.batchMoments> = {},
      options?: CallOptions,
    ) =>
      ask(
        BatchMomentQuery,
        withDefaults(defaults.batchMoments, query),
        (hangtag, checked) => hangtag.listBatchMoments(principal, batch_key, checked),
        options,
      ),
    /** What publishing an open batch would do now, colorway by colorway. */
    reviewPriceBatch: (
      principal: Principal,
      batch_key: string,
      query: Defaulted<BatchReviewQuery, keyof typeof defaults.batchReview> = {},
      options?: CallOptions,
    ) =>
      ask(
        BatchReviewQuery,
        withDefaults(defaults.batchReview, query),
        (hangtag, checked) => hangtag.reviewPriceBatch(principal, batch_key, checked),
        options,
      ),
    /** Takes colorways, lines or pairs out of an open batch. */
    removeBatchChanges: (
      principal: Principal,
      batch_key: string,
      removal: Partial<BatchRemoval>,
      options?: CallOptions,
    ) =>
      ask(
        BatchRemoval,
        withDefaults(defaults.batchRemoval, removal),
        (hangtag, checked) => hangtag.removeBatchChanges(principal, batch_key, checked),
        options,
      ),
    /** Withdraws a draft that belongs to no batch. */
    withdrawDraft: (principal: Principal, record_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.withdrawDraft(principal, record_key), options),
    /** Ends an open batch and withdraws its drafts. */
    discardPriceBatch: (principal: Principal, batch_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.discardPriceBatch(principal, batch_key), options),
    /** Publishes an open batch; of one that is published it gives that publication again. */
    publishPriceBatch: (
      principal: Principal,
      batch_key: string,
      publish: Defaulted<PublishOptions, keyof typeof defaults.publish> = {},
      options?: CallOptions,
    ) =>
      ask(
        PublishOptions,
        withDefaults(defaults.publish, publish),
        (hangtag, checked) => hangtag.publishPriceBatch(principal, batch_key, checked),
        options,
      ),
    /** Makes an open batch that takes a published one back. */
    revertPriceBatch: (principal: Principal, batch_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.revertPriceBatch(principal, batch_key), options),
    /** Queues the change sheet of a batch; a worker builds its file. */
    exportPriceBatch: (
      principal: Principal,
      batch_key: string,
      sheet: Defaulted<ChangeSheetOptions, keyof typeof defaults.changeSheet> = {},
      options?: CallOptions,
    ) =>
      ask(
        ChangeSheetOptions,
        withDefaults(defaults.changeSheet, sheet),
        (hangtag, checked) => hangtag.exportPriceBatch(principal, batch_key, checked),
        options,
      ),
    /** Publications after a number, in order, each once. */
    listPublications: (
      principal: Principal,
      query: Defaulted<PublicationQuery, keyof typeof defaults.publicationQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        PublicationQuery,
        withDefaults(defaults.publicationQuery, query),
        (hangtag, checked) => hangtag.listPublications(principal, checked),
        options,
      ),
    /** Fills a republish batch with the latest active prices of the variants; filling twice changes nothing. */
    addRecordsByVariants: (
      principal: Principal,
      batch_key: string,
      request: Defaulted<AddRecordsByVariantsRequest, keyof typeof defaults.addRecordsByVariants>,
      options?: CallOptions,
    ) =>
      ask(
        AddRecordsByVariantsRequest,
        withDefaults(defaults.addRecordsByVariants, request),
        (hangtag, checked) => hangtag.addRecordsByVariants(principal, batch_key, checked),
        options,
        "ignored",
      ),
    /** Lists a page of a batch's records. */
    listBatchRecords: (
      principal: Principal,
      batch_key: string,
      query: Defaulted<BatchRecordsQuery, keyof typeof defaults.batchRecords> = {},
      options?: CallOptions,
    ) =>
      ask(
        BatchRecordsQuery,
        withDefaults(defaults.batchRecords, query),
        (hangtag, checked) => hangtag.listBatchRecords(principal, batch_key, checked),
        options,
        "ignored",
      ),
    /** Lists brands by key, a page at a time: `next` is what the page after it comes `after`, as of every list. */
    listBrands: (
      principal: Principal,
      query: Defaulted<BrandQuery, keyof typeof defaults.brandQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        BrandQuery,
        withDefaults(defaults.brandQuery, query),
        (hangtag, checked) => hangtag.listBrands(principal, checked),
        options,
      ),
    /** Lists products by key, or the nearest to a search first. */
    listProducts: (
      principal: Principal,
      query: Defaulted<ProductQuery, keyof typeof defaults.productQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        ProductQuery,
        withDefaults(defaults.productQuery, query),
        (hangtag, checked) => hangtag.listProducts(principal, checked),
        options,
      ),
    /** A product with its versions and a page of its colorways. */
    getProduct: (
      principal: Principal,
      product_key: string,
      query: Defaulted<ColorwaysQuery, keyof typeof defaults.colorwaysQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        ColorwaysQuery,
        withDefaults(defaults.colorwaysQuery, query),
        (hangtag, checked) => hangtag.getProduct(principal, product_key, checked),
        options,
      ),
    /** Finds variants of a product by text. */
    searchVariants: (
      principal: Principal,
      product_key: string,
      query: Defaulted<VariantSearchQuery, keyof typeof defaults.variantSearch>,
      options?: CallOptions,
    ) =>
      ask(
        VariantSearchQuery,
        withDefaults(defaults.variantSearch, query),
        (hangtag, checked) => hangtag.searchVariants(principal, product_key, checked),
        options,
        "ignored",
      ),
    /** Marks a crawled URL as selected for import or not. */
    selectCrawlDiscovery: (
      principal: Principal,
      key: { readonly job_id: string; readonly discovery_id: string },
      selected: boolean,
      options?: CallOptions & { readonly expected?: (current: CrawlDiscovery) => boolean },
    ) => run((hangtag) => hangtag.selectCrawlDiscovery(principal, key, selected, options?.expected), options),
    /** Marks many crawled URLs of one job at once; each gets its outcome. */
    selectCrawlDiscoveries: (
      principal: Principal,
      job_id: string,
      selection: DiscoverySelection,
      options?: CallOptions,
    ) =>
      ask(
        DiscoverySelection,
        selection,
        (hangtag, checked) => hangtag.selectCrawlDiscoveries(principal, job_id, checked),
        options,
      ),
    /** Lists the crawl jobs that found something. */
    listCrawlJobs: (
      principal: Principal,
      query: Defaulted<CrawlJobQuery, keyof typeof defaults.crawlJobQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        CrawlJobQuery,
        withDefaults(defaults.crawlJobQuery, query),
        (hangtag, checked) => hangtag.listCrawlJobs(principal, checked),
        options,
      ),
    /** Lists what a crawl job found. */
    listCrawlDiscoveries: (
      principal: Principal,
      job_id: string,
      query: Defaulted<DiscoveryQuery, keyof typeof defaults.discoveryQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        DiscoveryQuery,
        withDefaults(defaults.discoveryQuery, query),
        (hangtag, checked) => hangtag.listCrawlDiscoveries(principal, job_id, checked),
        options,
      ),
    /** Lists what an export's columns may read. */
    listExportFields: (principal: Principal, options?: CallOptions) =>
      run((hangtag) => hangtag.listExportFields(principal), options),
    /** Tells what an export would give, without queueing it. */
    preflightExport: (principal: Principal, request: ExportAsked, options?: CallOptions) =>
      ask(
        ExportRequest,
        exportRequest(request),
        (hangtag, checked) => hangtag.preflightExport(principal, checked),
        options,
      ),
    /** Queues an export; a worker builds its file. */
    queueExport: (principal: Principal, request: ExportAsked, options?: CallOptions) =>
      ask(
        ExportRequest,
        exportRequest(request),
        (hangtag, checked) => hangtag.queueExport(principal, checked),
        options,
        "ignored",
      ),
    /** Lists jobs, the newest first. */
    listJobs: (
      principal: Principal,
      query: Defaulted<JobQuery, keyof typeof defaults.jobQuery> = {},
      options?: CallOptions,
    ) =>
      ask(
        JobQuery,
        withDefaults(defaults.jobQuery, query),
        (hangtag, checked) => hangtag.listJobs(principal, checked),
        options,
      ),
    /** The job as it stands. */
    getJob: (principal: Principal, job_id: string, options?: CallOptions) =>
      run((hangtag) => hangtag.getJob(principal, job_id), options),
    /** Cancels a job: at once while it is queued or its run gives no heartbeat, within a second while it runs. */
    cancelJob: (principal: Principal, job_id: string, options?: CallOptions) =>
      run((hangtag) => hangtag.cancelJob(principal, job_id), options),
    /** Gives a failed job another life. */
    retryJob: (principal: Principal, job_id: string, options?: CallOptions) =>
      run((hangtag) => hangtag.retryJob(principal, job_id), options),
    /** Mints a link to a completed job's file. */
    downloadLink: (principal: Principal, job_id: string, options?: CallOptions) =>
      run((hangtag) => hangtag.downloadLink(principal, job_id), options),
  }
  return checkedKeys(operations, run)
}
