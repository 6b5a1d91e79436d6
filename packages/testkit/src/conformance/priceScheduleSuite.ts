import type * as Layer from "effect/Layer"
import { type Ports, priceSchedulePromises } from "./priceSchedulePromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `PriceSchedule` through the promises of its port; `CatalogWriter` seeds it. */
export const priceScheduleSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceSchedulePromises> = {},
): void => portSuite(name, layer, priceSchedulePromises, options)
