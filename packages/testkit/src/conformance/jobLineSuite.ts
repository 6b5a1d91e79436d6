import type * as Layer from "effect/Layer"
import { jobLinePromises, type Ports, type Silence } from "./jobLinePromises.ts"
import { portSuite, type SuiteOptions } from "./portSuite.ts"

/** Options of `jobLineSuite`. */
export interface JobLineSuiteOptions<R> extends SuiteOptions<keyof ReturnType<typeof jobLinePromises>> {
  /** Sets back when something was recorded of a job last. Without it, skip the tests of silent jobs. */
  readonly silence?: Silence<R>
}

/** Puts a `JobLine` through the promises of its port, over the jobs of a `JobRepository` and an `ExportQueue`. */
export const jobLineSuite = <E, R = never>(
  name: string,
  layer: Layer.Layer<Ports | R, E>,
  { silence, ...options }: JobLineSuiteOptions<R> = {},
): void => portSuite(name, layer, jobLinePromises(silence), options)
