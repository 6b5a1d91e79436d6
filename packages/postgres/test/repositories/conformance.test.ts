import { memoryObjectStorage } from "@hangtag/testkit"
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
  priceChangeRepositorySuite,
  priceHistorySuite,
  priceListRepositorySuite,
  pricePolicyRepositorySuite,
  priceRepositorySuite,
  priceScheduleSuite,
  transactionSuite,
} from "@hangtag/testkit/conformance"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, describe } from "vitest"
import { testDatabases, thoroughDatabase } from "../support/testDatabases.ts"
import { ageHeartbeat } from "./ageHeartbeat.ts"
import { portsOn } from "./portsOn.ts"

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    const runtime = ManagedRuntime.make(portsOn(database))
    afterAll(() => runtime.dispose())
    const ports = Layer.effectContext(runtime.contextEffect)
    batchRepositorySuite("BatchRepository", ports)
    if (database === thoroughDatabase)
      boundCallersSuite("callers bound to lists", Layer.merge(ports, memoryObjectStorage))
    catalogListingSuite("CatalogListing", ports)
    catalogRepositorySuite("CatalogRepository", ports)
    catalogWriterSuite("CatalogWriter", ports)
    crawlDiscoveryRepositorySuite("CrawlDiscoveryRepository", ports)
    exportRepositorySuite("ExportRepository", ports)
    idempotencyStoreSuite("IdempotencyStore", ports)
    jobArchiveSuite("JobArchive", ports)
    jobQueueSuite("JobQueue", ports, { ageHeartbeat })
    jobRepositorySuite("JobRepository", ports)
    priceChangeRepositorySuite("PriceChangeRepository", ports)
    priceHistorySuite("PriceHistory", ports)
    priceListRepositorySuite("PriceListRepository", ports)
    pricePolicyRepositorySuite("PricePolicyRepository", ports)
    priceRepositorySuite("PriceRepository", ports)
    batchChangesSuite("BatchChanges", ports)
    priceScheduleSuite("PriceSchedule", ports)
    transactionSuite("Transaction", ports)
  })
}
