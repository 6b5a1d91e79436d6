import {
  type ClaimedJob,
  ExportPublisher,
  isChangeSheet,
  type JobClaim,
  type JobOutcome,
  type JobRecord,
  JobRepository,
  type JobRequest,
  type Unavailable,
} from "@hangtag/core"
import { currentInstant, exportKnownAt, type StaleReading, StaleReads } from "@hangtag/core/adapter"
import { Clock, Deferred, Effect, Fiber, Schedule, Tracer } from "effect"
import { removeUnusedFiles, runFolder } from "./exportFile.ts"
import { countAttempt, countRun } from "./exportMetrics.ts"
import { type AttemptsUsedUp, cancelled, endOfRun, type RequestUnreadable } from "./jobOutcome.ts"
import { heartbeat, newProgress, type RunProgress } from "./RunProgress.ts"
import { type WriteOptions, writeExport } from "./writeExport.ts"

/** How a run writes its file, and when it gives up. */
export interface RunOptions extends WriteOptions {
  /** Runs of a job that may come to nothing before it fails for good; those that meet an outage do not count. */
  readonly maxAttempts: number
}

/** How a run ended. */
export interface RunEnd {
  /** What the job is now; `queued` where it waits for another run, `lost` where another run decides. */
  readonly status: JobOutcome["status"] | "lost"
  /** Milliseconds before the next run may begin, of a job that waits for that. */
  readonly delay: number | undefined
}

/** Makes what it is given as interruptible as its caller is. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const attemptsUsedUp: AttemptsUsedUp = { _tag: "AttemptsUsedUp" }
const requestUnreadable: RequestUnreadable = { _tag: "RequestUnreadable" }

const write = Effect.fnUntraced(function* (
  { job, request, claim }: ClaimedJob,
  progress: RunProgress,
  options: RunOptions,
) {
  if (job.cancel_requested) return "cancel" as const
  // Each worker before died, or it would have said how its run went.
  if (job.failures >= options.maxAttempts) return yield* Effect.fail(attemptsUsedUp)
  if (request === null) return yield* Effect.fail(requestUnreadable)
  return yield* fromCopy(job, request)(writeExport(job, request, claim, progress, options))
})

/** Records the end, for half a minute if need be: an hour's work is not thrown away for a database that restarts. */
const finish = Effect.fnUntraced(function* (claim: JobClaim, outcome: JobOutcome) {
  const jobs = yield* JobRepository
  const record = Effect.flatMap(currentInstant, (now) => jobs.finish(claim, outcome, now))
  // `lost`: perhaps it was recorded and the answer got lost; the job's row tells.
  return yield* Effect.retry(record, {
    // At most a second apart, so that the end is recorded as soon as it can be.
    schedule: Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("1 second")]),
    times: 32,
    while: (error: Unavailable) => error.retryable,
  })
})

/** Tells the host's own consumers, if any, of a job that was handed back; one that waits for a delay is announced later. */
const publishAgain = Effect.fnUntraced(function* ({ job }: ClaimedJob) {
  const { publish } = yield* ExportPublisher
  const { organization, job_id, lane } = job
  yield* Effect.ignore(Effect.timeout(publish({ organization, job_id, lane }), "5 seconds"))
})

/** Links the run's span to that of the request which asked for the job. */
const linkTo = (trace: string | undefined) => {
  const [, traceId, spanId, flags] = trace?.split("-") ?? []
  if (traceId === undefined || spanId === undefined) return Effect.void
  const span = Tracer.externalSpan({ traceId, spanId, sampled: flags === "01" })
  return Effect.currentSpan.pipe(
    Effect.map((run) => run.addLinks([{ span, attributes: {} }])),
    Effect.ignore,
  )
}

/** As `runClaimed`, called where nothing interrupts; `restore` makes the work interruptible. */
export const runUninterrupted = Effect.fnUntraced(
  function* (claimed: ClaimedJob, options: RunOptions, restore: Restore) {
    const { job, claim } = claimed
    const { organization, job_id } = job
    const begun = yield* Clock.currentTimeMillis
    yield* Effect.annotateCurrentSpan({ organization, job_id })
    yield* linkTo(claimed.trace)
    if (claimed.taken_over === true)
      yield* Effect.logWarning("Taken over: the run before gave no heartbeat any more")
    yield* countAttempt(claimed)
    const isSheet = claimed.request !== null && isChangeSheet(claimed.request)
    const progress = newProgress(job.total, isSheet ? "change" : "product version")
    const stop = yield* Deferred.make<"cancel" | "lost">()
    // Goes on until the end is recorded: to stop, or to record it, may take long.
    const beating = yield* Effect.forkChild(heartbeat(claim, progress, stop))
    let recorded: RunEnd["status"] | undefined
    const stopped = Effect.tap(Deferred.await(stop), (why) =>
      why === "lost"
        ? Effect.void
        : Effect.uninterruptible(
            Effect.map(finish(claim, cancelled), (status) => {
              recorded = status
            }),
          ),
    )
    const run = Effect.gen(function* () {
      const exit = yield* Effect.exit(restore(Effect.raceFirst(write(claimed, progress, options), stopped)))
      const outcome = yield* endOfRun(exit, job, options.maxAttempts)
      const delay = outcome !== "lost" && outcome.status === "queued" ? outcome.delay : undefined
      const status = recorded ?? (outcome === "lost" ? outcome : yield* finish(claim, outcome))
      return { status, delay: status === "queued" ? delay : undefined }
    })
    const end: RunEnd = yield* Effect.ensuring(run, Fiber.interrupt(beating))
    yield* Effect.logInfo(`Export ${end.status}`)
    yield* countRun(end.status, (yield* Clock.currentTimeMillis) - begun)
    const isHandedBack = end.status === "queued" && end.delay === undefined
    if (isHandedBack) yield* publishAgain(claimed)
    // the first run that ends its job has left nothing but the file
    if (end.status !== "completed" || job.attempt > 1) {
      const removal = removeUnusedFiles(organization, job_id, runFolder(claim))
      // who stops has no time for a storage that is silent
      yield* isHandedBack ? Effect.timeoutOption(removal, "1 second") : removal
    }
    return end
  },
  (effect, { job: { organization, job_id } }) => Effect.annotateLogs(effect, { organization, job_id }),
)

/**
 * Runs a job that was claimed to its end: writes the file, gives heartbeats, records how it went. Interrupted, it hands
 * the job back first. A file that no job points to does not stay.
 *
 * Fails where the end could not be recorded: then another run has the job once the lease has run out.
 */
export const runClaimed = Effect.fn("runClaimed")((claimed: ClaimedJob, options: RunOptions) =>
  Effect.uninterruptibleMask((restore) => runUninterrupted(claimed, options, restore)),
)

const caughtUp: StaleReading = { allowed: "caught-up", note: () => {} }

/**
 * Has the first run of an export read a copy that has caught up with what is there now; another run reads the data itself, since the
 * copy may be what the first one came to nothing by. So does one of what was known at a moment: it waits for who writes, which no copy knows.
 */
export const fromCopy = ({ attempt }: JobRecord, request: JobRequest) => {
  const isKnown = "price_known_at" in request && exportKnownAt(request) !== undefined
  return Effect.provideService(StaleReads, attempt > 1 || isKnown ? undefined : caughtUp)
}
