import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { AsyncExportRepository, AsyncPorts } from "./AsyncPorts.ts"
import { asyncAround, asyncCall, asyncFind, asyncStream } from "./asyncCall.ts"
import { CatalogListing } from "./catalog/CatalogListing.ts"
import { CatalogRepository } from "./catalog/CatalogRepository.ts"
import { BatchChanges } from "./changes/BatchChanges.ts"
import { BatchRepository } from "./changes/BatchRepository.ts"
import { PriceChangeRepository } from "./changes/PriceChangeRepository.ts"
import { PricePublisher } from "./changes/PricePublisher.ts"
import { checkedAdapter } from "./checkedAdapter.ts"
import { CrawlDiscoveryRepository } from "./discoveries/CrawlDiscoveryRepository.ts"
import { ExportRepository } from "./exports/ExportRepository.ts"
import { CatalogWriter } from "./imports/CatalogWriter.ts"
import { ExportPublisher } from "./jobs/ExportPublisher.ts"
import { JobQueue } from "./jobs/JobQueue.ts"
import { JobRepository } from "./jobs/JobRepository.ts"
import { ObjectStorage } from "./jobs/ObjectStorage.ts"
import { Authenticator } from "./kernel/Authenticator.ts"
import { basePriceList } from "./kernel/basePriceList.ts"
import { Transaction } from "./kernel/Transaction.ts"
import { PriceListRepository } from "./lists/PriceListRepository.ts"
import { PriceHistory } from "./prices/PriceHistory.ts"
import { PricePolicyRepository } from "./prices/PricePolicyRepository.ts"
import { PriceRepository } from "./prices/PriceRepository.ts"
import { PriceSchedule } from "./prices/PriceSchedule.ts"

/** The service that each async port stands for. */
interface ServiceOf {
  readonly authenticator: Authenticator
  readonly batchChanges: BatchChanges
  readonly batchRepository: BatchRepository
  readonly catalogListing: CatalogListing
  readonly catalogRepository: CatalogRepository
  readonly catalogWriter: CatalogWriter
  readonly crawlDiscoveryRepository: CrawlDiscoveryRepository
  readonly exportPublisher: never
  readonly exportRepository: ExportRepository
  readonly jobQueue: JobQueue
  readonly jobRepository: JobRepository
  readonly objectStorage: ObjectStorage
  readonly priceChangeRepository: PriceChangeRepository
  readonly pricePublisher: never
  readonly priceHistory: PriceHistory
  readonly priceListRepository: PriceListRepository
  readonly pricePolicyRepository: PricePolicyRepository
  readonly priceRepository: PriceRepository
  readonly priceSchedule: PriceSchedule
  readonly transaction: Transaction
}

/** The services of the ports that an object holds. */
export type ServicesOf<Ports> = ServiceOf[keyof Ports & keyof ServiceOf]

type FromAsync = {
  readonly [Name in keyof AsyncPorts]: (port: AsyncPorts[Name]) => Context.Context<ServiceOf[Name]>
}

const hasAtOnce = (port: AsyncExportRepository): port is Required<AsyncExportRepository> => "atOnce" in port

const fromAsync: FromAsync = {
  authenticator: (port) =>
    Context.make(Authenticator, {
      authenticate: (...args) =>
        asyncCall(
          "authentication",
          "authenticate",
          (signal) => port.authenticate(...args, signal),
          "Unauthenticated",
          "OrganizationDenied",
        ),
    }),
  batchChanges: (port) =>
    Context.make(BatchChanges, {
      variants: (organization, batchKey, beside) =>
        asyncStream(
          "database",
          "variants",
          (signal) => port.variants(organization, batchKey, signal, beside),
          "BatchUnsuitable",
        ),
    }),
  batchRepository: (port) =>
    Context.make(BatchRepository, {
      fill: (...args) =>
        asyncCall(
          "database",
          "fill",
          (signal) => port.fill(...args, signal),
          "NotFound",
          "BatchPublished",
          "BatchUnsuitable",
          "BatchBusy",
          "LimitExceeded",
        ),
      records: (...args) => asyncFind("database", "records", (signal) => port.records(...args, signal)),
    }),
  catalogListing: (port) =>
    Context.make(CatalogListing, {
      brands: (...args) => asyncCall("database", "brands", (signal) => port.brands(...args, signal)),
      products: (...args) => asyncCall("database", "products", (signal) => port.products(...args, signal)),
      product: (...args) => asyncFind("database", "product", (signal) => port.product(...args, signal)),
    }),
  catalogRepository: (port) =>
    Context.make(CatalogRepository, {
      findColorway: (...args) =>
        asyncCall("database", "findColorway", (signal) => port.findColorway(...args, signal)),
      searchVariants: (...args) =>
        asyncFind("database", "searchVariants", (signal) => port.searchVariants(...args, signal)),
      attributeDefinitions: (...args) =>
        asyncCall("database", "attributeDefinitions", (signal) => port.attributeDefinitions(...args, signal)),
      attributeUses: (...args) =>
        asyncCall("database", "attributeUses", (signal) => port.attributeUses(...args, signal)),
    }),
  catalogWriter: (port) =>
    Context.make(CatalogWriter, {
      saveBrands: (...args) =>
        asyncCall("database", "saveBrands", (signal) => port.saveBrands(...args, signal)),
      saveProducts: (...args) =>
        asyncCall("database", "saveProducts", (signal) => port.saveProducts(...args, signal)),
      saveShopProducts: (...args) =>
        asyncCall("database", "saveShopProducts", (signal) => port.saveShopProducts(...args, signal)),
      savePrices: (...args) =>
        asyncCall("database", "savePrices", (signal) => port.savePrices(...args, signal)),
      saveShopPrices: (...args) =>
        asyncCall("database", "saveShopPrices", (signal) => port.saveShopPrices(...args, signal)),
      contents: (...args) => asyncCall("database", "contents", (signal) => port.contents(...args, signal)),
      retire: (...args) => asyncCall("database", "retire", (signal) => port.retire(...args, signal)),
      isKnown: (...args) => asyncCall("database", "isKnown", (signal) => port.isKnown(...args, signal)),
      saveBatches: (...args) =>
        asyncCall("database", "saveBatches", (signal) => port.saveBatches(...args, signal)),
      saveCrawlDiscoveries: (...args) =>
        asyncCall("database", "saveCrawlDiscoveries", (signal) => port.saveCrawlDiscoveries(...args, signal)),
      saveAttributes: (...args) =>
        asyncCall("database", "saveAttributes", (signal) => port.saveAttributes(...args, signal)),
    }),
  crawlDiscoveryRepository: (port) =>
    Context.make(CrawlDiscoveryRepository, {
      select: (organization, key, selected, at, expected) =>
        Effect.map(
          asyncCall(
            "database",
            "select",
            (signal) => port.select(organization, key, selected, at, expected, signal),
            "ChangedMeanwhile",
          ),
          Option.fromNullishOr,
        ),
      selectMany: (...args) =>
        asyncFind("database", "selectMany", (signal) => port.selectMany(...args, signal)),
      list: (...args) => asyncFind("database", "list", (signal) => port.list(...args, signal)),
      jobs: (...args) => asyncCall("database", "jobs", (signal) => port.jobs(...args, signal)),
    }),
  exportPublisher: (port) =>
    Context.make(ExportPublisher, {
      publish: (...args) => asyncCall("queue", "publish", (signal) => port.publish(...args, signal)),
    }),
  exportRepository: (port) =>
    Context.make(ExportRepository, {
      count: (...args) => asyncCall("database", "count", (signal) => port.count(...args, signal)),
      countVariants: (...args) =>
        asyncCall("database", "countVariants", (signal) => port.countVariants(...args, signal)),
      products: (...args) => asyncStream("database", "products", (signal) => port.products(...args, signal)),
      atOnce: (...args) =>
        hasAtOnce(port)
          ? asyncFind("database", "atOnce", (signal) => port.atOnce(...args, signal))
          : Effect.succeedNone,
    }),
  jobQueue: (port) =>
    Context.make(JobQueue, {
      claim: (...args) => asyncCall("database", "claim", (signal) => port.claim(...args, signal)),
      claimJob: (...args) => asyncFind("database", "claimJob", (signal) => port.claimJob(...args, signal)),
      ready: (...args) => asyncCall("database", "ready", (signal) => port.ready(...args, signal)),
      position: (...args) => asyncFind("database", "position", (signal) => port.position(...args, signal)),
      notified: (lane) =>
        asyncCall("database", "notified", (signal) => port.notified(lane, signal)).pipe(
          // to look for nothing now and then is what notified allows
          Effect.catch(() => Effect.sleep("1 second")),
        ),
    }),
  jobRepository: (port) =>
    Context.make(JobRepository, {
      create: (...args) =>
        asyncCall("database", "create", (signal) => port.create(...args, signal), "TooManyOpen"),
      find: (...args) => asyncFind("database", "find", (signal) => port.find(...args, signal)),
      list: (...args) => asyncCall("database", "list", (signal) => port.list(...args, signal)),
      cancel: (...args) => asyncFind("database", "cancel", (signal) => port.cancel(...args, signal)),
      retry: (...args) =>
        asyncFind("database", "retry", (signal) => port.retry(...args, signal), "TooManyOpen"),
      progress: (...args) => asyncCall("database", "progress", (signal) => port.progress(...args, signal)),
      finish: (...args) => asyncCall("database", "finish", (signal) => port.finish(...args, signal)),
    }),
  objectStorage: (port) =>
    Context.make(ObjectStorage, {
      put: <E, R>(
        key: string,
        content: Stream.Stream<Uint8Array, E, R>,
        options: { readonly content_type: string },
      ) =>
        asyncAround<{ readonly size: number }, E, R>("storage", "put", ({ iterate }, signal) =>
          port.put(key, iterate(content), options, signal),
        ),
      get: (key, range) =>
        Effect.map(
          asyncFind("storage", "get", (signal) => port.get(key, range, signal)),
          Option.map(({ size, content }) => ({
            size,
            content: asyncStream("storage", "get", () => content),
          })),
        ),
      delete: (...args) => asyncCall("storage", "delete", (signal) => port.delete(...args, signal)),
      list: (prefix) => asyncStream("storage", "list", (signal) => port.list(prefix, signal)),
      downloadLink: (...args) =>
        asyncCall("storage", "downloadLink", (signal) => port.downloadLink(...args, signal)),
    }),
  priceChangeRepository: (port) =>
    Context.make(PriceChangeRepository, {
      lock: (...args) => asyncCall("database", "lock", (signal) => port.lock(...args, signal), "BatchBusy"),
      lastPublished: (...args) =>
        asyncCall("database", "lastPublished", (signal) => port.lastPublished(...args, signal)),
      brand: (...args) => asyncFind("database", "brand", (signal) => port.brand(...args, signal)),
      create: (...args) =>
        asyncCall(
          "database",
          "create",
          (signal) => port.create(...args, signal),
          "NotFound",
          "BatchUnsuitable",
          "TooManyOpen",
        ),
      find: (...args) => asyncFind("database", "find", (signal) => port.find(...args, signal)),
      list: (...args) => asyncCall("database", "list", (signal) => port.list(...args, signal)),
      moments: (...args) => asyncCall("database", "moments", (signal) => port.moments(...args, signal)),
      priceLists: (...args) =>
        asyncCall("database", "priceLists", (signal) => port.priceLists(...args, signal)),
      colorways: (...args) =>
        asyncStream("database", "colorways", (signal) => port.colorways(...args, signal)),
      write: (...args) =>
        asyncCall("database", "write", (signal) => port.write(...args, signal), "BatchBusy"),
      empty: (...args) =>
        asyncCall("database", "empty", (signal) => port.empty(...args, signal), "BatchBusy"),
      discard: (...args) =>
        asyncCall("database", "discard", (signal) => port.discard(...args, signal), "BatchBusy"),
      note: (...args) => asyncCall("database", "note", (signal) => port.note(...args, signal), "BatchBusy"),
      facts: (...args) => asyncCall("database", "facts", (signal) => port.facts(...args, signal)),
      publish: (...args) =>
        asyncCall("database", "publish", (signal) => port.publish(...args, signal), "BatchBusy"),
      publicationOf: (...args) =>
        asyncFind("database", "publicationOf", (signal) => port.publicationOf(...args, signal)),
      publications: (...args) =>
        asyncCall("database", "publications", (signal) => port.publications(...args, signal)),
      withdrawDraft: (...args) =>
        asyncFind("database", "withdrawDraft", (signal) => port.withdrawDraft(...args, signal), "BatchBusy"),
      unknownNames: (...args) =>
        asyncCall("database", "unknownNames", (signal) => port.unknownNames(...args, signal)),
    }),
  pricePublisher: (port) =>
    Context.make(PricePublisher, {
      publish: (...args) => asyncCall("queue", "publish", (signal) => port.publish(...args, signal)),
    }),
  priceHistory: (port) =>
    Context.make(PriceHistory, {
      records: (...args) => asyncFind("database", "records", (signal) => port.records(...args, signal)),
    }),
  priceListRepository: (port) =>
    Context.make(PriceListRepository, {
      lock: (...args) => asyncCall("database", "lock", (signal) => port.lock(...args, signal), "BatchBusy"),
      all: (organization, wasKnown, above) =>
        asyncCall("database", "all", (signal) => port.all(organization, signal, wasKnown, above)),
      save: (...args) => asyncCall("database", "save", (signal) => port.save(...args, signal)),
      savePolicy: (...args) =>
        asyncCall("database", "savePolicy", (signal) => port.savePolicy(...args, signal)),
      policies: (...args) => asyncCall("database", "policies", (signal) => port.policies(...args, signal)),
    }),
  pricePolicyRepository: (port) =>
    Context.make(PricePolicyRepository, {
      find: (...args) => asyncFind("database", "find", (signal) => port.find(...args, signal)),
      save: (organization, brandKey, policy, given, expected) =>
        Effect.map(
          asyncCall(
            "database",
            "save",
            (signal) => port.save(organization, brandKey, policy, given, expected, signal),
            "ChangedMeanwhile",
          ),
          Option.fromNullishOr,
        ),
      history: (...args) => asyncFind("database", "history", (signal) => port.history(...args, signal)),
    }),
  priceRepository: (port) =>
    Context.make(PriceRepository, {
      pricesAround: (organization, keys, at, most = mostRecords, lists = [basePriceList], inForce) =>
        asyncCall("database", "pricesAround", (signal) =>
          port.pricesAround(organization, keys, at, most, lists, signal, inForce),
        ),
    }),
  priceSchedule: (port) =>
    Context.make(PriceSchedule, {
      timeZone: (...args) => asyncFind("database", "timeZone", (signal) => port.timeZone(...args, signal)),
      colorways: (...args) => asyncCall("database", "colorways", (signal) => port.colorways(...args, signal)),
      moments: (...args) => asyncCall("database", "moments", (signal) => port.moments(...args, signal)),
    }),
  transaction: (port) =>
    Context.make(Transaction, {
      atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => {
        let value: Option.Option<A> = Option.none()
        const kept = Effect.map(effect, (result) => {
          value = Option.some(result)
        })
        const done = asyncAround<void, E, R>("database", "atomically", ({ run }, signal) =>
          port.atomically(() => run(kept), signal),
        )
        return Effect.flatMap(done, () =>
          Option.match(value, {
            onNone: () => Effect.die(new Error("transaction.atomically resolved without having called run")),
            onSome: Effect.succeed,
          }),
        )
      },
    }),
}

const isPort = (name: string): name is keyof AsyncPorts => Object.hasOwn(fromAsync, name)

/** What is read at most where no limit is given: one more fits what drivers take for a `LIMIT`. */
const mostRecords = 2 ** 31 - 2

/** How plain adapters are treated. */
export interface AdapterOptions {
  /**
   * Whether what the adapters give is checked against what their ports promise: a mistake is then reported where it is
   * made, as `AdapterFault`. They are by default; turn it off where they are tested and each millisecond counts.
   */
  readonly checkAdapters?: boolean
}

/** The ports that a plain object holds as services, wherever a layer of them is wanted. */
export const portsFromAsync = <const Ports extends Partial<AsyncPorts>>(
  ports: Ports,
  { checkAdapters = true }: AdapterOptions = {},
): Layer.Layer<ServicesOf<Ports>> => {
  const services = Object.entries(ports).map(([name, port]) => {
    if (!isPort(name))
      throw new TypeError(`Unknown port ${name}: use one of ${Object.keys(fromAsync).join(", ")}`)
    if (typeof port !== "object" || port === null)
      throw new TypeError(
        `${name} is ${port === null ? "null" : typeof port}: give an object with its methods`,
      )
    return (fromAsync[name] as (port: unknown) => Context.Context<never>)(
      checkedAdapter(name, port, checkAdapters),
    )
  })
  return Layer.succeedContext(Context.mergeAll(...services) as Context.Context<ServicesOf<Ports>>)
}
