import type {
  BatchChanges,
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  HostTransaction,
  IdempotencyStore,
  JobArchive,
  JobQueue,
  JobRepository,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  PricePolicyRepository,
  PriceRepository,
  PriceSchedule,
  Transaction,
} from "@hangtag/core"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { PostgresCatalogListing } from "./catalog/PostgresCatalogListing.ts"
import { PostgresCatalogRepository } from "./catalog/PostgresCatalogRepository.ts"
import { PostgresCrawlDiscoveryRepository } from "./catalog/PostgresCrawlDiscoveryRepository.ts"
import { PostgresBatchChanges } from "./changes/PostgresBatchChanges.ts"
import { PostgresBatchRepository } from "./changes/PostgresBatchRepository.ts"
import { PostgresPriceChangeRepository } from "./changes/PostgresPriceChangeRepository.ts"
import { PostgresPriceListRepository } from "./changes/PostgresPriceListRepository.ts"
import { PostgresHostTransaction } from "./database/PostgresHostTransaction.ts"
import { PostgresTransaction } from "./database/PostgresTransaction.ts"
import { PostgresExportRepository } from "./exports/PostgresExportRepository.ts"
import { PostgresCatalogWriter } from "./imports/PostgresCatalogWriter.ts"
import { Notifications } from "./jobs/Notifications.ts"
import { PostgresIdempotencyStore } from "./jobs/PostgresIdempotencyStore.ts"
import { PostgresJobArchive } from "./jobs/PostgresJobArchive.ts"
import { PostgresJobEvents } from "./jobs/PostgresJobEvents.ts"
import { type JobQueueOptions, PostgresJobQueue } from "./jobs/PostgresJobQueue.ts"
import { PostgresJobRepository } from "./jobs/PostgresJobRepository.ts"
import { PostgresPriceHistory } from "./prices/PostgresPriceHistory.ts"
import { PostgresPricePolicyRepository } from "./prices/PostgresPricePolicyRepository.ts"
import { PostgresPriceRepository } from "./prices/PostgresPriceRepository.ts"
import { PostgresPriceSchedule } from "./prices/PostgresPriceSchedule.ts"

type Repositories =
  | BatchChanges
  | BatchRepository
  | CatalogListing
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | HostTransaction
  | IdempotencyStore
  | JobArchive
  | JobRepository
  | PriceChangeRepository
  | PriceHistory
  | PriceListRepository
  | PricePolicyRepository
  | PriceRepository
  | PriceSchedule
  | Transaction

const repositories: Layer.Layer<Repositories, never, SqlClient> = Layer.mergeAll(
  PostgresBatchChanges,
  PostgresBatchRepository,
  PostgresCatalogListing,
  PostgresCatalogRepository,
  PostgresCatalogWriter,
  PostgresCrawlDiscoveryRepository,
  PostgresExportRepository,
  PostgresHostTransaction,
  PostgresIdempotencyStore,
  PostgresJobArchive,
  PostgresJobRepository,
  PostgresPriceChangeRepository,
  PostgresPriceHistory,
  PostgresPriceListRepository,
  PostgresPricePolicyRepository,
  PostgresPriceRepository,
  PostgresPriceSchedule,
  PostgresTransaction,
)

/** Every port of the core that a database keeps, on a migrated one (`migrate`); object storage is another package's. */
export const PostgresPorts = {
  layer: (options?: JobQueueOptions): Layer.Layer<Repositories | JobQueue, never, SqlClient> =>
    Layer.mergeAll(PostgresJobQueue.layer(options), PostgresJobEvents).pipe(
      Layer.provide(Notifications.layer),
      Layer.merge(repositories),
    ),
}
