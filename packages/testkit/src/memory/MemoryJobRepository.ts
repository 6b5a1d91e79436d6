import {
  cancelledMessage,
  type JobClaim,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  nextTurn,
  TooManyOpen,
  unheardSeconds,
} from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { isHeld } from "./isHeld.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import {
  type MemoryState,
  organizationOf,
  type StoredJob,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

const viewOf = ({
  request: _r,
  token: _,
  carried_by: _c,
  heard_at: _h,
  not_before,
  turn: _u,
  ...job
}: StoredJob): JobRecord => ({
  ...job,
  next_attempt_at: job.status === "queued" && not_before > 0 ? not_before * 1000 : null,
})

const hasEnded = ({ status }: JobRecord): boolean => status !== "queued" && status !== "running"

const findIn = (state: MemoryState, organization: string, jobId: string): StoredJob | undefined =>
  organizationOf(state, organization).jobs.get(jobId)

const saveIn = (state: MemoryState, job: StoredJob): MemoryState =>
  withOrganization(state, job.organization, {
    jobs: withEntry(organizationOf(state, job.organization).jobs, job.job_id, job),
  })

/** The job while the claim holds. */
const heldBy = (state: MemoryState, claim: JobClaim): StoredJob | undefined => {
  const job = findIn(state, claim.organization, claim.job_id)
  return job?.status === "running" && job.token === claim.token ? job : undefined
}

const last = (jobs: ReadonlyArray<StoredJob>): number | undefined =>
  jobs.length === 0 ? undefined : Math.max(...jobs.map(({ turn }) => turn))

/** The turn of a job that the organization puts in line now. */
const turnIn = (state: MemoryState, organization: string, lane: string): number => {
  const all = [...state.organizations.values()].flatMap(({ jobs }) => [...jobs.values()])
  const jobs = all.filter((job) => job.lane === lane)
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

const noPace = { rows_per_second: null, estimated_end: null }

const cancelled = ({ attempt }: StoredJob): JobOutcome => ({
  status: "cancelled",
  message: cancelledMessage(attempt),
})

const ended = (job: StoredJob, outcome: JobOutcome, at: number, now: number): StoredJob => {
  const { status, message } = outcome
  const after = { ...job, ...noPace, status, message, token: null }
  switch (outcome.status) {
    case "queued": {
      const { error, delay } = outcome
      const failures = job.failures + (error === null ? 0 : 1)
      return {
        ...after,
        error,
        failures,
        carried_by: null,
        not_before: delay === undefined ? 0 : now + delay,
      }
    }
    case "completed": {
      const { processed, file } = outcome
      return { ...after, request: null, processed, file, error: null, finished_at: at }
    }
    case "failed":
      return { ...after, error: outcome.error, finished_at: at }
    case "cancelled":
      return { ...after, request: null, finished_at: at }
  }
}

const start = (
  state: MemoryState,
  job: StoredJob | undefined,
  at: number,
  now: number,
): readonly [Option.Option<{ readonly job: JobRecord; readonly claim: JobClaim }>, MemoryState] => {
  if (job === undefined || hasEnded(job)) return [Option.none(), state]
  const token = crypto.randomUUID()
  const started: StoredJob = {
    ...job,
    ...noPace,
    status: "running",
    attempt: job.attempt + 1,
    failures: job.failures + (job.status === "running" ? 1 : 0),
    heard_at: now,
    started_at: job.started_at ?? at,
    token,
  }
  const claim = { organization: job.organization, job_id: job.job_id, token }
  return [Option.some({ job: viewOf(started), claim }), saveIn(state, started)]
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
            carried_by: null,
            heard_at: 0,
            not_before: 0,
            turn: turnIn(state, organization, job.lane),
          }
          return [Result.succeed(viewOf(created)), saveIn(state, created)]
        }),
      request: (claim) => read((state) => Option.fromNullishOr(heldBy(state, claim)?.request)),
      find: (organization, jobId) =>
        read((state) => Option.map(Option.fromNullishOr(findIn(state, organization, jobId)), viewOf)),
      cancel: (organization, jobId, at) =>
        changeNow((state, now): readonly [Option.Option<JobRecord>, MemoryState] => {
          const job = findIn(state, organization, jobId)
          if (job === undefined) return [Option.none(), state]
          if (hasEnded(job)) return [Option.some(viewOf(job)), state]
          const asked: StoredJob = { ...job, cancel_requested: true }
          const isHeard = job.status === "running" && job.heard_at > now - unheardSeconds * 1000
          const is = isHeard ? asked : ended(asked, cancelled(job), at, now)
          return [Option.some(viewOf(is)), saveIn(state, is)]
        }),
      retry: (organization, jobId, message, openLimit) =>
        writeIf((state) => {
          const job = findIn(state, organization, jobId)
          if (job?.status !== "failed" || job.request === null)
            return [Result.succeed(Option.map(Option.fromNullishOr(job), viewOf)), state]
          const room = hasRoom(state, organization, openLimit)
          if (Result.isFailure(room)) return [Result.fail(room.failure), state]
          const queued: StoredJob = {
            ...job,
            status: "queued",
            message,
            failures: 0,
            cancel_requested: false,
            finished_at: null,
            carried_by: null,
            not_before: 0,
            turn: turnIn(state, organization, job.lane),
          }
          return [Result.succeed(Option.some(viewOf(queued))), saveIn(state, queued)]
        }),
      start: (organization, jobId, at, message) =>
        changeNow((state, now) => {
          const job = findIn(state, organization, jobId)
          return message === null || job?.carried_by === message
            ? start(state, job, at, now)
            : [Option.none(), state]
        }),
      startWaiting: (organization, jobId, at) =>
        changeNow((state, now) => {
          const job = findIn(state, organization, jobId)
          const waits = job?.carried_by === null && job.not_before <= now && !isHeld(job, now)
          return waits ? start(state, job, at, now) : [Option.none(), state]
        }),
      progress: (claim, { processed, message, total, rows_per_second, estimated_end }) =>
        changeNow((state, now): readonly ["continue" | "cancel" | "lost", MemoryState] => {
          const job = heldBy(state, claim)
          if (job === undefined) return ["lost", state]
          const told: StoredJob = {
            ...job,
            processed,
            message,
            total: total ?? job.total,
            rows_per_second: rows_per_second ?? null,
            estimated_end: estimated_end ?? null,
            heard_at: now,
          }
          return [job.cancel_requested ? "cancel" : "continue", saveIn(state, told)]
        }),
      finish: (claim, outcome, at) =>
        changeNow((state, now): readonly [JobOutcome["status"] | "lost", MemoryState] => {
          const job = heldBy(state, claim)
          if (job === undefined) return ["lost", state]
          const is = outcome.status === "queued" && job.cancel_requested ? cancelled(job) : outcome
          return [is.status, saveIn(state, ended(job, is, at, now))]
        }),
    })
  }),
)
