import type * as Layer from "effect/Layer"
import type { Ports } from "./catalogWriter/steps.ts"
import { catalogWriterPromises } from "./catalogWriterPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `CatalogWriter` through the promises of its port; the repositories read what it wrote. */
export const catalogWriterSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof catalogWriterPromises> = {},
): void => portSuite(name, layer, catalogWriterPromises, options)
