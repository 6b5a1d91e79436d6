import type { JobRepository } from "@hangtag/core"
import type * as Layer from "effect/Layer"
import { keepingPromises } from "./job/keepingPromises.ts"
import { runPromises } from "./job/runPromises.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** What a `JobRepository` promises, each by the name of its test. */
export const jobRepositoryPromises = { ...runPromises, ...keepingPromises }

/** Puts a `JobRepository` through the promises of its port. */
export const jobRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<JobRepository, E>,
  options: SuiteOptions<keyof typeof jobRepositoryPromises> = {},
): void => portSuite(name, layer, jobRepositoryPromises, options)
