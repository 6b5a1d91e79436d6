import * as Effect from "effect/Effect"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { operation } from "../kernel/operation.ts"
import { Job } from "./Job.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobRepository } from "./JobRepository.ts"
import { findVisibleJob, JobKey, viewed } from "./visibleJob.ts"

/**
 * Cancels a job: at once while it is queued or its run gives no heartbeat (`missedHeartbeatSeconds`), within a second
 * while it runs; one that has ended stays as it is.
 *
 * Fails with `NotFound`. Needs what `getJob` does.
 */
export const cancelJob = operation({
  name: "cancelJob",
  permission: "product:read",
  input: JobKey,
  output: Job,
  errors: [NotFound],
  ports: [JobRepository, JobQueue],
  limits: [],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { job_id }) {
    yield* findVisibleJob(principal, job_id)
    const jobs = yield* JobRepository
    const cancelled = jobs.cancel(principal.organization, job_id, yield* currentInstant)
    return yield* viewed(yield* requireFound(cancelled, "job", job_id))
  }),
})
