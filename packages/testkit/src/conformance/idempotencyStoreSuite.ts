import type * as Layer from "effect/Layer"
import { idempotencyStorePromises, type Ports } from "./idempotencyStorePromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts an `IdempotencyStore` through the promises of its port; jobs are what its work makes. */
export const idempotencyStoreSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof idempotencyStorePromises> = {},
): void => portSuite(name, layer, idempotencyStorePromises, options)
