import * as Layer from "effect/Layer"
import { memoryBatchChanges } from "./MemoryBatchChanges.ts"
import { memoryBatchRepository } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { memoryCatalogListing } from "./MemoryCatalogListing.ts"
import { memoryCatalogRepository } from "./MemoryCatalogRepository.ts"
import { memoryCatalogWriter } from "./MemoryCatalogWriter.ts"
import { memoryCrawlDiscoveryRepository } from "./MemoryCrawlDiscoveryRepository.ts"
import { memoryExportRepository } from "./MemoryExportRepository.ts"
import { memoryIdempotencyStore } from "./MemoryIdempotencyStore.ts"
import { memoryJobArchive } from "./MemoryJobArchive.ts"
import { memoryJobQueue } from "./MemoryJobQueue.ts"
import { memoryJobRepository } from "./MemoryJobRepository.ts"
import { memoryObjectStorage } from "./MemoryObjectStorage.ts"
import { memoryPriceChangeRepository } from "./MemoryPriceChangeRepository.ts"
import { memoryPriceHistory } from "./MemoryPriceHistory.ts"
import { memoryPriceListRepository } from "./MemoryPriceListRepository.ts"
import { memoryPricePolicyRepository } from "./MemoryPricePolicyRepository.ts"
import { memoryPriceRepository } from "./MemoryPriceRepository.ts"
import { memoryPriceSchedule } from "./MemoryPriceSchedule.ts"
import { memoryTransaction } from "./MemoryTransaction.ts"

/** Every port of the core but `Authenticator`, over one state of their own; an empty one per build. */
export const memoryPorts = Layer.mergeAll(
  memoryBatchChanges,
  memoryBatchRepository,
  memoryCatalogListing,
  memoryCatalogRepository,
  memoryCatalogWriter,
  memoryCrawlDiscoveryRepository,
  memoryExportRepository,
  memoryIdempotencyStore,
  memoryJobArchive,
  memoryJobQueue,
  memoryJobRepository,
  memoryPriceChangeRepository,
  memoryPriceHistory,
  memoryPriceListRepository,
  memoryPricePolicyRepository,
  memoryPriceRepository,
  memoryPriceSchedule,
  memoryTransaction,
).pipe(Layer.provideMerge(MemoryCatalog.layer), Layer.merge(memoryObjectStorage))
