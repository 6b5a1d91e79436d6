import type * as Layer from "effect/Layer"
import { fillPromises } from "./batch/fillPromises.ts"
import { listingPromises } from "./batch/listingPromises.ts"
import type { Ports } from "./batch/steps.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** What a `BatchRepository` promises, each by the name of its test. */
export const batchRepositoryPromises = { ...listingPromises, ...fillPromises }

/** Puts a `BatchRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const batchRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof batchRepositoryPromises> = {},
): void => portSuite(name, layer, batchRepositoryPromises, options)
