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
import type { HangtagError } from "./changes/HangtagError.ts"
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
import { AdapterFault } from "./kernel/AdapterFault.ts"
import { Authenticator } from "./kernel/Authenticator.ts"
import { basePriceList } from "./kernel/basePriceList.ts"
import type { Unavailable } from "./kernel/errors.ts"
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
  readonly [Name in keyof AsyncPorts]: (
    port: AsyncPorts[Name],
    name: Name,
    checksOutput: boolean,
  ) => Context.Context<ServiceOf[Name]>
}

/** Which failures of a port are its own. */
type TagOf<E> = Exclude<Extract<E, HangtagError>["_tag"], "Unavailable">

/** What a method gives, how many arguments it takes, those counted that may be left out, and which failures are its port's own. */
type Call<Method> = Method extends (...args: infer Args) => infer Answer
  ? Answer extends Stream.Stream<infer _A, infer E>
    ? readonly ["stream", Required<Args>["length"], ...ReadonlyArray<TagOf<E>>]
    : Answer extends Effect.Effect<infer A, infer E>
      ? readonly [
          [A] extends [Option.Option<unknown>] ? "find" : "call",
          Required<Args>["length"],
          ...ReadonlyArray<TagOf<E>>,
        ]
      : never
  : never

const answers = { call: asyncCall, find: asyncFind, stream: asyncStream }

type AnyCall = readonly [keyof typeof answers, number, ...ReadonlyArray<HangtagError["_tag"]>]

/** The port over a host's: each of its methods as `calls` has it, or made by itself. */
const portOf =
  <Self, Service, Port extends object>(
    key: Context.Key<Self, Service>,
    service: Unavailable["service"],
    calls: { readonly [Name in keyof Service]: Call<Service[Name]> | ((port: Port) => Service[Name]) },
  ) =>
  (given: Port, adapter: string, checksOutput: boolean): Context.Context<Self> => {
    const streams = (name: string) => (calls as Readonly<Record<string, AnyCall>>)[name]?.[0] === "stream"
    const port = checkedAdapter(adapter, given, checksOutput, streams)
    const methods = port as Readonly<Record<string, (...args: ReadonlyArray<unknown>) => never>>
    const method = (name: string, [kind, count, ...ownErrors]: AnyCall) => {
      // an argument that is left out has its place: the signal stands behind all of them
      const call = (args: ReadonlyArray<unknown>, signal: AbortSignal) =>
        methods[name]!(...Array.from({ length: count }, (_, place) => args[place]), signal)
      return (...args: ReadonlyArray<unknown>) =>
        answers[kind](service, name, (signal) => call(args, signal), ...ownErrors)
    }
    const made = Object.entries<AnyCall | ((port: Port) => unknown)>(calls).map(([name, call]) => [
      name,
      typeof call === "function" ? call(port) : method(name, call),
    ])
    return Context.make(key, Object.fromEntries(made) as Service)
  }

const hasAtOnce = (port: AsyncExportRepository): port is Required<AsyncExportRepository> => "atOnce" in port

const fromAsync: FromAsync = {
  authenticator: portOf(Authenticator, "authentication", {
    authenticate: ["call", 1, "Unauthenticated", "OrganizationDenied"],
  }),
  batchChanges: portOf(BatchChanges, "database", { variants: ["stream", 3, "BatchUnsuitable"] }),
  batchRepository: portOf(BatchRepository, "database", {
    fill: ["call", 5, "NotFound", "BatchPublished", "BatchUnsuitable", "BatchBusy", "LimitExceeded"],
    records: ["find", 3],
  }),
  catalogListing: portOf(CatalogListing, "database", {
    brands: ["call", 2],
    products: ["call", 2],
    product: ["find", 3],
  }),
  catalogRepository: portOf(CatalogRepository, "database", {
    findColorway: ["call", 2],
    searchVariants: ["find", 3],
    attributeDefinitions: ["call", 1],
    attributeUses: ["call", 1],
  }),
  catalogWriter: portOf(CatalogWriter, "database", {
    saveBrands: ["call", 3],
    saveProducts: ["call", 3],
    saveShopProducts: ["call", 4],
    savePrices: ["call", 2],
    saveShopPrices: ["call", 3],
    contents: ["call", 2],
    retire: ["call", 4],
    isKnown: ["call", 1],
    saveBatches: ["call", 2],
    saveCrawlDiscoveries: ["call", 3],
    saveAttributes: ["call", 2],
  }),
  crawlDiscoveryRepository: portOf(CrawlDiscoveryRepository, "database", {
    select: ["find", 5, "ChangedMeanwhile"],
    selectMany: ["find", 5],
    list: ["find", 3],
    jobs: ["call", 2],
  }),
  exportPublisher: portOf(ExportPublisher, "queue", { publish: ["call", 1] }),
  exportRepository: portOf(ExportRepository, "database", {
    count: ["call", 2],
    countVariants: ["call", 2],
    products: ["stream", 3],
    atOnce: (port: AsyncExportRepository) => (organization, selection, wanted) =>
      hasAtOnce(port)
        ? asyncFind("database", "atOnce", (signal) => port.atOnce(organization, selection, wanted, signal))
        : Effect.succeedNone,
  }),
  jobQueue: portOf(JobQueue, "database", {
    claim: ["call", 3],
    claimJob: ["find", 2],
    ready: ["call", 2],
    position: ["find", 2],
    notified: (port: AsyncPorts["jobQueue"]) => (lane) =>
      asyncCall("database", "notified", (signal) => port.notified(lane, signal)).pipe(
        // to look for nothing now and then is what notified allows
        Effect.catch(() => Effect.sleep("1 second")),
      ),
  }),
  jobRepository: portOf(JobRepository, "database", {
    create: ["call", 3, "TooManyOpen"],
    find: ["find", 2],
    list: ["call", 2],
    cancel: ["find", 3],
    retry: ["find", 4, "TooManyOpen"],
    progress: ["call", 2],
    finish: ["call", 3],
  }),
  objectStorage: portOf(ObjectStorage, "storage", {
    put:
      (port: AsyncPorts["objectStorage"]) =>
      <E, R>(
        key: string,
        content: Stream.Stream<Uint8Array, E, R>,
        options: { readonly content_type: string },
      ) =>
        asyncAround<{ readonly size: number }, E, R>("storage", "put", ({ iterate }, signal) =>
          port.put(key, iterate(content), options, signal),
        ),
    get: (port: AsyncPorts["objectStorage"]) => (key, range) =>
      Effect.map(
        asyncFind("storage", "get", (signal) => port.get(key, range, signal)),
        Option.map(({ size, content }) => ({
          size,
          content: asyncStream("storage", "get", () => content),
        })),
      ),
    delete: ["call", 1],
    list: ["stream", 1],
    downloadLink: ["call", 2],
  }),
  priceChangeRepository: portOf(PriceChangeRepository, "database", {
    lock: ["call", 2, "BatchBusy"],
    lastPublished: ["call", 1],
    brand: ["find", 2],
    create: ["call", 4, "NotFound", "BatchUnsuitable", "TooManyOpen"],
    find: ["find", 2],
    list: ["call", 2],
    moments: ["call", 3],
    priceLists: ["call", 2],
    colorways: ["stream", 2],
    write: ["call", 4, "BatchBusy"],
    empty: ["call", 3, "BatchBusy"],
    discard: ["call", 3, "BatchBusy"],
    note: ["call", 4, "BatchBusy"],
    facts: ["call", 3],
    publish: ["call", 3, "BatchBusy"],
    publicationOf: ["find", 2],
    takeBacks: ["call", 1],
    publications: ["call", 3],
    withdrawDraft: ["find", 3, "BatchBusy"],
    unknownNames: ["call", 3],
  }),
  pricePublisher: portOf(PricePublisher, "queue", { publish: ["call", 1] }),
  priceHistory: portOf(PriceHistory, "database", { records: ["find", 3] }),
  priceListRepository: portOf(PriceListRepository, "database", {
    lock: ["call", 1, "BatchBusy"],
    all: ["call", 3],
    save: ["call", 3],
    savePolicy: ["call", 4],
    policies: ["call", 3],
  }),
  pricePolicyRepository: portOf(PricePolicyRepository, "database", {
    find: ["find", 2],
    save: ["find", 5, "ChangedMeanwhile"],
    history: ["find", 3],
  }),
  priceRepository: portOf(PriceRepository, "database", {
    pricesAround:
      (port: AsyncPorts["priceRepository"]) =>
      (organization, keys, at, most = mostRecords, lists = [basePriceList], inForce) =>
        asyncCall("database", "pricesAround", (signal) =>
          port.pricesAround(organization, keys, at, most, lists, inForce, signal),
        ),
  }),
  priceSchedule: portOf(PriceSchedule, "database", {
    timeZone: ["find", 2],
    colorways: ["call", 2],
    moments: ["call", 2],
  }),
  transaction: portOf(Transaction, "database", {
    atomically:
      (port: AsyncPorts["transaction"]) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>) => {
        let value: Option.Option<A> = Option.none()
        const kept = Effect.map(effect, (result) => {
          value = Option.some(result)
        })
        const done = asyncAround<void, E, R>("database", "atomically", ({ run }, signal) =>
          port.atomically(() => run(kept), signal),
        )
        return Effect.flatMap(done, () =>
          Option.match(value, {
            onNone: () =>
              Effect.die(
                new AdapterFault(
                  "transaction",
                  "atomically",
                  "resolved without having called run, and awaited it",
                ),
              ),
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
    return (fromAsync[name] as (port: object, ...how: [string, boolean]) => Context.Context<never>)(
      port,
      name,
      checkAdapters,
    )
  })
  return Layer.succeedContext(Context.mergeAll(...services) as Context.Context<ServicesOf<Ports>>)
}
