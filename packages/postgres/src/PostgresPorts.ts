import type {
  BatchRepository,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportQueue,
  ExportRepository,
  IdempotencyStore,
  JobArchive,
  JobLine,
  JobRepository,
  PricePolicyRepository,
  PriceRepository,
  Transaction,
} from "@hangtag/core"
import { Layer } from "effect"
import type { PersistedQueueFactory } from "effect/persistence/PersistedQueue"
import type { SqlClient } from "effect/sql/SqlClient"
import { PostgresCatalogWriter } from "./catalog/PostgresCatalogWriter.ts"
import { PostgresExportQueue } from "./queue/PostgresExportQueue.ts"
import { PostgresBatchRepository } from "./repositories/PostgresBatchRepository.ts"
import { PostgresCatalogRepository } from "./repositories/PostgresCatalogRepository.ts"
import { PostgresCrawlDiscoveryRepository } from "./repositories/PostgresCrawlDiscoveryRepository.ts"
import { PostgresExportRepository } from "./repositories/PostgresExportRepository.ts"
import { PostgresIdempotencyStore } from "./repositories/PostgresIdempotencyStore.ts"
import { PostgresJobArchive } from "./repositories/PostgresJobArchive.ts"
import { PostgresJobLine } from "./repositories/PostgresJobLine.ts"
import { PostgresJobRepository } from "./repositories/PostgresJobRepository.ts"
import { PostgresPricePolicyRepository } from "./repositories/PostgresPricePolicyRepository.ts"
import { PostgresPriceRepository } from "./repositories/PostgresPriceRepository.ts"
import { PostgresTransaction } from "./repositories/PostgresTransaction.ts"

type Repositories =
  | BatchRepository
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | IdempotencyStore
  | JobArchive
  | JobLine
  | JobRepository
  | PricePolicyRepository
  | PriceRepository
  | Transaction

const repositories: Layer.Layer<Repositories, never, ExportQueue | SqlClient> = Layer.mergeAll(
  PostgresBatchRepository,
  PostgresCatalogRepository,
  PostgresCatalogWriter,
  PostgresCrawlDiscoveryRepository,
  PostgresExportRepository,
  PostgresIdempotencyStore,
  PostgresJobArchive,
  PostgresJobLine,
  PostgresJobRepository,
  PostgresPricePolicyRepository,
  PostgresPriceRepository,
  PostgresTransaction,
)

/** Those beside an `ExportQueue`, on a migrated database: `PostgresExportQueue` or `OutboxExportQueue`. */
export const postgresRepositories = repositories

/** Every port of the core that a database keeps, on a migrated one (`migrate`); object storage is another package's. */
export const PostgresPorts = {
  /** Bring a `PersistedQueueFactory` on `queueStoreLayer`. */
  layer: (
    options?: Parameters<typeof PostgresExportQueue.layer>[0],
  ): Layer.Layer<Repositories | ExportQueue, never, SqlClient | PersistedQueueFactory> =>
    Layer.provideMerge(repositories, PostgresExportQueue.layer(options)),
}
