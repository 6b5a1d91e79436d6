import type * as Layer from "effect/Layer"
import { portSuite, type SuiteOptions } from "../suite/portSuite.ts"
import { boundCallersPromises, type Ports } from "./boundCallersPromises.ts"

/**
 * Compares two worlds: what every operation answers callers who are bound to price lists, where there are these alone, and where
 * there are 38 of others besides, with their places, prices, policies, batches, publications and jobs.
 */
export const boundCallersSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof boundCallersPromises> = {},
): void => portSuite(name, layer, boundCallersPromises, options)
