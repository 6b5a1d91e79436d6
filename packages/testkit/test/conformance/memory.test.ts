import {
  batchChangesSuite,
  batchRepositorySuite,
  boundCallersSuite,
  catalogListingSuite,
  catalogRepositorySuite,
  catalogWriterSuite,
  crawlDiscoveryRepositorySuite,
  exportRepositorySuite,
  idempotencyStoreSuite,
  jobArchiveSuite,
  jobQueueSuite,
  jobRepositorySuite,
  objectStorageSuite,
  priceChangeRepositorySuite,
  priceHistorySuite,
  priceListRepositorySuite,
  pricePolicyRepositorySuite,
  priceRepositorySuite,
  priceScheduleSuite,
  transactionSuite,
} from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryDownloads, memoryObjectStorage, memoryPorts } from "../../src/index.ts"
import { ageHeartbeat } from "../ageHeartbeat.ts"

batchRepositorySuite("BatchRepository in memory", memoryPorts)
boundCallersSuite("callers bound to lists in memory", memoryPorts)
catalogListingSuite("CatalogListing in memory", memoryPorts)
catalogRepositorySuite("CatalogRepository in memory", memoryPorts)
catalogWriterSuite("CatalogWriter in memory", memoryPorts)
crawlDiscoveryRepositorySuite("CrawlDiscoveryRepository in memory", memoryPorts)
exportRepositorySuite("ExportRepository in memory", memoryPorts)
idempotencyStoreSuite("IdempotencyStore in memory", memoryPorts)
jobArchiveSuite("JobArchive in memory", memoryPorts)
jobQueueSuite("JobQueue in memory", memoryPorts, { ageHeartbeat })
jobRepositorySuite("JobRepository in memory", memoryPorts)
priceChangeRepositorySuite("PriceChangeRepository in memory", memoryPorts)
priceHistorySuite("PriceHistory in memory", memoryPorts)
priceListRepositorySuite("PriceListRepository in memory", memoryPorts)
pricePolicyRepositorySuite("PricePolicyRepository in memory", memoryPorts)
priceRepositorySuite("PriceRepository in memory", memoryPorts)
batchChangesSuite("BatchChanges in memory", memoryPorts)
priceScheduleSuite("PriceSchedule in memory", memoryPorts)
transactionSuite("Transaction in memory", memoryPorts)

const storage = Effect.runSync(Effect.scoped(Layer.build(memoryObjectStorage)))
objectStorageSuite("ObjectStorage in memory", Layer.succeedContext(storage), {
  open: Context.get(storage, MemoryDownloads).open,
})
