import type * as Layer from "effect/Layer"
import { crawlDiscoveryRepositoryPromises, type Ports } from "./crawlDiscoveryRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `CrawlDiscoveryRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const crawlDiscoveryRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof crawlDiscoveryRepositoryPromises> = {},
): void => portSuite(name, layer, crawlDiscoveryRepositoryPromises, options)
