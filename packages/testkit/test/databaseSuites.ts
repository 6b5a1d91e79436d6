import type { CatalogWriter, JobQueue, ObjectStorage } from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import * as suites from "@hangtag/testkit/conformance"
import type * as Layer from "effect/Layer"

type Ports = Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | JobQueue

/** Puts adapters through the suite of each port that every set of them has, under the title of that port. */
export const databaseSuites = <E, R = never>(
  title: (port: string) => string,
  layer: Layer.Layer<Ports | R, E>,
  ageHeartbeat: suites.AgeHeartbeat<R>,
): void => {
  suites.batchChangesSuite(title("BatchChanges"), layer)
  suites.batchRepositorySuite(title("BatchRepository"), layer)
  suites.catalogListingSuite(title("CatalogListing"), layer)
  suites.catalogRepositorySuite(title("CatalogRepository"), layer)
  suites.catalogWriterSuite(title("CatalogWriter"), layer)
  suites.crawlDiscoveryRepositorySuite(title("CrawlDiscoveryRepository"), layer)
  suites.exportRepositorySuite(title("ExportRepository"), layer)
  suites.jobQueueSuite(title("JobQueue"), layer, { ageHeartbeat })
  suites.jobRepositorySuite(title("JobRepository"), layer)
  suites.priceChangeRepositorySuite(title("PriceChangeRepository"), layer)
  suites.priceHistorySuite(title("PriceHistory"), layer)
  suites.priceListRepositorySuite(title("PriceListRepository"), layer)
  suites.pricePolicyRepositorySuite(title("PricePolicyRepository"), layer)
  suites.priceRepositorySuite(title("PriceRepository"), layer)
  suites.priceScheduleSuite(title("PriceSchedule"), layer)
  suites.transactionSuite(title("Transaction"), layer)
}
