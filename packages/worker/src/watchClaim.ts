import { type JobClaim, JobRepository } from "@hangtag/core"
import { Effect, Option } from "effect"
import { progressMessage } from "./exportMessage.ts"
import type { Tally } from "./rowBatches.ts"

/**
 * Records a run's progress once a second, and returns when the run has to stop: `cancel`, noticed within half a
 * second, or `lost`, when another run has taken the job over.
 *
 * A database that does not answer stops no run: what matters is checked again when the run ends.
 */
export const watchClaim = Effect.fnUntraced(function* (claim: JobClaim, total: number, tally: Tally) {
  const jobs = yield* JobRepository
  const { organization, job_id } = claim
  const record = Effect.suspend(() => {
    const { processed, rows } = tally
    return jobs.progress(claim, { processed, message: progressMessage(processed, total, rows) })
  })
  const look = Effect.map(jobs.find(organization, job_id), (job) =>
    Option.isSome(job) && job.value.cancel_requested ? "cancel" : "continue",
  )
  const unlessUnavailable = Effect.catch(() => Effect.succeed("continue" as const))
  while (true) {
    for (const step of [look, record]) {
      yield* Effect.sleep("500 millis")
      const answer = yield* unlessUnavailable(step)
      if (answer !== "continue") return answer
    }
  }
})
