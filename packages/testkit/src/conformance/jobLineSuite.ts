import type * as Layer from "effect/Layer"
import { jobLinePromises, type Ports } from "./jobLinePromises.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** Puts a `JobLine` through the promises of its port, over the jobs of a `JobRepository`. */
export const jobLineSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof jobLinePromises> = {},
): void => portSuite(name, layer, jobLinePromises, options)
