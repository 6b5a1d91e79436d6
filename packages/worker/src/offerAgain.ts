import { randomBytes } from "node:crypto"
import { ExportQueue, JobLine } from "@hangtag/core"
import { Effect } from "effect"

/**
 * Offers messages for jobs of the lane that wait; meant for when takers of the lane have had nothing to do for long.
 * Their messages were lost, or had served before a worker that woke too late took the job with one, and died. One too
 * many does no harm: it finds no job.
 */
export const offerAgain = Effect.fn("offerAgain")(function* (lane: string) {
  const line = yield* JobLine
  const queue = yield* ExportQueue
  const jobs = yield* line.waiting(lane, 10)
  for (const { organization, job_id } of jobs) {
    yield* Effect.annotateLogs(
      Effect.logWarning("An export waits though workers are idle; it gets another message"),
      { organization, job_id },
    )
    yield* queue.offer({ organization, job_id, lane, again: randomBytes(4).toString("hex") })
  }
})
