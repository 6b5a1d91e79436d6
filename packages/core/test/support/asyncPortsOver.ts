import { AsyncLocalStorage } from "node:async_hooks"
import {
  BatchChanges,
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  JobQueue,
  JobRepository,
  ObjectStorage,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  PricePolicyRepository,
  PriceRepository,
  PriceSchedule,
  Transaction,
} from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import type { AsyncPort, AsyncPorts } from "@hangtag/core/promise"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** Plain async adapters over ports, as one would write them who knows no Effect: their transaction is carried by `AsyncLocalStorage`. */
export const asyncPortsOver = (
  ports: Context.Context<HangtagPorts | BatchChanges | CatalogWriter | Transaction>,
): Omit<AsyncPorts, "authenticator" | "exportPublisher" | "pricePublisher"> => {
  const transaction = new AsyncLocalStorage<Context.Context<never>>()
  const run = <A, E>(effect: Effect.Effect<A, E>, signal: AbortSignal): Promise<A> =>
    Effect.runPromiseWith(transaction.getStore() ?? Context.empty())(effect, { signal })

  /** Every method of a service as an async one; an Option as a value or null. */
  const plain = <Service extends object>(service: Service): AsyncPort<Service> =>
    Object.fromEntries(
      Object.entries(service).map(([name, method]) => [
        name,
        async (...args: ReadonlyArray<unknown>) => {
          const result = await run(method(...args.slice(0, -1)), args.at(-1) as AbortSignal)
          return Option.isOption(result) ? Option.getOrNull(result) : result
        },
      ]),
    ) as unknown as AsyncPort<Service>

  const storage = Context.get(ports, ObjectStorage)
  const exports_ = Context.get(ports, ExportRepository)
  const changes = Context.get(ports, BatchChanges)
  const priceChanges = Context.get(ports, PriceChangeRepository)
  return {
    batchChanges: {
      variants: (organization, batchKey, beside) =>
        Stream.toAsyncIterable(changes.variants(organization, batchKey, beside)),
    },
    batchRepository: plain(Context.get(ports, BatchRepository)),
    catalogListing: plain(Context.get(ports, CatalogListing)),
    catalogRepository: plain(Context.get(ports, CatalogRepository)),
    catalogWriter: plain(Context.get(ports, CatalogWriter)),
    crawlDiscoveryRepository: plain(Context.get(ports, CrawlDiscoveryRepository)),
    jobQueue: plain(Context.get(ports, JobQueue)),
    jobRepository: plain(Context.get(ports, JobRepository)),
    priceChangeRepository: {
      ...plain(priceChanges),
      colorways: (organization, reading) =>
        Stream.toAsyncIterableWith(
          priceChanges.colorways(organization, reading),
          transaction.getStore() ?? Context.empty(),
        ),
    },
    priceHistory: plain(Context.get(ports, PriceHistory)),
    priceListRepository: plain(Context.get(ports, PriceListRepository)),
    pricePolicyRepository: plain(Context.get(ports, PricePolicyRepository)),
    priceRepository: plain(Context.get(ports, PriceRepository)),
    priceSchedule: plain(Context.get(ports, PriceSchedule)),
    exportRepository: {
      count: (organization, selection, signal) => run(exports_.count(organization, selection), signal),
      countVariants: (organization, selection, signal) =>
        run(exports_.countVariants(organization, selection), signal),
      products: (organization, selection, wanted) =>
        Stream.toAsyncIterable(exports_.products(organization, selection, wanted)),
      atOnce: async (organization, selection, wanted, signal) =>
        Option.getOrNull(await run(exports_.atOnce(organization, selection, wanted), signal)),
    },
    objectStorage: {
      put: (key, content, options, signal) =>
        run(
          storage.put(
            key,
            Stream.fromAsyncIterable(content, (cause) => cause),
            options,
          ),
          signal,
        ),
      get: async (key, range, signal) => {
        const found = Option.getOrUndefined(await run(storage.get(key, range), signal))
        return found && { size: found.size, content: Stream.toAsyncIterable(found.content) }
      },
      delete: (key, signal) => run(storage.delete(key), signal),
      list: (prefix) => Stream.toAsyncIterable(storage.list(prefix)),
      downloadLink: (key, options, signal) => run(storage.downloadLink(key, options), signal),
    },
    transaction: {
      atomically: (work, signal) =>
        run(
          Context.get(ports, Transaction).atomically(
            Effect.flatMap(Effect.context<never>(), (context) =>
              Effect.tryPromise(() => transaction.run(context, work)),
            ),
          ),
          signal,
        ).then(() => undefined),
    },
  }
}
