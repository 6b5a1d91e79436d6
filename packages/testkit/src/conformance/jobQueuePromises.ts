import { defaultLeaseSeconds } from "@hangtag/core"
import { claimPromises } from "./queue/claimPromises.ts"
import { type AgeHeartbeat, leasePromises } from "./queue/leasePromises.ts"
import { orderPromises } from "./queue/orderPromises.ts"

export type { AgeHeartbeat } from "./queue/leasePromises.ts"
export type { Ports } from "./queue/steps.ts"

/** What a `JobQueue` promises, over the jobs of a `JobRepository`, each by the name of its test. */
export const jobQueuePromises = <R = never>(
  ageHeartbeat?: AgeHeartbeat<R>,
  leaseSeconds = defaultLeaseSeconds,
) => ({
  ...orderPromises,
  ...claimPromises,
  ...leasePromises(ageHeartbeat, leaseSeconds),
})
