import { type JobClaim, type JobOutcome, type JobRecord, JobRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import {
  type MemoryState,
  organizationOf,
  type StoredJob,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

const viewOf = ({ token: _, ...job }: StoredJob): JobRecord => job

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

const noPace = { rows_per_second: null, estimated_end: null }

const ended = (job: StoredJob, outcome: JobOutcome, at: number): StoredJob => {
  const { status, message } = outcome
  const after = { ...job, ...noPace, status, message, token: null }
  switch (outcome.status) {
    case "queued":
      return { ...after, error: outcome.error }
    case "completed": {
      const { processed, file } = outcome
      return { ...after, processed, file, error: null, finished_at: at }
    }
    case "failed":
      return { ...after, error: outcome.error, finished_at: at }
    case "cancelled":
      return { ...after, finished_at: at }
  }
}

/** Jobs, each change one step. */
export const memoryJobRepository: Layer.Layer<JobRepository, never, MemoryCatalog> = Layer.effect(
  JobRepository,
  Effect.map(MemoryCatalog, ({ read, write }) =>
    JobRepository.of({
      create: (organization, job) =>
        write((state) => {
          const created: StoredJob = {
            ...job,
            job_id: crypto.randomUUID(),
            organization,
            status: "queued",
            processed: 0,
            ...noPace,
            attempt: 0,
            error: null,
            cancel_requested: false,
            file: null,
            started_at: null,
            finished_at: null,
            token: null,
          }
          return [viewOf(created), saveIn(state, created)]
        }),
      find: (organization, jobId) =>
        read((state) => Option.map(Option.fromNullishOr(findIn(state, organization, jobId)), viewOf)),
      cancel: (organization, jobId, at) =>
        write((state): readonly [Option.Option<JobRecord>, MemoryState] => {
          const job = findIn(state, organization, jobId)
          if (job === undefined) return [Option.none(), state]
          if (hasEnded(job)) return [Option.some(viewOf(job)), state]
          const asked: StoredJob =
            job.status === "running"
              ? { ...job, cancel_requested: true }
              : {
                  ...job,
                  status: "cancelled",
                  message: "Cancelled before it began",
                  cancel_requested: true,
                  finished_at: at,
                }
          return [Option.some(viewOf(asked)), saveIn(state, asked)]
        }),
      retry: (organization, jobId, message) =>
        write((state): readonly [Option.Option<JobRecord>, MemoryState] => {
          const job = findIn(state, organization, jobId)
          if (job?.status !== "failed") return [Option.map(Option.fromNullishOr(job), viewOf), state]
          const queued: StoredJob = {
            ...job,
            status: "queued",
            message,
            cancel_requested: false,
            finished_at: null,
          }
          return [Option.some(viewOf(queued)), saveIn(state, queued)]
        }),
      start: (organization, jobId, at) =>
        write(
          (
            state,
          ): readonly [Option.Option<{ readonly job: JobRecord; readonly claim: JobClaim }>, MemoryState] => {
            const job = findIn(state, organization, jobId)
            if (job === undefined || hasEnded(job)) return [Option.none(), state]
            const token = crypto.randomUUID()
            const started: StoredJob = {
              ...job,
              ...noPace,
              status: "running",
              attempt: job.attempt + 1,
              started_at: job.started_at ?? at,
              token,
            }
            const claim = { organization, job_id: jobId, token }
            return [Option.some({ job: viewOf(started), claim }), saveIn(state, started)]
          },
        ),
      progress: (claim, { processed, message, total, rows_per_second, estimated_end }) =>
        write((state): readonly ["continue" | "cancel" | "lost", MemoryState] => {
          const job = heldBy(state, claim)
          if (job === undefined) return ["lost", state]
          const told: StoredJob = {
            ...job,
            processed,
            message,
            total: total ?? job.total,
            rows_per_second: rows_per_second ?? null,
            estimated_end: estimated_end ?? null,
          }
          return [job.cancel_requested ? "cancel" : "continue", saveIn(state, told)]
        }),
      finish: (claim, outcome, at) =>
        write((state): readonly [boolean, MemoryState] => {
          const job = heldBy(state, claim)
          return job === undefined ? [false, state] : [true, saveIn(state, ended(job, outcome, at))]
        }),
    }),
  ),
)
