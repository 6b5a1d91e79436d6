import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { AsyncPorts } from "./AsyncPorts.ts"
import { whenAborted } from "./asyncCall.ts"
import { BatchRecordsQuery } from "./contract/BatchRecords.ts"
import { VariantSearchQuery } from "./contract/Catalog.ts"
import { ColorwayPrefillRequest } from "./contract/ColorwayPreview.ts"
import type { CrawlDiscovery } from "./contract/CrawlDiscovery.ts"
import { mostFaults } from "./contract/callLimits.ts"
import { ExportRequest } from "./contract/ExportRequest.ts"
import { InvalidRequest } from "./contract/errors.ts"
import type { Instant } from "./contract/Instant.ts"
import type { Job } from "./contract/Job.ts"
import type { Principal } from "./contract/Principal.ts"
import { AddRecordsByVariantsRequest } from "./contract/RepublishFill.ts"
import { Hangtag, type HangtagPorts, hangtagPorts } from "./Hangtag.ts"
import { portsFromAsync, type ServicesOf } from "./portsFromAsync.ts"
import { hangtagServices } from "./servicesOf.ts"

export type * from "./AsyncPorts.ts"
export { portsFromAsync } from "./portsFromAsync.ts"

/** What a call takes besides its arguments. */
export interface CallOptions {
  /** Stops the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Adapters: a layer of ports, or a plain object of async ones; of two for the same port the later counts. */
export type Adapters = Layer.Layer<never, unknown> | Partial<AsyncPorts>

type Provided<Given> = Given extends Layer.Layer<infer Services, infer _E> ? Services : ServicesOf<Given>

type Complete<Given extends ReadonlyArray<Adapters>> = [HangtagPorts] extends [Provided<Given[number]>]
  ? Given
  : ReadonlyArray<{ readonly "no adapter for": Exclude<HangtagPorts, Provided<Given[number]>> }>

/** The input where it is as its schema says, else every fault of it. */
const valid = <A, I>(schema: Schema.Codec<A, I>, input: A): Effect.Effect<A, InvalidRequest> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.toType(schema), { errors: "all" })(input),
    ({ issue }) => {
      const { issues } = SchemaIssue.makeFormatterStandardSchemaV1()(issue)
      const fields = issues.slice(0, mostFaults).map(({ path = [], message }) => {
        const loc = path.map((step) => (typeof step === "number" ? step : String(step)))
        const found = loc.reduce<unknown>((value, step) => Object(value)[step], input)
        return { loc, type: "value_error", msg: message, input: found }
      })
      return new InvalidRequest({ fields })
    },
  )

const asLayer = (adapters: Adapters): Layer.Layer<never, unknown> =>
  Layer.isLayer(adapters)
    ? (adapters as Layer.Layer<never, unknown>)
    : (portsFromAsync(adapters as Partial<AsyncPorts>) as Layer.Layer<never>)

/** Fails, for those who have no type checker, where a port has no adapter. */
const everyPort = Effect.flatMap(Effect.context<HangtagPorts>(), (given) => {
  const missing = Object.entries<Context.Key<HangtagPorts, unknown>>(hangtagPorts)
    .filter(([, port]) => Option.isNone(Context.getOption(given, port)))
    .map(([name]) => name)
  return missing.length === 0
    ? Effect.void
    : Effect.die(new TypeError(`No adapter for ${missing.join(", ")}: give a layer of it or a plain object`))
})

const useCasesOf = async (adapters: Layer.Layer<HangtagPorts, unknown>) => {
  const layer = Layer.effectDiscard(everyPort).pipe(Layer.merge(Hangtag.layer), Layer.provideMerge(adapters))
  const runtime = ManagedRuntime.make(layer)
  const context = await runtime.context()

  const run = async <A, E>(
    useCase: (hangtag: Hangtag["Service"]) => Effect.Effect<A, E>,
    { signal }: CallOptions = {},
  ): Promise<A> => {
    signal?.throwIfAborted()
    const exit = await runtime.runPromiseExit(Effect.flatMap(Hangtag, useCase), signal && { signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (signal?.aborted && Cause.hasInterruptsOnly(exit.cause)) throw signal.reason
    throw Cause.squash(exit.cause)
  }

  return {
    [hangtagServices]: Context.add(context, Scope.Scope, runtime.scope) as Context.Context<never>,
    /** Previews what a price change would do to a colorway; `as_of` stands in for now. */
    previewColorway: (
      principal: Principal,
      brand_key: string,
      request: ColorwayPrefillRequest,
      options?: CallOptions & { readonly as_of?: Instant },
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(ColorwayPrefillRequest, request), (checked) =>
            hangtag.previewColorway(principal, brand_key, checked, options?.as_of),
          ),
        options,
      ),
    /** Fills a republish batch with the latest active prices of the variants; filling twice changes nothing. */
    addRecordsByVariants: (
      principal: Principal,
      batch_key: string,
      request: AddRecordsByVariantsRequest,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(AddRecordsByVariantsRequest, request), (checked) =>
            hangtag.addRecordsByVariants(principal, batch_key, checked),
          ),
        options,
      ),
    /** Lists a page of a batch's records. */
    listBatchRecords: (
      principal: Principal,
      batch_key: string,
      query: BatchRecordsQuery,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(BatchRecordsQuery, query), (checked) =>
            hangtag.listBatchRecords(principal, batch_key, checked),
          ),
        options,
      ),
    /** Finds variants of a product by text. */
    searchVariants: (
      principal: Principal,
      product_key: string,
      query: VariantSearchQuery,
      options?: CallOptions,
    ) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(VariantSearchQuery, query), (checked) =>
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
    preflightExport: (principal: Principal, request: ExportRequest, options?: CallOptions) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(ExportRequest, request), (checked) =>
            hangtag.preflightExport(principal, checked),
          ),
        options,
      ),
    /** Queues an export; a worker builds its file. */
    queueExport: (principal: Principal, request: ExportRequest, options?: CallOptions) =>
      run(
        (hangtag) =>
          Effect.flatMap(valid(ExportRequest, request), (checked) => hangtag.queueExport(principal, checked)),
        options,
      ),
    /** The job as it stands. */
    getJob: (principal: Principal, job_id: string, options?: CallOptions) =>
      run((hangtag) => hangtag.getJob(principal, job_id), options),
    /** Cancels a job: at once while it is queued or its run is not heard of, within a second while it runs. */
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
      Stream.unwrap(Effect.map(Hangtag, (hangtag) => hangtag.watchJob(principal, job_id))).pipe(
        signal ? Stream.interruptWhen(whenAborted(signal)) : (stream) => stream,
        Stream.toAsyncIterableWith(context),
      ),
    /** Releases what the adapters hold, connections say; calls still running are stopped. */
    close: () => runtime.dispose(),
  }
}

/** Every use case as an async function; each rejects with the error classes that its use case fails with. */
export type AsyncHangtag = Awaited<ReturnType<typeof useCasesOf>>

/**
 * Builds Hangtag for callers who work with promises, from adapters for every port that it needs.
 *
 * Rejects when an adapter cannot be built. Inputs are checked; faulty ones reject with `InvalidRequest`.
 */
export const makeHangtag = <const Given extends ReadonlyArray<Adapters>>(
  ...adapters: Given & Complete<Given>
): Promise<AsyncHangtag> => {
  const all = (adapters as ReadonlyArray<Adapters>)
    .map(asLayer)
    .reduce((earlier, later) => Layer.merge(earlier, later), Layer.empty as Layer.Layer<never, unknown>)
  return useCasesOf(all as Layer.Layer<HangtagPorts, unknown>)
}
