import type * as Layer from "effect/Layer"
import type { Ports } from "./export/steps.ts"
import { exportRepositoryPromises } from "./exportRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts an `ExportRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const exportRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof exportRepositoryPromises> = {},
): void => portSuite(name, layer, exportRepositoryPromises, options)
