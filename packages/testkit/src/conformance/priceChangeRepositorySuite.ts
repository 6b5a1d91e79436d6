import type * as Layer from "effect/Layer"
import type { Ports } from "./priceChange/steps.ts"
import { priceChangeRepositoryPromises } from "./priceChangeRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PriceChangeRepository` through the promises of its port; `CatalogWriter` seeds it, `PriceHistory` tells what it wrote. */
export const priceChangeRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceChangeRepositoryPromises> = {},
): void => portSuite(name, layer, priceChangeRepositoryPromises, options)
