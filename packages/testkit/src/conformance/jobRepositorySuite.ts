import type * as Layer from "effect/Layer"
import type { Ports } from "./job/steps.ts"
import { jobRepositoryPromises } from "./jobRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `JobRepository` through the promises of its port, over the claims of a `JobQueue`. */
export const jobRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof jobRepositoryPromises> = {},
): void => portSuite(name, layer, jobRepositoryPromises, options)
