import type * as Layer from "effect/Layer"
import { type Ports, priceHistoryPromises } from "./priceHistoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PriceHistory` through the promises of its port; `CatalogWriter` seeds it. */
export const priceHistorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceHistoryPromises> = {},
): void => portSuite(name, layer, priceHistoryPromises, options)
