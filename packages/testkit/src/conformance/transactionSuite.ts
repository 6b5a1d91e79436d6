import type * as Layer from "effect/Layer"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"
import { type Ports, transactionPromises } from "./transactionPromises.ts"

/** Puts a `Transaction` through its promises, with jobs and brands as the writes that it makes happen together. */
export const transactionSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof transactionPromises> = {},
): void => portSuite(name, layer, transactionPromises, options)
