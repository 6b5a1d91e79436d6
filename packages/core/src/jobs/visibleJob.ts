import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import type { Principal } from "../kernel/Principal.ts"
import type { JobReference } from "./JobArchive.ts"
import { JobQueue } from "./JobQueue.ts"
import { type JobRecord, JobRepository } from "./JobRepository.ts"
import { jobView } from "./jobView.ts"

/** A job by its id. */
export const JobKey = Schema.Struct({ job_id: Key })

const findJob = ({ organization, job_id }: JobReference) =>
  Effect.flatMap(JobRepository, ({ find }) => requireFound(find(organization, job_id), "job", job_id))

/** The job's view, with its position in the queue. */
export const viewed = Effect.fnUntraced(function* (job: JobRecord) {
  if (job.status !== "queued") return jobView(job, null)
  const queue = yield* JobQueue
  return jobView(job, Option.getOrNull(yield* queue.position(job.organization, job.job_id)))
})

/** The job, where the caller may see what its file shows; else `NotFound`, as for a job that is not there. */
export const findVisibleJob = Effect.fnUntraced(function* (principal: Principal, job_id: string) {
  const job = yield* findJob({ organization: principal.organization, job_id })
  if (!job.needs.every((permission) => principal.permissions.has(permission)))
    return yield* new NotFound({ resource: "job", key: job_id })
  return job
})

/** The job as it stands, for a caller who may read it. Fails with `NotFound`. */
export const jobAsItStands = (job: JobReference) => Effect.flatMap(findJob(job), viewed)
