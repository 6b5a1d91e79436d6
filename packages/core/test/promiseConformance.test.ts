import { portsFromAsync } from "@hangtag/core/promise"
import { MemoryDownloads, memoryPorts } from "@hangtag/testkit"
import {
  batchChangesSuite,
  batchRepositorySuite,
  boundCallersSuite,
  catalogListingSuite,
  catalogRepositorySuite,
  catalogWriterSuite,
  crawlDiscoveryRepositorySuite,
  exportRepositorySuite,
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
import { ageHeartbeat } from "../../testkit/test/ageHeartbeat.ts"
import { asyncPortsOver } from "./support/asyncPortsOver.ts"

const memory = Effect.runSync(Effect.scoped(Layer.build(memoryPorts)))
const ports = portsFromAsync(asyncPortsOver(memory))

batchRepositorySuite("a plain async BatchRepository", ports)
boundCallersSuite("callers bound to lists, over plain async ports", ports)
catalogListingSuite("a plain async CatalogListing", ports)
catalogRepositorySuite("a plain async CatalogRepository", ports)
catalogWriterSuite("a plain async CatalogWriter", ports)
crawlDiscoveryRepositorySuite("a plain async CrawlDiscoveryRepository", ports)
exportRepositorySuite("a plain async ExportRepository", ports)
jobQueueSuite("a plain async JobQueue", ports, {
  ageHeartbeat: (job, seconds) => Effect.provideContext(ageHeartbeat(job, seconds), memory),
})
jobRepositorySuite("a plain async JobRepository", ports)
objectStorageSuite("a plain async ObjectStorage", ports, { open: Context.get(memory, MemoryDownloads).open })
priceChangeRepositorySuite("a plain async PriceChangeRepository", ports)
priceHistorySuite("a plain async PriceHistory", ports)
priceListRepositorySuite("a plain async PriceListRepository", ports)
pricePolicyRepositorySuite("a plain async PricePolicyRepository", ports)
priceRepositorySuite("a plain async PriceRepository", ports)
batchChangesSuite("a plain async BatchChanges", ports)
priceScheduleSuite("a plain async PriceSchedule", ports)
transactionSuite("a plain async Transaction", ports)
