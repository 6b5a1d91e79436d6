import { type ClaimedJob, JobQueue, type JobReference, type Unavailable } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect, Option } from "effect"
import { type RunOptions, runUninterrupted } from "./runClaimed.ts"

/** A job that was claimed has to be run, or handed back: between the two nothing interrupts. */
const claimAndRun = <R>(
  claim: Effect.Effect<Option.Option<ClaimedJob>, Unavailable, R>,
  options: RunOptions,
) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(claim, (claimed) =>
      Effect.transposeOption(
        Option.map(claimed, (job) =>
          Effect.map(runUninterrupted(job, options, restore), ({ status }) => status),
        ),
      ),
    ),
  )

/**
 * Claims the first job that is ready in the lane, whichever it is, and runs it; none where none is ready. For consumers
 * of a host's own broker: a message says only that there is work.
 *
 * Acknowledge the message before you call this: a run may take an hour, and needs no message to be taken over.
 */
export const runNext = Effect.fn("runNext")(function* (lane: string, options: RunOptions) {
  const queue = yield* JobQueue
  const first = Effect.flatMap(currentInstant, (now) => queue.claim(lane, 1, now))
  return yield* claimAndRun(
    Effect.map(first, ([claimed]) => Option.fromUndefinedOr(claimed)),
    options,
  )
})

/** Claims this very job, if it is ready, and runs it; none where it is not. As `runNext` in all else. */
export const runJob = Effect.fn("runJob")(function* (job: JobReference, options: RunOptions) {
  const queue = yield* JobQueue
  return yield* claimAndRun(
    Effect.flatMap(currentInstant, (now) => queue.claimJob(job, now)),
    options,
  )
})
