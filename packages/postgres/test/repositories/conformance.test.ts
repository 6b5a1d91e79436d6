import {
  batchRepositorySuite,
  catalogRepositorySuite,
  catalogWriterSuite,
  crawlDiscoveryRepositorySuite,
  exportQueueSuite,
  exportRepositorySuite,
  jobRepositorySuite,
  priceRepositorySuite,
  transactionSuite,
} from "@hangtag/testkit/conformance"
import { describe } from "vitest"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    const ports = portsOn(database)
    batchRepositorySuite("BatchRepository", ports)
    catalogRepositorySuite("CatalogRepository", ports)
    catalogWriterSuite("CatalogWriter", ports)
    crawlDiscoveryRepositorySuite("CrawlDiscoveryRepository", ports)
    exportQueueSuite("ExportQueue", ports)
    exportRepositorySuite("ExportRepository", ports)
    jobRepositorySuite("JobRepository", ports)
    priceRepositorySuite("PriceRepository", ports)
    transactionSuite("Transaction", ports)
  })
}
