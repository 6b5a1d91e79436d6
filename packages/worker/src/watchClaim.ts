import { currentInstant, type JobClaim, JobRepository } from "@hangtag/core"
import { Effect, Option } from "effect"
import { ProgressReport, type RunProgress } from "./RunProgress.ts"

/**
 * Records a run's progress once a second, and returns when the run has to stop: `cancel`, noticed within half a
 * second, or `lost`, when another run has taken the job over.
 *
 * A database that does not answer stops no run: what matters is checked again when the run ends.
 */
export const watchClaim = Effect.fnUntraced(function* (claim: JobClaim, progress: RunProgress) {
  const jobs = yield* JobRepository
  const { organization, job_id } = claim
  const report = new ProgressReport()
  const record = Effect.flatMap(currentInstant, (now) => jobs.progress(claim, report.at(now, progress)))
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
