import type * as Layer from "effect/Layer"
import { portSuite, type SuiteOptions } from "./portSuite.ts"
import { inForcePromises } from "./price/inForcePromises.ts"
import { readingPromises } from "./price/readingPromises.ts"
import type { Ports } from "./price/steps.ts"

/** What a `PriceRepository` promises, each by the name of its test. */
export const priceRepositoryPromises = { ...inForcePromises, ...readingPromises }

/** Puts a `PriceRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const priceRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceRepositoryPromises> = {},
): void => portSuite(name, layer, priceRepositoryPromises, options)
