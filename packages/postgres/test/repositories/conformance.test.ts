import {
  batchRepositorySuite,
  catalogRepositorySuite,
  catalogWriterSuite,
  crawlDiscoveryRepositorySuite,
  exportQueueSuite,
  exportRepositorySuite,
  idempotencyStoreSuite,
  jobArchiveSuite,
  jobLineSuite,
  jobRepositorySuite,
  pricePolicyRepositorySuite,
  priceRepositorySuite,
  transactionSuite,
} from "@hangtag/testkit/conformance"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, describe } from "vitest"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { silence } from "./silence.ts"

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    const runtime = ManagedRuntime.make(portsOn(database))
    afterAll(() => runtime.dispose())
    const ports = Layer.effectContext(runtime.contextEffect)
    batchRepositorySuite("BatchRepository", ports)
    catalogRepositorySuite("CatalogRepository", ports)
    catalogWriterSuite("CatalogWriter", ports)
    crawlDiscoveryRepositorySuite("CrawlDiscoveryRepository", ports)
    exportRepositorySuite("ExportRepository", ports)
    idempotencyStoreSuite("IdempotencyStore", ports)
    jobArchiveSuite("JobArchive", ports)
    jobLineSuite("JobLine", ports, { silence })
    jobRepositorySuite("JobRepository", ports)
    pricePolicyRepositorySuite("PricePolicyRepository", ports)
    priceRepositorySuite("PriceRepository", ports)
    transactionSuite("Transaction", ports)
    // a database of its own: it takes every message there is
    exportQueueSuite("ExportQueue", portsOn(database))
  })
}
