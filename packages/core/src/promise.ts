import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { AsyncPorts } from "./AsyncPorts.ts"
import { whenAborted } from "./asyncCall.ts"
import { BatchRecordsQuery } from "./contract/BatchRecords.ts"
import { VariantSearchQuery } from "./contract/Catalog.ts"
import { ColorwayPrefillRequest } from "./contract/ColorwayPreview.ts"
import type { CrawlDiscovery } from "./contract/CrawlDiscovery.ts"
import { type Defaulted, defaults, withDefaults } from "./contract/defaults.ts"
import { type ColumnMapping, ExportRequest } from "./contract/ExportRequest.ts"
import type { Job } from "./contract/Job.ts"
import { NewPriceBatch, PriceBatchQuery, PublicationQuery, PublishOptions } from "./contract/PriceBatch.ts"
import {
  type ChangeLine,
  type ColorwayChange,
  type OnCollision,
  PriceChangeRequest,
} from "./contract/PriceChange.ts"
import { PricePolicy } from "./contract/PricePolicy.ts"
import { TimelineQuery } from "./contract/PriceTimeline.ts"
import type { Principal } from "./contract/Principal.ts"
import { AddRecordsByVariantsRequest } from "./contract/RepublishFill.ts"
import { UpcomingQuery } from "./contract/UpcomingPrices.ts"
import { Hangtag } from "./Hangtag.ts"
import { type HostLogger, hostLogger } from "./hostLogger.ts"
import type { HangtagPorts, Operation, OperationsOf } from "./operationPorts.ts"
import type { HistoryOf } from "./ports/PriceHistory.ts"
import { type AdapterOptions, portsFromAsync, type ServicesOf } from "./portsFromAsync.ts"
import { hangtagServices } from "./servicesOf.ts"
import { valid } from "./validInput.ts"

export type * from "./AsyncPorts.ts"
export { AdapterFault } from "./contract/AdapterFault.ts"
export type { HostLogger, LogEntry } from "./hostLogger.ts"
export { MissingPort } from "./operationPorts.ts"
export { type AdapterOptions, portsFromAsync } from "./portsFromAsync.ts"
export { previewJson, recordPageJson } from "./wireJson.ts"

/** What a call takes besides its arguments. */
export interface CallOptions {
  /** Stops the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** What a host may say beside its adapters. */
export interface HangtagOptions extends AdapterOptions {
  /** Where log entries go, instead of the console. */
  readonly logger?: HostLogger
}

/** Adapters: a layer of ports, or a plain object of async ones; of two for the same port the later counts. */
export type Adapters = Layer.Layer<never, unknown> | (Partial<AsyncPorts> & HangtagOptions)

type ExportAsked = Defaulted<Omit<ExportRequest, "column_mappings">, keyof typeof defaults.exportRequest> & {
  readonly column_mappings?: ReadonlyArray<
    Defaulted<ColumnMapping, keyof typeof defaults.columnMapping>
  > | null
}

const exportRequest = (request: ExportAsked): ExportRequest => {
  const { column_mappings } = request ?? {}
  const mappings = Array.isArray(column_mappings)
    ? { column_mappings: column_mappings.map((each) => withDefaults(defaults.columnMapping, each)) }
    : {}
  return withDefaults<ExportRequest>(defaults.exportRequest, { ...request, ...mappings })
}

type ChangeAsked = Defaulted<
  Omit<PriceChangeRequest, "colorways" | "on_collision">,
  keyof typeof defaults.priceChange
> & {
  readonly on_collision?: Partial<OnCollision>
  readonly colorways: ReadonlyArray<
    Defaulted<Omit<ColorwayChange, "lines">, keyof typeof defaults.colorwayChange> & {
      readonly lines: ReadonlyArray<Defaulted<ChangeLine, keyof typeof defaults.changeLine>>
    }
  >
}

/** The items of what may be no list, as `valid` will then say. */
const each = <A, B>(list: ReadonlyArray<A>, change: (item: A) => B): ReadonlyArray<B> =>
  Array.isArray(list) ? list.map(change) : (list as never)

const changeRequest = (request: ChangeAsked): PriceChangeRequest => ({
  ...withDefaults<PriceChangeRequest>(defaults.priceChange, request),
  on_collision: withDefaults<OnCollision>(defaults.priceChange.on_collision, request?.on_collision ?? {}),
  colorways: each(request?.colorways, (colorway) => ({
    ...withDefaults<ColorwayChange>(defaults.colorwayChange, colorway),
    lines: each(colorway?.lines, (line) => withDefaults<ChangeLine>(defaults.changeLine, line)),
  })),
})

type Provided<Given> = Given extends Layer.Layer<infer Services, infer _E> ? Services : ServicesOf<Given>

const asLayer = (adapters: Adapters, options: AdapterOptions): Layer.Layer<never, unknown> => {
  if (Layer.isLayer(adapters)) return adapters as Layer.Layer<never, unknown>
  const { logger: _, checkAdapters: __, ...ports } = adapters as Partial<AsyncPorts> & HangtagOptions
  return portsFromAsync(ports, options) as Layer.Layer<never>
}

/** Everything that calls reject with is an Error, with what it was as its cause. */
const asError = (thrown: unknown): unknown =>
  thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === "string" ? thrown : String(thrown), { cause: thrown })

const closed = () => new Error("This Hangtag was closed: make another one")

const useCasesOf = async (adapters: Layer.Layer<HangtagPorts, unknown>) => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Hangtag.layer, adapters))
  const context = await runtime.context().catch((error) => {
    throw asError(error)
  })
  let isClosed = false

  const run = async <A, E>(
    useCase: (hangtag: Hangtag["Service"]) => Effect.Effect<A, E>,
    { signal }: CallOptions = {},
  ): Promise<A> => {
    if (isClosed) throw closed()
    signal?.throwIfAborted()
    const exit = await runtime.runPromiseExit(Effect.flatMap(Hangtag, useCase), signal && { signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) {
      if (signal?.aborted) throw signal.reason
      if (isClosed) throw closed()
    }
    throw asError(Cause.squash(exit.cause))
  }

  return {
    [hangtagServices]: Context.add(context, Scope.Scope, runtime.scope) as Context.Context<never>,
    /** Previews what a price change would do to a colorway; `as_of` stands in for now, by the brand's clock. */
    previewColorway: (
      principal: Principal,
      brand_key: string,
      request: Defaulted<ColorwayPrefillRequest, keyof typeof defaults.colorwayPrefill>,
      options?: CallOptions & { readonly as_of?: Date | string },
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(
            valid(ColorwayPrefillRequest, withDefaults(defaults.colorwayPrefill, request)),
            (checked) => hangtag.previewColorway(principal, brand_key, checked, options?.as_of),
          ),
        options,
      ),
    /** What variants cost over time. */
    priceTimeline: (
      principal: Principal,
      of: HistoryOf,
      query: TimelineQuery = { price_type: null, from: null, until: null },
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(TimelineQuery, query), (checked) =>
            hangtag.priceTimeline(principal, of, checked),
          ),
        options,
      ),
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
      run(
        (hangtag) =>
          Effect.flatMap(valid(UpcomingQuery, withDefaults(defaults.upcoming, query)), (checked) =>
            hangtag.listUpcomingPrices(principal, checked),
          ),
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
      run(
        (hangtag) =>
          Effect.flatMap(valid(PricePolicy, policy), (checked) =>
            hangtag.savePricePolicy(principal, brand_key, checked, options?.expected),
          ),
        options,
      ),
    /** Writes a price change into an open batch, or a new one: everything or nothing. */
    generatePriceChange: (
      principal: Principal,
      brand_key: string,
      request: ChangeAsked,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(PriceChangeRequest, changeRequest(request)), (checked) =>
            hangtag.generatePriceChange(principal, brand_key, checked),
          ),
        options,
      ),
    /** Makes an open batch. */
    createPriceBatch: (
      principal: Principal,
      batch: Defaulted<NewPriceBatch, keyof typeof defaults.priceBatch>,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(NewPriceBatch, withDefaults(defaults.priceBatch, batch)), (checked) =>
            hangtag.createPriceBatch(principal, checked),
          ),
        options,
      ),
    /** Lists batches, the newest first. */
    listPriceBatches: (
      principal: Principal,
      query: Defaulted<PriceBatchQuery, keyof typeof defaults.priceBatchQuery> = {},
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(PriceBatchQuery, withDefaults(defaults.priceBatchQuery, query)), (checked) =>
            hangtag.listPriceBatches(principal, checked),
          ),
        options,
      ),
    /** A batch as it stands. */
    getPriceBatch: (principal: Principal, batch_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.getPriceBatch(principal, batch_key), options),
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
      run(
        (hangtag) =>
          Effect.flatMap(valid(PublishOptions, withDefaults(defaults.publish, publish)), (checked) =>
            hangtag.publishPriceBatch(principal, batch_key, checked),
          ),
        options,
      ),
    /** Makes an open batch that takes a published one back. */
    revertPriceBatch: (principal: Principal, batch_key: string, options?: CallOptions) =>
      run((hangtag) => hangtag.revertPriceBatch(principal, batch_key), options),
    /** Publications after a number, in order, each once. */
    listPublications: (
      principal: Principal,
      query: Defaulted<PublicationQuery, keyof typeof defaults.publicationQuery> = {},
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(PublicationQuery, withDefaults(defaults.publicationQuery, query)), (checked) =>
            hangtag.listPublications(principal, checked),
          ),
        options,
      ),
    /** Fills a republish batch with the latest active prices of the variants; filling twice changes nothing. */
    addRecordsByVariants: (
      principal: Principal,
      batch_key: string,
      request: Defaulted<AddRecordsByVariantsRequest, keyof typeof defaults.addRecordsByVariants>,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(
            valid(AddRecordsByVariantsRequest, withDefaults(defaults.addRecordsByVariants, request)),
            (checked) => hangtag.addRecordsByVariants(principal, batch_key, checked),
          ),
        options,
      ),
    /** Lists a page of a batch's records. */
    listBatchRecords: (
      principal: Principal,
      batch_key: string,
      query: Defaulted<BatchRecordsQuery, keyof typeof defaults.batchRecords> = {},
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(BatchRecordsQuery, withDefaults(defaults.batchRecords, query)), (checked) =>
            hangtag.listBatchRecords(principal, batch_key, checked),
          ),
        options,
      ),
    /** Finds variants of a product by text. */
    searchVariants: (
      principal: Principal,
      product_key: string,
      query: Defaulted<VariantSearchQuery, keyof typeof defaults.variantSearch>,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(VariantSearchQuery, withDefaults(defaults.variantSearch, query)), (checked) =>
            hangtag.searchVariants(principal, product_key, checked),
          ),
        options,
      ),
    /** Marks a crawled URL as selected for import or not. */
    selectCrawlDiscovery: (
      principal: Principal,
      key: { readonly job_id: string; readonly discovery_id: string },
      selected: boolean,
      options?: CallOptions & { readonly expected?: (current: CrawlDiscovery) => boolean },
    ) => run((hangtag) => hangtag.selectCrawlDiscovery(principal, key, selected, options?.expected), options),
    /** Lists what an export's columns may read. */
    listExportFields: (principal: Principal, options?: CallOptions) =>
      run((hangtag) => hangtag.listExportFields(principal), options),
    /** Tells what an export would give, without queueing it. */
    preflightExport: (principal: Principal, request: ExportAsked, options?: CallOptions) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(ExportRequest, exportRequest(request)), (checked) =>
            hangtag.preflightExport(principal, checked),
          ),
        options,
      ),
    /** Queues an export; a worker builds its file. */
    queueExport: (principal: Principal, request: ExportAsked, options?: CallOptions) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(ExportRequest, exportRequest(request)), (checked) =>
            hangtag.queueExport(principal, checked),
          ),
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
    /** The job now and after each change, ending with its end. */
    watchJob: (principal: Principal, job_id: string, { signal }: CallOptions = {}): AsyncIterable<Job> =>
      Stream.unwrap(
        Effect.map(isClosed ? Effect.die(closed()) : Hangtag, (hangtag) =>
          hangtag.watchJob(principal, job_id),
        ),
      ).pipe(
        signal ? Stream.interruptWhen(whenAborted(signal)) : (stream) => stream,
        Stream.toAsyncIterableWith(context),
      ),
    /** Releases what the adapters hold, connections say; calls still running are stopped. */
    close: () => {
      isClosed = true
      return runtime.dispose()
    },
  }
}

/** Every use case as an async function; each rejects with the error classes that its use case fails with. */
export type AsyncHangtag = Awaited<ReturnType<typeof useCasesOf>>

/** The operations that these ports carry. */
export type AsyncHangtagOver<Ports> = Omit<AsyncHangtag, Exclude<Operation, OperationsOf<Ports>>>

/**
 * Builds Hangtag for callers who work with promises, from adapters for the ports of the operations that it shall have;
 * `docs/ports.md` tells which operation needs which. Any other rejects with a `MissingPort`.
 *
 * Rejects when an adapter cannot be built. Inputs are checked; faulty ones reject with `InvalidRequest`.
 */
export const makeHangtag = <const Given extends ReadonlyArray<Adapters>>(
  ...adapters: Given
): Promise<AsyncHangtagOver<Provided<Given[number]>>> => {
  const plain = adapters.filter((each) => !Layer.isLayer(each)) as ReadonlyArray<HangtagOptions>
  const options: HangtagOptions = Object.assign({}, ...plain)
  const all = adapters
    .map((each) => asLayer(each, options))
    .reduce((earlier, later) => Layer.merge(earlier, later), Layer.empty as Layer.Layer<never, unknown>)
  const logging = options.logger === undefined ? Layer.empty : hostLogger(options.logger)
  return useCasesOf(
    Layer.provideMerge(all, logging) as Layer.Layer<HangtagPorts, unknown>,
  ) as Promise<AsyncHangtag> as never
}
