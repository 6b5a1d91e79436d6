import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CatalogListing } from "./catalog/CatalogListing.ts"
import type { CatalogRepository } from "./catalog/CatalogRepository.ts"
import type { BatchRepository } from "./changes/BatchRepository.ts"
import type { ChangePart, ChangeReading, PriceChangeRepository } from "./changes/PriceChangeRepository.ts"
import type { PricePublisher } from "./changes/PricePublisher.ts"
import type { ChangedVariant } from "./changes/rules/changeSheet.ts"
import type { CrawlDiscoveryRepository } from "./discoveries/CrawlDiscoveryRepository.ts"
import type { ExportRepository } from "./exports/ExportRepository.ts"
import type { ExportProduct } from "./exports/rules/exportRows.ts"
import type { CatalogWriter } from "./imports/CatalogWriter.ts"
import type { ExportPublisher } from "./jobs/ExportPublisher.ts"
import type { JobQueue } from "./jobs/JobQueue.ts"
import type { JobRepository } from "./jobs/JobRepository.ts"
import type { LinkOptions, StoredObject } from "./jobs/ObjectStorage.ts"
import type { Authenticator } from "./kernel/Authenticator.ts"
import type { BrandedInstant } from "./kernel/Instant.ts"
import type { PriceListRepository } from "./lists/PriceListRepository.ts"
import type { PriceHistory } from "./prices/PriceHistory.ts"
import type { PricePolicyRepository } from "./prices/PricePolicyRepository.ts"
import type { InForceOnly, PricesAround } from "./prices/PriceRepository.ts"
import type { PriceSchedule } from "./prices/PriceSchedule.ts"

/** What may be absent is null or undefined. */
type Plain<A> = [A] extends [Option.Option<infer B>] ? B | null | undefined : A

type AsyncMethod<Method> = Method extends (...args: infer Args) => Effect.Effect<infer A, infer _E>
  ? (...args: [...Args, signal: AbortSignal]) => Promise<Plain<A>>
  : never

/**
 * A port's service with each method as an async function: it is given every argument in its place, undefined where it was left
 * out, and an `AbortSignal` behind them.
 */
export type AsyncPort<Service> = { readonly [Name in keyof Service]: AsyncMethod<Service[Name]> }

/** `BatchChanges`, streaming through an async iterable. */
export interface AsyncBatchChanges {
  /** What a batch changes, some variants at a time, by product key and variant key. */
  readonly variants: (
    organization: string,
    batchKey: string,
    beside: ReadonlyMap<string, ReadonlyArray<string>> | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<ReadonlyArray<ChangedVariant>>
}
/** `ExportRepository`, streaming through an async iterable. */
export interface AsyncExportRepository {
  /** How many product versions the selection has. */
  readonly count: AsyncMethod<ExportRepository["Service"]["count"]>
  /** How many variants the selection has. */
  readonly countVariants: AsyncMethod<ExportRepository["Service"]["countVariants"]>
  /** What is exported, some products at a time, all of one moment. */
  readonly products: (
    ...args: [...Parameters<ExportRepository["Service"]["products"]>, signal: AbortSignal]
  ) => AsyncIterable<ReadonlyArray<ExportProduct>>
  /** Left out: every export is read by the methods above. */
  readonly atOnce?: AsyncMethod<ExportRepository["Service"]["atOnce"]>
}
/** `ObjectStorage`, with bytes as async iterables. */
export interface AsyncObjectStorage {
  /** Keeps the content under the key, whole or not at all; returns its bytes' count. */
  readonly put: (
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: { readonly content_type: string },
    signal: AbortSignal,
  ) => Promise<{ readonly size: number }>
  /** The object, or the bytes of it from `start` to `end`, both included; null where it is not there. */
  readonly get: (
    key: string,
    range: { readonly start: number; readonly end: number } | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly size: number; readonly content: AsyncIterable<Uint8Array> } | null | undefined>
  /** Deletes the object; one that is not there is no failure. */
  readonly delete: (key: string, signal: AbortSignal) => Promise<void>
  /** Every object whose key begins so. */
  readonly list: (prefix: string, signal: AbortSignal) => AsyncIterable<StoredObject>
  /** A link that downloads the object until it expires. */
  readonly downloadLink: (key: string, options: LinkOptions, signal: AbortSignal) => Promise<string>
}

/** `PriceChangeRepository`, streaming through an async iterable; called inside of `transaction.atomically` where it writes. */
export interface AsyncPriceChangeRepository
  extends AsyncPort<Omit<PriceChangeRepository["Service"], "colorways">> {
  /** The parts of a scope in its order, some at a time, all of the moment at which the first is read. */
  readonly colorways: (
    organization: string,
    reading: ChangeReading,
    signal: AbortSignal,
  ) => AsyncIterable<ReadonlyArray<ChangePart>>
}

/** `PriceRepository`, which is always given a finite `most`, and price lists. */
export interface AsyncPriceRepository {
  /** What is in force of the variants at the moment (microseconds since 1970), and what is to come, in these price lists; `most` bounds both together. `inForce`: what is in force alone, as it was known then. */
  readonly pricesAround: (
    organization: string,
    variantKeys: ReadonlyArray<string>,
    at: BrandedInstant,
    most: number,
    priceLists: ReadonlyArray<string>,
    inForce: InForceOnly | undefined,
    signal: AbortSignal,
  ) => Promise<PricesAround>
}

/**
 * `Transaction`: runs `run`, keeps its writes when it resolves and none when it rejects; where that keeps nothing it may begin another
 * one, and run it again.
 *
 * The other ports tell that they are called inside by what `run` was called in: an `AsyncLocalStorage` carries it.
 */
export interface AsyncTransaction {
  /** Keeps all that `run` writes, or none of it. */
  readonly atomically: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

/**
 * The ports as plain async objects, each with the promises of the port of its name.
 *
 * A method fails as its port says by rejecting with that error (`NotFound`, `BatchPublished`, `Unavailable`, …);
 * anything else that it rejects with becomes `Unavailable`, to be tried again, with the `cause`.
 */
export interface AsyncPorts {
  readonly authenticator: AsyncPort<Authenticator["Service"]>
  /** Only where workers write change sheets. */
  readonly batchChanges: AsyncBatchChanges
  readonly batchRepository: AsyncPort<BatchRepository["Service"]>
  readonly catalogListing: AsyncPort<CatalogListing["Service"]>
  readonly catalogRepository: AsyncPort<CatalogRepository["Service"]>
  readonly catalogWriter: AsyncPort<CatalogWriter["Service"]>
  readonly crawlDiscoveryRepository: AsyncPort<CrawlDiscoveryRepository["Service"]>
  /** Only where exports are run by consumers of your own broker; called with each job that was queued. */
  readonly exportPublisher: AsyncPort<Effect.Success<typeof ExportPublisher>>
  readonly exportRepository: AsyncExportRepository
  readonly jobQueue: AsyncPort<JobQueue["Service"]>
  readonly jobRepository: AsyncPort<JobRepository["Service"]>
  readonly objectStorage: AsyncObjectStorage
  readonly priceChangeRepository: AsyncPriceChangeRepository
  /** Only where publications are announced on a broker of your own; called with each one. */
  readonly pricePublisher: AsyncPort<Effect.Success<typeof PricePublisher>>
  readonly priceHistory: AsyncPort<PriceHistory["Service"]>
  readonly priceListRepository: AsyncPort<PriceListRepository["Service"]>
  readonly pricePolicyRepository: AsyncPort<PricePolicyRepository["Service"]>
  readonly priceRepository: AsyncPriceRepository
  readonly priceSchedule: AsyncPort<PriceSchedule["Service"]>
  readonly transaction: AsyncTransaction
}
