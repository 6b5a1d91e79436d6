import type { ClaimedJob, JobStatus } from "@hangtag/core"
import { Effect, Metric } from "effect"

const attempts = Metric.counter("hangtag_export_attempts_total", {
  description: "Runs of exports that began, the first of each job included",
  incremental: true,
})

const takeovers = Metric.counter("hangtag_export_takeovers_total", {
  description: "Runs that began because the one before gave no heartbeat any more",
  incremental: true,
})

const duration = Metric.histogram("hangtag_export_run_duration_seconds", {
  description: "Time that runs of exports took, however they ended",
  boundaries: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
})

/** Counts a run of an export that begins. */
export const countAttempt = ({ taken_over = false }: Pick<ClaimedJob, "taken_over">): Effect.Effect<void> =>
  Effect.andThen(Metric.update(attempts, 1), Metric.update(takeovers, taken_over ? 1 : 0))

/** Counts a run of an export by what its job became, `lost` for one that was taken over. */
export const countRun = (status: JobStatus | "lost", millis: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(
      Metric.counter("hangtag_export_runs_total", {
        description: "Runs of exports by what the job became; queued is handed back, lost taken over",
        attributes: { status },
        incremental: true,
      }),
      1,
    ),
    Metric.update(duration, millis / 1000),
  )
