import {
  Authenticator,
  BatchChanges,
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportPublisher,
  ExportRepository,
  JobQueue,
  JobRepository,
  ObjectStorage,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  PricePolicyRepository,
  PricePublisher,
  PriceRepository,
  PriceSchedule,
  Transaction,
} from "@hangtag/core"
import { type AsyncPorts, portsFromAsync } from "@hangtag/core/promise"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"

const services = {
  authenticator: Authenticator,
  batchChanges: BatchChanges,
  batchRepository: BatchRepository,
  catalogListing: CatalogListing,
  catalogRepository: CatalogRepository,
  catalogWriter: CatalogWriter,
  crawlDiscoveryRepository: CrawlDiscoveryRepository,
  exportPublisher: ExportPublisher,
  exportRepository: ExportRepository,
  jobQueue: JobQueue,
  jobRepository: JobRepository,
  objectStorage: ObjectStorage,
  priceChangeRepository: PriceChangeRepository,
  pricePublisher: PricePublisher,
  priceHistory: PriceHistory,
  priceListRepository: PriceListRepository,
  pricePolicyRepository: PricePolicyRepository,
  priceRepository: PriceRepository,
  priceSchedule: PriceSchedule,
  transaction: Transaction,
}
type Services = typeof services
type ServiceOf<Port extends keyof Services> = Context.Service.Shape<Services[Port]>
type Method = (...args: never) => unknown
type ArgsOf<Called> = Called extends (...args: infer Args) => unknown ? Args : never

/** How many arguments each method is given besides the signal: those counted that its port may leave out. */
const counts: {
  readonly [Port in keyof AsyncPorts]-?: {
    readonly [Name in keyof ServiceOf<Port>]: Required<ArgsOf<ServiceOf<Port>[Name]>>["length"]
  }
} = {
  authenticator: { authenticate: 1 },
  batchChanges: { variants: 3 },
  batchRepository: { fill: 5, records: 3 },
  catalogListing: { brands: 2, products: 2, product: 3 },
  catalogRepository: { findColorway: 2, searchVariants: 3, attributeDefinitions: 1, attributeUses: 1 },
  catalogWriter: {
    saveBrands: 3,
    saveProducts: 3,
    saveShopProducts: 4,
    savePrices: 2,
    saveShopPrices: 3,
    contents: 2,
    retire: 4,
    isKnown: 1,
    saveBatches: 2,
    saveCrawlDiscoveries: 3,
    saveAttributes: 2,
  },
  crawlDiscoveryRepository: { select: 5, selectMany: 5, list: 3, jobs: 2 },
  exportPublisher: { publish: 1 },
  exportRepository: { count: 2, countVariants: 2, products: 3, atOnce: 3 },
  jobQueue: { claim: 3, claimJob: 2, ready: 2, position: 2, notified: 1 },
  jobRepository: { create: 3, find: 2, list: 2, cancel: 3, retry: 4, progress: 2, finish: 3 },
  objectStorage: { put: 3, get: 2, delete: 1, list: 1, downloadLink: 2 },
  priceChangeRepository: {
    lock: 2,
    lastPublished: 1,
    brand: 2,
    create: 4,
    find: 2,
    list: 2,
    moments: 3,
    priceLists: 2,
    colorways: 2,
    write: 4,
    empty: 3,
    discard: 3,
    note: 4,
    facts: 3,
    publish: 3,
    publicationOf: 2,
    takeBacks: 1,
    publications: 3,
    withdrawDraft: 3,
    unknownNames: 3,
  },
  pricePublisher: { publish: 1 },
  priceHistory: { records: 3 },
  priceListRepository: { lock: 1, all: 3, save: 3, savePolicy: 4, policies: 3 },
  pricePolicyRepository: { find: 2, save: 5, history: 3 },
  priceRepository: { pricesAround: 6 },
  priceSchedule: { timeZone: 2, moments: 2, colorways: 2 },
  transaction: { atomically: 1 },
}

/** Does not compile where a host's method has the signal anywhere but behind all arguments of the port's. */
type SignalIsLast = {
  readonly [Port in keyof AsyncPorts]-?: {
    readonly [Name in keyof Required<AsyncPorts[Port]>]: ArgsOf<Required<AsyncPorts[Port]>[Name]> extends [
      ...infer Args,
      AbortSignal,
    ]
      ? Name extends keyof ServiceOf<Port>
        ? Args["length"] extends Required<ArgsOf<ServiceOf<Port>[Name]>>["length"]
          ? true
          : "other arguments"
        : "no method of the port"
      : "no signal"
  }
}
type Faults = {
  readonly [Port in keyof SignalIsLast]: Exclude<SignalIsLast[Port][keyof SignalIsLast[Port]], true>
}
const _noFaults: Faults[keyof Faults] extends never ? true : Faults = true

/** What the methods take that look at an argument before the host is called; others are given a first one alone. */
const asked: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "objectStorage.put": ["key", Stream.empty, {}],
  "transaction.atomically": [Effect.void],
}

describe("a method of a plain async port", () => {
  for (const [port, methods] of Object.entries<Readonly<Record<string, number>>>(counts))
    for (const [name, count] of Object.entries(methods))
      it(`${port}.${name} is given its arguments in their places, and the signal behind them`, async () => {
        const called = Promise.withResolvers<ReadonlyArray<unknown>>()
        const method = (...args: ReadonlyArray<unknown>) => {
          called.resolve(args)
          throw new Error("noted")
        }
        const ports = portsFromAsync({ [port]: { [name]: method } } as Partial<AsyncPorts>)
        const context = await Effect.runPromise(Effect.scoped(Layer.build(ports as Layer.Layer<never>)))
        const key = services[port as keyof Services] as Context.Key<never, Record<string, Method>>
        const service = Context.get(context, key)[name] as (...args: ReadonlyArray<unknown>) => unknown
        const own = asked[`${port}.${name}`]
        const answer = service(...(own ?? ["first"]))
        const call = Stream.isStream(answer) ? Stream.runDrain(answer) : answer
        const fiber = Effect.runFork(Effect.exit(call as Effect.Effect<unknown>))
        const given = await called.promise
        await Effect.runPromise(Fiber.interrupt(fiber))
        expect(given).toHaveLength(count + 1)
        expect(given.at(-1)).toBeInstanceOf(AbortSignal)
        if (own !== undefined) return
        const [first, ...others] = given.slice(0, -1)
        expect(first).toBe("first")
        // which has what its port means by none
        if (name === "pricesAround") expect(others.slice(2, 4)).toEqual([2 ** 31 - 2, ["base"]])
        else expect(others).toEqual(Array.from({ length: count - 1 }, () => undefined))
      })
})
