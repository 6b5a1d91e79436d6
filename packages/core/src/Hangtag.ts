import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Principal } from "./contract/Principal.ts"
import { warnOfCopies } from "./copies.ts"
import { BatchRepository } from "./ports/BatchRepository.ts"
import { CallingOrganization } from "./ports/CallingOrganization.ts"
import { CallLimits } from "./ports/CallLimits.ts"
import { CatalogRepository } from "./ports/CatalogRepository.ts"
import { CrawlDiscoveryRepository } from "./ports/CrawlDiscoveryRepository.ts"
import { ExportQueue } from "./ports/ExportQueue.ts"
import { ExportRepository } from "./ports/ExportRepository.ts"
import { JobLimits } from "./ports/JobLimits.ts"
import { JobLine } from "./ports/JobLine.ts"
import { JobNews } from "./ports/JobNews.ts"
import { JobRepository } from "./ports/JobRepository.ts"
import { ObjectStorage } from "./ports/ObjectStorage.ts"
import { PriceRepository } from "./ports/PriceRepository.ts"
import { Transaction } from "./ports/Transaction.ts"
import { hangtagServices } from "./servicesOf.ts"
import { addRecordsByVariants } from "./usecases/addRecordsByVariants.ts"
import { cancelJob, downloadLink, getJob, retryJob } from "./usecases/jobs.ts"
import { listBatchRecords } from "./usecases/listBatchRecords.ts"
import { listExportFields } from "./usecases/listExportFields.ts"
import { preflightExport } from "./usecases/preflightExport.ts"
import { previewColorway } from "./usecases/previewColorway.ts"
import { queueExport } from "./usecases/queueExport.ts"
import { searchVariants } from "./usecases/searchVariants.ts"
import { selectCrawlDiscovery } from "./usecases/selectCrawlDiscovery.ts"
import { makeWatchJob } from "./usecases/watchJob.ts"

/** The ports that the use cases read, by the names they have as plain objects (`AsyncPorts`). */
export const hangtagPorts = {
  batchRepository: BatchRepository,
  catalogRepository: CatalogRepository,
  crawlDiscoveryRepository: CrawlDiscoveryRepository,
  exportQueue: ExportQueue,
  exportRepository: ExportRepository,
  jobLine: JobLine,
  jobRepository: JobRepository,
  objectStorage: ObjectStorage,
  priceRepository: PriceRepository,
  transaction: Transaction,
}
export type HangtagPorts = Context.Service.Identifier<(typeof hangtagPorts)[keyof typeof hangtagPorts]>

// only the ports: clock, tracer and the like stay those of whoever calls
const pickPorts = Context.pick(...Object.values(hangtagPorts))

const make = Effect.gen(function* () {
  const services = yield* Effect.context<HangtagPorts>()
  const ports = pickPorts(services).pipe(
    Context.add(JobNews, yield* JobNews),
    Context.add(JobLimits, yield* JobLimits),
    Context.add(CallLimits, yield* CallLimits),
  )
  const watchJob = yield* makeWatchJob
  const bound =
    <Args extends readonly [Principal, ...ReadonlyArray<unknown>], A, E>(
      usecase: (...args: Args) => Effect.Effect<A, E, HangtagPorts>,
    ) =>
    (...args: Args): Effect.Effect<A, E> =>
      Effect.provideContext(usecase(...args), Context.add(ports, CallingOrganization, args[0].organization))
  return {
    [hangtagServices]: services as Context.Context<never>,
    previewColorway: bound(previewColorway),
    addRecordsByVariants: bound(addRecordsByVariants),
    listBatchRecords: bound(listBatchRecords),
    searchVariants: bound(searchVariants),
    selectCrawlDiscovery: bound(selectCrawlDiscovery),
    listExportFields: bound(listExportFields),
    preflightExport: bound(preflightExport),
    queueExport: bound(queueExport),
    getJob: bound(getJob),
    cancelJob: bound(cancelJob),
    retryJob: bound(retryJob),
    downloadLink: bound(downloadLink),
    watchJob: (...args: Parameters<typeof watchJob>) => Stream.provideContext(watchJob(...args), ports),
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
}
