import {
  currentInstant,
  type ExportMessage,
  type JobClaim,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  type JobStatus,
  type Unavailable,
} from "@hangtag/core"
import { Clock, Data, Effect, Exit, Option, Schedule } from "effect"
import { endOfRun } from "./endOfRun.ts"
import { exportFile } from "./exportFile.ts"
import { countRun } from "./exportMetrics.ts"
import type { AttemptsUsedUp } from "./jobOutcome.ts"
import { newProgress } from "./RunProgress.ts"
import { removeUnusedFiles } from "./removeUnusedFiles.ts"
import { watchClaim } from "./watchClaim.ts"
import { type WriteOptions, writeExport } from "./writeExport.ts"

export interface RunOptions extends WriteOptions {
  /** Deliveries of a message after which its job fails for good. */
  readonly maxAttempts: number
}

/** Asks the queue to deliver the message again; why, the job says. */
export class AttemptFailed extends Data.TaggedError("AttemptFailed")<{
  readonly job_id: string
  readonly attempt: number
}> {
  override get message() {
    return `Attempt ${this.attempt} of export ${this.job_id} failed`
  }
}

const ended: ReadonlySet<string> = new Set([
  "completed",
  "failed",
  "cancelled",
  "expired",
] satisfies Array<JobStatus>)

const attemptsUsedUp: AttemptsUsedUp = { _tag: "AttemptsUsedUp" }

const run = Effect.fnUntraced(function* (
  job: JobRecord,
  claim: JobClaim,
  attempt: number,
  options: RunOptions,
) {
  if (job.cancel_requested) return "cancel"
  // Earlier deliveries ended with their workers, or the message would not have come again.
  if (attempt > options.maxAttempts) return yield* Effect.fail(attemptsUsedUp)
  const progress = newProgress(job.total)
  return yield* Effect.raceFirst(writeExport(job, claim, progress, options), watchClaim(claim, progress))
})

/** Records the end, for some seconds if need be: an hour's work is not thrown away for a database that restarts. */
const finish = Effect.fnUntraced(function* (claim: JobClaim, outcome: JobOutcome) {
  const jobs = yield* JobRepository
  const held = yield* Effect.retry(jobs.finish(claim, outcome, yield* currentInstant), {
    schedule: Schedule.exponential("100 millis"),
    times: 7,
    while: (error: Unavailable) => error.retryable,
  })
  if (held) return outcome.status
  // Also the answer to a call that was recorded though its answer got lost, so the job is asked.
  const job = yield* jobs.find(claim.organization, claim.job_id)
  return Option.isSome(job) ? job.value.status : "lost"
})

/**
 * Handles one delivery of an export message: makes the job its own, writes the file, records the end.
 *
 * Succeeds when the message has served: the job has ended. Fails when it has to come again; so it does where another
 * run took the job, since that one may have lost the message and die. Interrupted, it hands the job back first. A
 * file that no job points to does not stay.
 */
export const runExport = Effect.fn("runExport")(
  function* ({ organization, job_id }: ExportMessage, attempt: number, options: RunOptions) {
    const jobs = yield* JobRepository
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const begun = yield* Clock.currentTimeMillis
        const started = yield* restore(jobs.start(organization, job_id, yield* currentInstant))
        if (Option.isNone(started)) return yield* removeUnusedFiles(organization, job_id, undefined)
        const { job, claim } = started.value
        const exit = yield* Effect.exit(restore(run(job, claim, attempt, options)))
        const outcome = yield* endOfRun(exit, attempt, options.maxAttempts)
        const status = outcome === "lost" ? outcome : yield* finish(claim, outcome)
        yield* Effect.logInfo(`Export ${status}`)
        yield* countRun(status, (yield* Clock.currentTimeMillis) - begun)
        yield* removeUnusedFiles(organization, job_id, exportFile(job, claim).storage_key)
        if (ended.has(status)) return
        return yield* Exit.hasInterrupts(exit) ? Effect.interrupt : new AttemptFailed({ job_id, attempt })
      }),
    )
  },
  (effect, { organization, job_id }, attempt) =>
    Effect.annotateLogs(effect, { organization, job_id, attempt }),
)
