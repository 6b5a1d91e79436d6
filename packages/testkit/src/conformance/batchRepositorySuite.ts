import type * as Layer from "effect/Layer"
import type { Ports } from "./batch/steps.ts"
import { batchRepositoryPromises } from "./batchRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `BatchRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const batchRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof batchRepositoryPromises> = {},
): void => portSuite(name, layer, batchRepositoryPromises, options)
