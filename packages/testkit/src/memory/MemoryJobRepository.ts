import {
  cancelledMessage,
  instantFromMicros,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  missedHeartbeatSeconds,
  nextTurn,
  TooManyOpen,
} from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  allJobs,
  claimedJob,
  findJob,
  hasEnded,
  jobRecord,
  newestFirst,
  noPace,
  saveJob,
} from "./jobSteps.ts"
import { found } from "./listing/found.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type MemoryState, organizationOf, type StoredJob } from "./MemoryState.ts"

const last = (jobs: ReadonlyArray<StoredJob>): number | undefined =>
  jobs.length === 0 ? undefined : Math.max(...jobs.map(({ turn }) => turn))

/** The turn of a job that the organization queues now. */
const turnIn = (state: MemoryState, organization: string, lane: string): number => {
  const jobs = allJobs(state).filter((job) => job.lane === lane)
  const begun = jobs.filter(({ attempt }) => attempt > 0)
  const own = jobs.filter((job) => job.organization === organization && (!hasEnded(job) || job.attempt > 0))
  return nextTurn(last(begun), last(own))
}

/** Fails where the organization has as many open jobs as it may. */
const hasRoom = (state: MemoryState, organization: string, limit = Number.POSITIVE_INFINITY) => {
  const jobs = [...organizationOf(state, organization).jobs.values()]
  const open = jobs.filter((job) => !hasEnded(job)).length
  return open < limit ? Result.void : Result.fail(new TooManyOpen({ resource: "export", open, limit }))
}

const cancelled = ({ attempt }: StoredJob): JobOutcome => ({
  status: "cancelled",
  message: cancelledMessage(attempt),
})

const ended = (job: StoredJob, outcome: JobOutcome, at: number, now: number): StoredJob => {
  const { status, message } = outcome
  const after = { ...job, ...noPace, status, message, token: null }
  switch (outcome.status) {
    case "queued": {
      const { error, delay, isOutage = false } = outcome
      const failures = job.failures + (error === null || isOutage ? 0 : 1)
      return {
        ...after,
        error,
        failures,
        not_before: delay === undefined ? 0 : now + delay,
      }
    }
    case "completed": {
      const { processed, file } = outcome
      return { ...after, request: null, processed, file, error: null, finished_at: instantFromMicros(at) }
    }
    case "failed":
      return { ...after, error: outcome.error, finished_at: instantFromMicros(at) }
    case "cancelled":
      return { ...after, request: null, finished_at: instantFromMicros(at) }
  }
}

/** Jobs, each change one step. */
export const memoryJobRepository: Layer.Layer<JobRepository, never, MemoryCatalog> = Layer.effect(
  JobRepository,
  Effect.map(MemoryCatalog, ({ read, write }) => {
    const changeNow = <A>(change: (state: MemoryState, now: number) => readonly [A, MemoryState]) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => write((state) => change(state, now)))
    const writeIf = <A>(
      change: (state: MemoryState) => readonly [Result.Result<A, TooManyOpen>, MemoryState],
    ) => Effect.flatMap(write(change), Effect.fromResult)
    return JobRepository.of({
      create: (organization, job, openLimit) =>
        writeIf((state) => {
          const room = hasRoom(state, organization, openLimit)
          if (Result.isFailure(room)) return [Result.fail(room.failure), state]
          const created: StoredJob = {
            ...job,
            job_id: crypto.randomUUID(),
            organization,
            status: "queued",
            processed: 0,
            ...noPace,
            next_attempt_at: null,
            attempt: 0,
            failures: 0,
            error: null,
            cancel_requested: false,
            file: null,
            started_at: null,
            finished_at: null,
            token: null,
            heartbeat_at: 0,
            not_before: 0,
            turn: turnIn(state, organization, job.lane),
          }
          return [Result.succeed(jobRecord(created)), saveJob(state, created)]
        }),
      find: (organization, jobId) =>
        read((state) => Option.map(Option.fromNullishOr(findJob(state, organization, jobId)), jobRecord)),
      list: (organization, { status, requested_by, permissions, limit, after }) =>
        read((state) => {
          const jobs = [...organizationOf(state, organization).jobs.values()]
            .filter(({ needs }) => needs.every((permission) => permissions.includes(permission)))
            .filter((job) => status === null || job.status === status)
            .filter((job) => requested_by === null || job.requested_by === requested_by)
            .sort(newestFirst)
          return found(jobs.map(jobRecord), limit, (job) => after === null || newestFirst(job, after) > 0)
        }),
      cancel: (organization, jobId, at) =>
        changeNow((state, now): readonly [Option.Option<JobRecord>, MemoryState] => {
          const job = findJob(state, organization, jobId)
          if (job === undefined) return [Option.none(), state]
          if (hasEnded(job)) return [Option.some(jobRecord(job)), state]
          const asked: StoredJob = { ...job, cancel_requested: true }
          const isAlive = job.status === "running" && job.heartbeat_at > now - missedHeartbeatSeconds * 1000
          const is = isAlive ? asked : ended(asked, cancelled(job), at, now)
          return [Option.some(jobRecord(is)), saveJob(state, is)]
        }),
      retry: (organization, jobId, message, openLimit) =>
        writeIf((state) => {
          const job = findJob(state, organization, jobId)
          if (job?.status !== "failed" || job.request === null)
            return [Result.succeed(Option.map(Option.fromNullishOr(job), jobRecord)), state]
          const room = hasRoom(state, organization, openLimit)
          if (Result.isFailure(room)) return [Result.fail(room.failure), state]
          const queued: StoredJob = {
            ...job,
            status: "queued",
            message,
            failures: 0,
            cancel_requested: false,
            finished_at: null,
            not_before: 0,
            turn: turnIn(state, organization, job.lane),
          }
          return [Result.succeed(Option.some(jobRecord(queued))), saveJob(state, queued)]
        }),
      progress: (claim, { processed, message, total, rows_per_second, estimated_end }) =>
        changeNow((state, now): readonly ["continue" | "cancel" | "lost", MemoryState] => {
          const job = claimedJob(state, claim)
          if (job === undefined) return ["lost", state]
          const progressed: StoredJob = {
            ...job,
            processed,
            message,
            total: total ?? job.total,
            rows_per_second: rows_per_second ?? null,
            estimated_end: estimated_end ?? null,
            heartbeat_at: now,
          }
          return [job.cancel_requested ? "cancel" : "continue", saveJob(state, progressed)]
        }),
      finish: (claim, outcome, at) =>
        changeNow((state, now): readonly [JobOutcome["status"] | "lost", MemoryState] => {
          const job = claimedJob(state, claim)
          if (job === undefined) return ["lost", state]
          const is = outcome.status === "queued" && job.cancel_requested ? cancelled(job) : outcome
          return [is.status, saveJob(state, ended(job, is, at, now))]
        }),
    })
  }),
)
