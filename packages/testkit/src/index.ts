export * from "./arbitraries/index.ts"
export * from "./builders/index.ts"
export {
  atCall,
  atEveryCall,
  bySeed,
  delay,
  duplicate,
  type Fault,
  type FaultPlan,
  failAfter,
  failBefore,
  faultError,
  type PortCall,
} from "./faults/Fault.ts"
export { faultyPort } from "./faults/faultyPort.ts"
export { memoryAuthenticator } from "./memory/MemoryAuthenticator.ts"
export { memoryBatchChanges } from "./memory/MemoryBatchChanges.ts"
export { memoryBatchRepository } from "./memory/MemoryBatchRepository.ts"
export { MemoryCatalog } from "./memory/MemoryCatalog.ts"
export { memoryCatalogListing } from "./memory/MemoryCatalogListing.ts"
export { memoryCatalogRepository } from "./memory/MemoryCatalogRepository.ts"
export { memoryCatalogWriter } from "./memory/MemoryCatalogWriter.ts"
export { memoryCrawlDiscoveryRepository } from "./memory/MemoryCrawlDiscoveryRepository.ts"
export { memoryExportRepository } from "./memory/MemoryExportRepository.ts"
export { memoryIdempotencyStore } from "./memory/MemoryIdempotencyStore.ts"
export { memoryJobArchive } from "./memory/MemoryJobArchive.ts"
export { memoryJobQueue } from "./memory/MemoryJobQueue.ts"
export { memoryJobRepository } from "./memory/MemoryJobRepository.ts"
export { type Download, MemoryDownloads, memoryObjectStorage } from "./memory/MemoryObjectStorage.ts"
export { memoryPriceHistory } from "./memory/MemoryPriceHistory.ts"
export { memoryPriceListRepository } from "./memory/MemoryPriceListRepository.ts"
export { memoryPricePolicyRepository } from "./memory/MemoryPricePolicyRepository.ts"
export { memoryPriceRepository } from "./memory/MemoryPriceRepository.ts"
export { memoryPriceSchedule } from "./memory/MemoryPriceSchedule.ts"
export type {
  MemoryState,
  OrganizationState,
  StoredAnswer,
  StoredBatch,
  StoredJob,
  StoredProduct,
  StoredVariant,
} from "./memory/MemoryState.ts"
export { memoryTransaction } from "./memory/MemoryTransaction.ts"
export { memoryPorts } from "./memory/memoryPorts.ts"
export * from "./scenarios/index.ts"
export type { CatalogSeed } from "./seed/CatalogSeed.ts"
export { readNdjson } from "./seed/readNdjson.ts"
export { seedCatalog, seededAt } from "./seed/seedCatalog.ts"
export { JobSpy } from "./system/JobSpy.ts"
export { layerTest, type MemoryPorts, type TestOptions } from "./system/layerTest.ts"
export { makeTestHangtag, type TestHangtag } from "./system/makeTestHangtag.ts"
export { standingClock } from "./system/standingClock.ts"
