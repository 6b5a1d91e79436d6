import type * as Layer from "effect/Layer"
import type { Ports } from "./catalogListing/steps.ts"
import { catalogListingPromises } from "./catalogListingPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `CatalogListing` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogListingSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof catalogListingPromises> = {},
): void => portSuite(name, layer, catalogListingPromises, options)
