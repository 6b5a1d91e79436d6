import type * as Layer from "effect/Layer"
import { momentPromises } from "./export/momentPromises.ts"
import { selectionPromises } from "./export/selectionPromises.ts"
import type { Ports } from "./export/steps.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

const promises = { ...momentPromises, ...selectionPromises }

/** Puts an `ExportRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const exportRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
