import {
  type Instant,
  instantFromMicros,
  type JobClaim,
  type JobProgress,
  JobRepository,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Deferred, Effect } from "effect"
import type { Tally } from "./rowBatches.ts"

/** How far a run has come, as the run itself notes it. */
export interface RunProgress extends Tally {
  stage: "selecting" | "writing" | "storing"
  /** What is counted. */
  readonly unit: "product version" | "change"
  /** Of these it will read N. */
  total: number
}

export const newProgress = (total: number, unit: RunProgress["unit"] = "product version"): RunProgress => ({
  unit,
  stage: "selecting",
  total,
  processed: 0,
  rows: 0,
})

interface Sample extends Tally {
  readonly at: Instant
}

const samplesKept = 20

const grouped = new Intl.NumberFormat("en-US")
const counted = (count: number, noun: string) => `${grouped.format(count)} ${noun}${count === 1 ? "" : "s"}`

const timeLeft = (seconds: number): string =>
  seconds < 90
    ? `about ${counted(Math.max(1, Math.round(seconds)), "second")} left`
    : `about ${counted(Math.round(seconds / 60), "minute")} left`

const messageOf = (
  { stage, unit, processed, total, rows }: RunProgress,
  secondsLeft: number | undefined,
): string => {
  if (stage === "selecting") return `Selecting ${counted(total, unit)}`
  if (stage === "storing") return `Storing the file: ${counted(rows, "row")} written`
  const left = secondsLeft === undefined ? "" : `, ${timeLeft(secondsLeft)}`
  return `Writing: ${grouped.format(processed)} of ${counted(total, unit)}, ${counted(rows, "row")}${left}`
}

/** Turns what a run notes, looked at twice a second, into what its job tells: of the last ten seconds. */
export class ProgressReport {
  readonly #samples: Array<Sample> = []

  at(now: Instant, progress: RunProgress): JobProgress {
    const { processed, rows, total } = progress
    this.#samples.push({ at: now, processed, rows })
    if (this.#samples.length > samplesKept) this.#samples.shift()
    const first = this.#samples[0]!
    const seconds = (now - first.at) / 1_000_000
    const isGoing = progress.stage === "writing" && seconds > 0
    const perSecond = isGoing ? (processed - first.processed) / seconds : 0
    const secondsLeft = perSecond > 0 ? Math.max(0, total - processed) / perSecond : undefined
    return {
      processed,
      total,
      message: messageOf(progress, secondsLeft),
      rows_per_second: isGoing ? Math.round((rows - first.rows) / seconds) : null,
      estimated_end:
        secondsLeft === undefined ? null : instantFromMicros(Math.round(now + secondsLeft * 1_000_000)),
    }
  }
}

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
