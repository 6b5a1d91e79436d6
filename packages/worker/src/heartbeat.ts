import { type JobClaim, JobRepository } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Deferred, Effect } from "effect"
import { ProgressReport, type RunProgress } from "./RunProgress.ts"

/**
 * Records a run's progress every half second, which is its heartbeat too, until it is interrupted or another run has
 * the job. `stop` is called once with why the run has to: `cancel`, when a caller asked for that, or `lost`.
 *
 * A database that does not answer stops no run: what matters is checked again when the run ends.
 */
export const heartbeat = Effect.fnUntraced(function* (
  claim: JobClaim,
  progress: RunProgress,
  stop: Deferred.Deferred<"cancel" | "lost">,
) {
  const jobs = yield* JobRepository
  const report = new ProgressReport()
  const record = Effect.flatMap(currentInstant, (now) => jobs.progress(claim, report.at(now, progress))).pipe(
    // one that is lost on its way is followed by others well within the lease
    Effect.timeout("3 seconds"),
    Effect.catch(() => Effect.succeed("continue" as const)),
  )
  while (true) {
    yield* Effect.sleep("500 millis")
    const answer = yield* record
    if (answer !== "continue") yield* Deferred.succeed(stop, answer)
    if (answer === "lost") return
  }
})
