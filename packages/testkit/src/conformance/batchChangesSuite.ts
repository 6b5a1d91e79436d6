import type * as Layer from "effect/Layer"
import { batchChangesPromises, type Ports } from "./batchChangesPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `BatchChanges` through the promises of its port; the ports that write prices and batches seed it. */
export const batchChangesSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof batchChangesPromises> = {},
): void => portSuite(name, layer, batchChangesPromises, options)
