import type { JobRepository } from "@hangtag/core"
import type * as Layer from "effect/Layer"
import { jobRepositoryPromises } from "./jobRepositoryPromises.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** Puts a `JobRepository` through the promises of its port. */
export const jobRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<JobRepository, E>,
  options: SuiteOptions<keyof typeof jobRepositoryPromises> = {},
): void => portSuite(name, layer, jobRepositoryPromises, options)
