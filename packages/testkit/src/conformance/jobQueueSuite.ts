import type { JobQueue, JobRepository, Transaction } from "@hangtag/core"
import type * as Layer from "effect/Layer"
import { jobQueuePromises } from "./promises.ts"
import type { AgeHeartbeat } from "./queue/leasePromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Options of `jobQueueSuite`. */
export interface JobQueueSuiteOptions<R> extends SuiteOptions<keyof ReturnType<typeof jobQueuePromises>> {
  /** Sets back when a run gave its last heartbeat. Without it, skip the tests of runs that give none. */
  readonly ageHeartbeat?: AgeHeartbeat<R>
  /** The adapter's lease; `defaultLeaseSeconds` by default. */
  readonly leaseSeconds?: number
}

/** Puts a `JobQueue` through the promises of its port, over the jobs of a `JobRepository`. */
export const jobQueueSuite = <E, R = never>(
  name: string,
  layer: Layer.Layer<JobQueue | JobRepository | Transaction | R, E>,
  { ageHeartbeat, leaseSeconds, ...options }: JobQueueSuiteOptions<R> = {},
): void => portSuite(name, layer, jobQueuePromises(ageHeartbeat, leaseSeconds), options)
