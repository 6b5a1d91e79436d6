import type * as Layer from "effect/Layer"
import type { Ports } from "./price/steps.ts"
import { priceRepositoryPromises } from "./priceRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PriceRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const priceRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceRepositoryPromises> = {},
): void => portSuite(name, layer, priceRepositoryPromises, options)
