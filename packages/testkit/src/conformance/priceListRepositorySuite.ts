import type * as Layer from "effect/Layer"
import { type Ports, priceListRepositoryPromises } from "./priceListRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PriceListRepository` through the promises of its port. */
export const priceListRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceListRepositoryPromises> = {},
): void => portSuite(name, layer, priceListRepositoryPromises, options)
