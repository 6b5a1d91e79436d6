import * as Effect from "effect/Effect"
import { NotFound } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { Job } from "./Job.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobRepository } from "./JobRepository.ts"
import { findVisibleJob, JobKey, viewed } from "./visibleJob.ts"

/** The job as it stands. Fails with `NotFound`. Needs `product:read`, and what the job's file shows asks for. */
export const getJob = operation({
  name: "getJob",
  permission: "product:read",
  input: JobKey,
  output: Job,
  errors: [NotFound],
  ports: [JobRepository, JobQueue],
  limits: [],
  effect: "read",
  run: (principal, { job_id }) => Effect.flatMap(findVisibleJob(principal, job_id), viewed),
})
