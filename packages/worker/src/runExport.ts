import {
  currentInstant,
  type ExportMessage,
  ExportQueue,
  exportMessageId,
  type JobClaim,
  JobLine,
  type JobOutcome,
  type JobRecord,
  type JobReference,
  JobRepository,
  Transaction,
  type Unavailable,
} from "@hangtag/core"
import { Clock, Data, Effect, Option, Schedule } from "effect"
import { cancelled, endOfRun } from "./endOfRun.ts"
import { runFolder } from "./exportFile.ts"
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

interface Started {
  readonly job: JobRecord
  readonly claim: JobClaim
}

const attemptsUsedUp: AttemptsUsedUp = { _tag: "AttemptsUsedUp" }

const run = Effect.fnUntraced(function* (
  job: JobRecord,
  claim: JobClaim,
  options: RunOptions,
  recordCancelled: Effect.Effect<unknown, Unavailable, ExportQueue | JobRepository | Transaction>,
) {
  if (job.cancel_requested) return "cancel"
  // Each worker before died, or it would have said how its run went.
  if (job.failures >= options.maxAttempts) return yield* Effect.fail(attemptsUsedUp)
  const progress = newProgress(job.total)
  // Recorded while the run still goes on: to stop may take long, where storage does not answer.
  const watch = Effect.tap(watchClaim(claim, progress), (answer) =>
    answer === "cancel" ? Effect.uninterruptible(recordCancelled) : Effect.void,
  )
  return yield* Effect.raceFirst(writeExport(job, claim, progress, options), watch)
})

/** A job that goes back to the line gets another message with the same commit; one that was cancelled needs none. */
const record = Effect.fnUntraced(function* (job: JobRecord, claim: JobClaim, outcome: JobOutcome) {
  const jobs = yield* JobRepository
  const finished = jobs.finish(claim, outcome, yield* currentInstant)
  if (outcome.status !== "queued") return yield* finished
  const queue = yield* ExportQueue
  const { atomically } = yield* Transaction
  const { organization, job_id, lane, attempt: begun } = job
  const offer = queue.offer({ organization, job_id, lane, begun }, outcome.delay)
  return yield* atomically(Effect.tap(finished, (status) => (status === "queued" ? offer : Effect.void)))
})

/** Records the end, for some seconds if need be: an hour's work is not thrown away for a database that restarts. */
const finish = Effect.fnUntraced(function* (job: JobRecord, claim: JobClaim, outcome: JobOutcome) {
  // `lost`: perhaps it was recorded and the answer got lost; the message finds out when it comes again.
  return yield* Effect.retry(record(job, claim, outcome), {
    // At most a second apart, so that the end is recorded as soon as it can be.
    schedule: Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")]),
    times: 16,
    while: (error: Unavailable) => error.retryable,
  })
})

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Runs a job that was started, and records the end; whatever happens, as interruption is the caller's to `restore`. */
const runStarted = Effect.fnUntraced(function* (
  { job, claim }: Started,
  options: RunOptions,
  restore: Restore,
) {
  const { organization, job_id } = job
  const begun = yield* Clock.currentTimeMillis
  let recorded: JobOutcome["status"] | "lost" | undefined
  const recordCancelled = Effect.map(finish(job, claim, cancelled), (status) => {
    recorded = status
  })
  const exit = yield* Effect.exit(restore(run(job, claim, options, recordCancelled)))
  const outcome = yield* endOfRun(exit, job.failures + 1, options.maxAttempts)
  const status = recorded ?? (outcome === "lost" ? outcome : yield* finish(job, claim, outcome))
  yield* Effect.logInfo(`Export ${status}`)
  yield* countRun(status, (yield* Clock.currentTimeMillis) - begun)
  // the first run that ends its job has left nothing but the file
  if (status !== "completed" || job.attempt > 1)
    yield* removeUnusedFiles(organization, job_id, runFolder(claim))
  return status
})

/**
 * Runs this very job without a message, if it waits (`JobRepository.startWaiting`); does nothing else. Interrupted, it
 * hands the job back first. The job's own message may come meanwhile or later; it finds no job, or brings this one to
 * another worker should this process die.
 */
export const runWaiting = Effect.fn("runWaiting")(
  function* ({ organization, job_id }: JobReference, options: RunOptions) {
    const jobs = yield* JobRepository
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const started = yield* jobs.startWaiting(organization, job_id, yield* currentInstant)
        if (Option.isSome(started)) yield* runStarted(started.value, options, restore)
      }),
    )
  },
  (effect, { organization, job_id }) => Effect.annotateLogs(effect, { organization, job_id }),
)

/**
 * Handles one delivery of an export message: makes the first job in line its own, writes the file, records the end.
 *
 * Succeeds when the message has served: the job that it was given has ended or been taken from it, which brought
 * another message, or no job waits. Fails when it has to come again; so it does where another run has the job, since
 * that one may have lost the message and die. Interrupted, it hands the job back first. A file that no job points to
 * does not stay.
 */
export const runExport = Effect.fn("runExport")(function* (message: ExportMessage, options: RunOptions) {
  const line = yield* JobLine
  const jobs = yield* JobRepository
  const message_id = exportMessageId(message)
  return yield* Effect.uninterruptibleMask((restore) => {
    const handle = Effect.fnUntraced(function* ({ organization, job_id }: JobReference) {
      const started = yield* restore(jobs.start(organization, job_id, yield* currentInstant, message_id))
      if (Option.isNone(started)) return yield* removeUnusedFiles(organization, job_id, undefined)
      const status = yield* runStarted(started.value, options, restore)
      if (status === "lost") return yield* new DeliverAgain({ message_id, reason: "another run has the job" })
    })
    return Effect.gen(function* () {
      const next = yield* restore(line.next(message_id, message.lane))
      // Its job has begun before, and may have been cancelled since: nobody else removes what its runs left.
      if (message.begun !== undefined && (typeof next === "string" || next.job_id !== message.job_id))
        yield* removeUnusedFiles(message.organization, message.job_id, undefined)
      if (next === "none") return
      if (next === "later") return yield* new DeliverAgain({ message_id, reason: "no job is ready" })
      const { organization, job_id } = next
      yield* Effect.annotateLogs(handle(next), { organization, job_id })
    })
  })
})
