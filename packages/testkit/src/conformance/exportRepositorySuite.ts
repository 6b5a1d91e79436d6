import type * as Layer from "effect/Layer"
import { momentPromises } from "./export/momentPromises.ts"
import { selectionPromises } from "./export/selectionPromises.ts"
import type { Ports } from "./export/steps.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** What an `ExportRepository` promises, each by the name of its test. */
export const exportRepositoryPromises = { ...momentPromises, ...selectionPromises }

/** Puts an `ExportRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const exportRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof exportRepositoryPromises> = {},
): void => portSuite(name, layer, exportRepositoryPromises, options)
