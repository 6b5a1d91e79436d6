import type * as Layer from "effect/Layer"
import { exportQueuePromises, type Ports } from "./exportQueuePromises.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** Puts an `ExportQueue` through the promises of its port, with the `Transaction` that its offers join. */
export const exportQueueSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof exportQueuePromises> = {},
): void => portSuite(name, layer, exportQueuePromises, options)
