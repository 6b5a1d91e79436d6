import type * as Layer from "effect/Layer"
import { jobArchivePromises, type Ports } from "./jobArchivePromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Puts a `JobArchive` through the promises of its port, over the jobs of a `JobRepository`. */
export const jobArchiveSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof jobArchivePromises> = {},
): void => portSuite(name, layer, jobArchivePromises, options)
