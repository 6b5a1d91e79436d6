import type * as Layer from "effect/Layer"
import { colorwayPromises } from "./catalog/colorwayPromises.ts"
import { searchPromises } from "./catalog/searchPromises.ts"
import type { Ports } from "./catalog/steps.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** What a `CatalogRepository` promises, each by the name of its test. */
export const catalogRepositoryPromises = { ...searchPromises, ...colorwayPromises }

/** Puts a `CatalogRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const catalogRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof catalogRepositoryPromises> = {},
): void => portSuite(name, layer, catalogRepositoryPromises, options)
