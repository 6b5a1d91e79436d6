import {
  currentInstant,
  type ExportMessage,
  ExportQueue,
  exportMessageId,
  type JobClaim,
  JobLine,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  Transaction,
  type Unavailable,
} from "@hangtag/core"
import { Clock, Data, Effect, Option, Schedule } from "effect"
import { endOfRun } from "./endOfRun.ts"
import { exportFile } from "./exportFile.ts"
import { countRun } from "./exportMetrics.ts"
import type { AttemptsUsedUp } from "./jobOutcome.ts"
import { newProgress } from "./RunProgress.ts"
import { removeUnusedFiles } from "./removeUnusedFiles.ts"
import { watchClaim } from "./watchClaim.ts"
import { type WriteOptions, writeExport } from "./writeExport.ts"

export interface RunOptions extends WriteOptions {
  /** Runs of a job that may come to nothing before it fails for good. */
  readonly maxAttempts: number
}

/** Asks the queue to deliver the message again. */
export class DeliverAgain extends Data.TaggedError("DeliverAgain")<{
  readonly message_id: string
  readonly reason: "another run has the job" | "no job is ready"
}> {
  override get message() {
    return `Message ${this.message_id} has to come again: ${this.reason}`
  }
}

const attemptsUsedUp: AttemptsUsedUp = { _tag: "AttemptsUsedUp" }

const run = Effect.fnUntraced(function* (job: JobRecord, claim: JobClaim, options: RunOptions) {
  if (job.cancel_requested) return "cancel"
  // Each worker before died, or it would have said how its run went.
  if (job.failures >= options.maxAttempts) return yield* Effect.fail(attemptsUsedUp)
  const progress = newProgress(job.total)
  return yield* Effect.raceFirst(writeExport(job, claim, progress, options), watchClaim(claim, progress))
})

/** A job that goes back to the line gets another message with the same commit. */
const record = Effect.fnUntraced(function* (job: JobRecord, claim: JobClaim, outcome: JobOutcome) {
  const jobs = yield* JobRepository
  const finished = jobs.finish(claim, outcome, yield* currentInstant)
  if (outcome.status !== "queued") return yield* finished
  const queue = yield* ExportQueue
  const { atomically } = yield* Transaction
  const { organization, job_id, lane, attempt: begun } = job
  const offer = queue.offer({ organization, job_id, lane, begun }, outcome.delay)
  return yield* atomically(Effect.tap(finished, (held) => (held ? offer : Effect.void)))
})

/** Records the end, for some seconds if need be: an hour's work is not thrown away for a database that restarts. */
const finish = Effect.fnUntraced(function* (job: JobRecord, claim: JobClaim, outcome: JobOutcome) {
  const held = yield* Effect.retry(record(job, claim, outcome), {
    // At most a second apart, so that the end is recorded as soon as it can be.
    schedule: Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")]),
    times: 16,
    while: (error: Unavailable) => error.retryable,
  })
  if (held) return outcome.status
  // Also the answer to a call that was recorded though its answer got lost, so the job is asked.
  const jobs = yield* JobRepository
  const found = yield* jobs.find(claim.organization, claim.job_id)
  return Option.isSome(found) ? found.value.status : "lost"
})

/**
 * Handles one delivery of an export message: makes the first job in line its own, writes the file, records the end.
 *
 * Succeeds when the message has served: its job has ended, waits with another message, or there was none to run.
 * Fails when it has to come again; so it does where another run took the job, since that one may have lost the
 * message and die. Interrupted, it hands the job back first. A file that no job points to does not stay.
 */
export const runExport = Effect.fn("runExport")(function* (message: ExportMessage, options: RunOptions) {
  const line = yield* JobLine
  const jobs = yield* JobRepository
  const message_id = exportMessageId(message)
  return yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const next = yield* restore(line.next(message_id, message.lane))
      if (next === "none") return
      if (next === "later") return yield* new DeliverAgain({ message_id, reason: "no job is ready" })
      const { organization, job_id } = next
      const handled = Effect.gen(function* () {
        const begun = yield* Clock.currentTimeMillis
        const started = yield* restore(jobs.start(organization, job_id, yield* currentInstant))
        if (Option.isNone(started)) return yield* removeUnusedFiles(organization, job_id, undefined)
        const { job, claim } = started.value
        const exit = yield* Effect.exit(restore(run(job, claim, options)))
        const outcome = yield* endOfRun(exit, job.failures + 1, options.maxAttempts)
        const status = outcome === "lost" ? outcome : yield* finish(job, claim, outcome)
        yield* Effect.logInfo(`Export ${status}`)
        yield* countRun(status, (yield* Clock.currentTimeMillis) - begun)
        yield* removeUnusedFiles(organization, job_id, exportFile(job, claim).storage_key)
        if (status === "lost" || status === "running")
          return yield* new DeliverAgain({ message_id, reason: "another run has the job" })
      })
      return yield* Effect.annotateLogs(handled, { organization, job_id })
    }),
  )
})
