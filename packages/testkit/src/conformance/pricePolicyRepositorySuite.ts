import type * as Layer from "effect/Layer"
import { type Ports, pricePolicyRepositoryPromises } from "./pricePolicyRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PricePolicyRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const pricePolicyRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof pricePolicyRepositoryPromises> = {},
): void => portSuite(name, layer, pricePolicyRepositoryPromises, options)
