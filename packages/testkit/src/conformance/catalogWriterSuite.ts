import type * as Layer from "effect/Layer"
import { entryPromises } from "./catalogWriter/entryPromises.ts"
import { isolationPromises } from "./catalogWriter/isolationPromises.ts"
import { pricePromises } from "./catalogWriter/pricePromises.ts"
import { productPromises } from "./catalogWriter/productPromises.ts"
import type { Ports } from "./catalogWriter/steps.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** What a `CatalogWriter` promises, each by the name of its test. */
export const catalogWriterPromises = {
  ...productPromises,
  ...pricePromises,
  ...entryPromises,
  ...isolationPromises,
}

/** Puts a `CatalogWriter` through the promises of its port; the repositories read what it wrote. */
export const catalogWriterSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof catalogWriterPromises> = {},
): void => portSuite(name, layer, catalogWriterPromises, options)
