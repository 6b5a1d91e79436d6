import type * as Layer from "effect/Layer"
import { portSuite, type SuiteOptions } from "./portSuite.ts"
import type { Ports } from "./price/steps.ts"
import { priceRepositoryPromises } from "./priceRepositoryPromises.ts"

/** Puts a `PriceRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const priceRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceRepositoryPromises> = {},
): void => portSuite(name, layer, priceRepositoryPromises, options)
