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
  PricePolicyRepository,
  PriceRepository,
  PriceSchedule,
  Transaction,
} from "@hangtag/core"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { PostgresCatalogWriter } from "./catalog/PostgresCatalogWriter.ts"
import { PostgresHostTransaction } from "./host/PostgresHostTransaction.ts"
import { PostgresBatchChanges } from "./priceChanges/PostgresBatchChanges.ts"
import { PostgresPriceChangeRepository } from "./priceChanges/PostgresPriceChangeRepository.ts"
import { Notifications } from "./queue/Notifications.ts"
import { PostgresJobEvents } from "./queue/PostgresJobEvents.ts"
import { type JobQueueOptions, PostgresJobQueue } from "./queue/PostgresJobQueue.ts"
import { PostgresBatchRepository } from "./repositories/PostgresBatchRepository.ts"
import { PostgresCatalogListing } from "./repositories/PostgresCatalogListing.ts"
import { PostgresCatalogRepository } from "./repositories/PostgresCatalogRepository.ts"
import { PostgresCrawlDiscoveryRepository } from "./repositories/PostgresCrawlDiscoveryRepository.ts"
import { PostgresExportRepository } from "./repositories/PostgresExportRepository.ts"
import { PostgresIdempotencyStore } from "./repositories/PostgresIdempotencyStore.ts"
import { PostgresJobArchive } from "./repositories/PostgresJobArchive.ts"
import { PostgresJobRepository } from "./repositories/PostgresJobRepository.ts"
import { PostgresPriceHistory } from "./repositories/PostgresPriceHistory.ts"
import { PostgresPricePolicyRepository } from "./repositories/PostgresPricePolicyRepository.ts"
import { PostgresPriceRepository } from "./repositories/PostgresPriceRepository.ts"
import { PostgresPriceSchedule } from "./repositories/PostgresPriceSchedule.ts"
import { PostgresTransaction } from "./repositories/PostgresTransaction.ts"

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
