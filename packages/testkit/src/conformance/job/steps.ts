import { instantFromMicros, type JobOutcome, JobQueue, JobRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aJobFile, aNewJob, instantOf } from "../../builders/index.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const created_at = instantOf("2026-06-01T10:00:00.123Z")
export const started_at = instantFromMicros(created_at + 1_000_000)
export const finished_at = instantFromMicros(created_at + 60_000_000)

export const completed: JobOutcome = {
  status: "completed",
  message: "Done",
  processed: 12,
  file: aJobFile({ size: 6_000_000_000, file_name: 'ex "port" é.csv' }),
}
export const outcomes: ReadonlyArray<JobOutcome> = [
  completed,
  { status: "failed", message: "Gave up", error: "The disk is full" },
  { status: "cancelled", message: "Cancelled after 3 of 12" },
]

export const created = Effect.fnUntraced(function* (organization: string) {
  const jobs = yield* JobRepository
  return yield* jobs.create(organization, aNewJob({ created_at, total: 12 }))
})

export const promises = promisesOf<JobQueue | JobRepository>()

/** Claims the very job, which has to be ready. */
export const claimed = Effect.fnUntraced(function* (organization: string, job_id: string, at = started_at) {
  const queue = yield* JobQueue
  return Option.getOrThrow(yield* queue.claimJob({ organization, job_id }, at))
})

/** Whether the job cannot be claimed. */
export const isNotReady = Effect.fnUntraced(function* (organization: string, job_id: string) {
  const queue = yield* JobQueue
  return Option.isNone(yield* queue.claimJob({ organization, job_id }, finished_at))
})

/** A job that runs, with its claim. */
export const running = Effect.fnUntraced(function* (organization: string) {
  const { job_id } = yield* created(organization)
  return yield* claimed(organization, job_id)
})

export const found = Effect.fnUntraced(function* (organization: string, jobId: string) {
  const jobs = yield* JobRepository
  return Option.getOrThrow(yield* jobs.find(organization, jobId))
})

/** Tries everything that changes a job through a claim or from outside. */
export const tryEverything = Effect.fnUntraced(function* (claim: {
  organization: string
  job_id: string
  token: string
}) {
  const jobs = yield* JobRepository
  const at = instantFromMicros(finished_at + 1_000_000)
  return {
    progress: yield* jobs.progress(claim, { processed: 99, message: "too late" }),
    finishes: yield* Effect.forEach(outcomes, (outcome) => jobs.finish(claim, outcome, at)),
    handsBack: yield* jobs.finish(claim, { status: "queued", message: "too late", error: null }, at),
  }
})
export const nothingHappened = { progress: "lost", finishes: ["lost", "lost", "lost"], handsBack: "lost" }
