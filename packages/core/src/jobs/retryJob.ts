import * as Effect from "effect/Effect"
import { NotFound, RequestForgotten, TooManyOpen } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { operation } from "../kernel/operation.ts"
import { Job } from "./Job.ts"
import { JobLimits } from "./JobLimits.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobRepository } from "./JobRepository.ts"
import { publishExport } from "./queueJob.ts"
import { findVisibleJob, JobKey, viewed } from "./visibleJob.ts"

/**
 * Queues a failed job again, with as many attempts as at first. One that is queued is
 * published again too, should that have been lost; any other stays as it is.
 *
 * Fails with `NotFound`, with `RequestForgotten` where it failed as long ago as files are kept, and with `TooManyOpen`
 * as `queueExport` does. Needs what `getJob` does.
 */
export const retryJob = operation({
  name: "retryJob",
  permission: "product:read",
  input: JobKey,
  output: Job,
  errors: [NotFound, RequestForgotten, TooManyOpen],
  ports: [JobRepository, JobQueue],
  limits: ["openExports"],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { job_id }) {
    yield* findVisibleJob(principal, job_id)
    const jobs = yield* JobRepository
    const { openExports } = yield* JobLimits
    const retried = jobs.retry(principal.organization, job_id, "Queued again", openExports)
    const job = yield* requireFound(retried, "job", job_id)
    if (job.status === "failed") return yield* new RequestForgotten({ job_id })
    if (job.status === "queued") yield* publishExport(job)
    return yield* viewed(job)
  }),
})
