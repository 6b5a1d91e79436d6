import type * as Layer from "effect/Layer"
import type { Ports } from "./catalog/steps.ts"
import { catalogRepositoryPromises } from "./catalogRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `CatalogRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof catalogRepositoryPromises> = {},
): void => portSuite(name, layer, catalogRepositoryPromises, options)
