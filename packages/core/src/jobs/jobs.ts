import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { currentInstant } from "../kernel/currentInstant.ts"
import { FileExpired, JobNotCompleted, NotFound, RequestForgotten } from "../kernel/errors.ts"
import { instantToText } from "../kernel/Instant.ts"
import { pageOf } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import type { DownloadLink, JobPage, JobQuery } from "./Job.ts"
import type { JobReference } from "./JobArchive.ts"
import { JobLimits } from "./JobLimits.ts"
import { JobQueue } from "./JobQueue.ts"
import { type JobRecord, JobRepository } from "./JobRepository.ts"
import { jobView, listedJob } from "./jobView.ts"
import { ObjectStorage } from "./ObjectStorage.ts"
import { publishExport } from "./publishExport.ts"

const findJob = Effect.fnUntraced(function* ({ organization, job_id }: JobReference) {
  const jobs = yield* JobRepository
  const job = yield* jobs.find(organization, job_id)
  if (Option.isNone(job)) return yield* new NotFound({ resource: "job", key: job_id })
  return job.value
})

/** The job's view, with its position in the queue. */
const viewed = Effect.fnUntraced(function* (job: JobRecord) {
  if (job.status !== "queued") return jobView(job, null)
  const queue = yield* JobQueue
  return jobView(job, Option.getOrNull(yield* queue.position(job.organization, job.job_id)))
})

/** The job, where the caller may see what its file shows; else `NotFound`, as for a job that is not there. */
export const findVisibleJob = Effect.fnUntraced(function* (principal: Principal, job_id: string) {
  yield* requirePermission(principal, "product:read")
  const job = yield* findJob({ organization: principal.organization, job_id })
  if (!job.needs.every((permission) => principal.permissions.has(permission)))
    return yield* new NotFound({ resource: "job", key: job_id })
  return job
})

/** The job as it stands, for a caller who may read it. Fails with `NotFound`. */
export const jobAsItStands = (job: JobReference) => Effect.flatMap(findJob(job), viewed)

/** The job as it stands. Fails with `NotFound`. Needs `product:read`, and what the job's file shows asks for. */
export const getJob = Effect.fn("getJob")(function* (principal: Principal, job_id: string) {
  return yield* viewed(yield* findVisibleJob(principal, job_id))
})

/**
 * Lists jobs, the newest first; those that the caller asked for where `mine` is. Needs `product:read`; jobs whose files
 * show what asks for more are left out.
 */
export const listJobs = Effect.fn("listJobs")(function* (principal: Principal, query: JobQuery) {
  yield* requirePermission(principal, "product:read")
  const { list } = yield* JobRepository
  const { status, mine, limit, after } = query
  const requested_by = mine ? principal.subject : null
  const found = yield* list(principal.organization, {
    status,
    requested_by,
    permissions: [...principal.permissions],
    limit,
    after,
  })
  const { items, ...rest } = pageOf(found, ({ created_at, job_id }) => ({ created_at, job_id }))
  const page: JobPage = { ...rest, items: items.map(listedJob) }
  return page
})

/**
 * Cancels a job: at once while it is queued or its run gives no heartbeat (`missedHeartbeatSeconds`), within a second
 * while it runs; one that has ended stays as it is.
 *
 * Fails with `NotFound`. Needs what `getJob` does.
 */
export const cancelJob = Effect.fn("cancelJob")(function* (principal: Principal, job_id: string) {
  yield* findVisibleJob(principal, job_id)
  const jobs = yield* JobRepository
  const job = yield* jobs.cancel(principal.organization, job_id, yield* currentInstant)
  if (Option.isNone(job)) return yield* new NotFound({ resource: "job", key: job_id })
  return yield* viewed(job.value)
})

/**
 * Gives a failed job another life: queued again, with as many attempts as at first. One that is queued is
 * published again too, should that have been lost; any other stays as it is.
 *
 * Fails with `NotFound`, with `RequestForgotten` where it failed as long ago as files are kept, and with `TooManyOpen`
 * as `queueExport` does. Needs what `getJob` does.
 */
export const retryJob = Effect.fn("retryJob")(function* (principal: Principal, job_id: string) {
  yield* findVisibleJob(principal, job_id)
  const jobs = yield* JobRepository
  const { openExports } = yield* JobLimits
  const job = yield* jobs.retry(principal.organization, job_id, "Queued again", openExports)
  if (Option.isNone(job)) return yield* new NotFound({ resource: "job", key: job_id })
  if (job.value.status === "failed") return yield* new RequestForgotten({ job_id })
  if (job.value.status === "queued") yield* publishExport(job.value)
  return yield* viewed(job.value)
})

/** How long a download link holds. */
export const downloadLinkMinutes = 15

/** Whether storage still has the file; one that it cannot tell of is taken to be there. */
const isStored = Effect.fnUntraced(
  function* (storage: ObjectStorage["Service"], key: string) {
    const first = yield* Stream.runHead(storage.list(key))
    return Option.exists(first, (object) => object.key === key)
  },
  Effect.orElseSucceed(() => true),
)

/**
 * Mints a link to a completed job's file; it works without credentials for `downloadLinkMinutes`.
 *
 * Fails with `NotFound`, `JobNotCompleted`, and `FileExpired` also where somebody else deleted the file. Needs what
 * `getJob` does.
 */
export const downloadLink = Effect.fn("downloadLink")(function* (principal: Principal, job_id: string) {
  const { file, status } = yield* findVisibleJob(principal, job_id)
  if (status === "expired") return yield* new FileExpired({ job_id })
  if (file === null) return yield* new JobNotCompleted({ job_id, status })
  const storage = yield* ObjectStorage
  if (!(yield* isStored(storage, file.storage_key))) return yield* new FileExpired({ job_id })
  const expires_at = (yield* currentInstant) + downloadLinkMinutes * 60_000_000
  const { storage_key, file_name, content_type, size, sha256 } = file
  const url = yield* storage.downloadLink(storage_key, { file_name, content_type, expires_at })
  const link: DownloadLink = {
    url,
    expires_at: instantToText(expires_at),
    file_name,
    content_type,
    size,
    sha256,
  }
  return link
})
