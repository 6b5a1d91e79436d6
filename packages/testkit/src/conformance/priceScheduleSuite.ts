import type * as Layer from "effect/Layer"
import { portSuite, type SuiteOptions } from "./portSuite.ts"
import { type Ports, priceSchedulePromises } from "./priceSchedulePromises.ts"

/** Puts a `PriceSchedule` through the promises of its port; `CatalogWriter` seeds it. */
export const priceScheduleSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof priceSchedulePromises> = {},
): void => portSuite(name, layer, priceSchedulePromises, options)
