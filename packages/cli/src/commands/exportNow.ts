import {
  CatalogWriter,
  type ExportQueued,
  type HangtagError,
  type Job,
  JobQueue,
  JobRepository,
  type Principal,
  Transaction,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { runClaimed, runJob } from "@hangtag/worker"
import { Effect, Option, References, Stream } from "effect"
import { commandLineCaller } from "../calls/caller.ts"
import { exportRun } from "../composition/exportRun.ts"
import { hangtag } from "../composition/hangtag.ts"
import { answer } from "../output/answer.ts"
import { CommandFailed } from "../output/CommandFailed.ts"
import { progressBar } from "../output/progressBar.ts"
import type { Settings } from "../settings/Settings.ts"
import type { ExportTarget } from "./exportTarget.ts"
import { saveExport } from "./saveExport.ts"

const failed = (message: string) => new CommandFailed({ message })

/** Queues an export, runs it in this process with a progress bar, and saves its file. */
export const exportNow = Effect.fnUntraced(function* (
  settings: Settings,
  organization: string,
  target: ExportTarget,
  queued: (caller: Principal) => Effect.Effect<ExportQueued, HangtagError, Hangtag>,
) {
  const { layer } = yield* hangtag(settings, "")
  const isPiped = target.path === "stdout"
  const draw = yield* progressBar("export", isPiped)
  const caller = commandLineCaller(organization)
  const run = Effect.gen(function* () {
    const { isKnown } = yield* CatalogWriter
    if (!(yield* isKnown(organization)))
      return yield* failed(
        `There is no organization ${JSON.stringify(organization)} here: name another one with --organization, or import its catalog first`,
      )
    const { cancelJob, watchJob } = yield* Hangtag
    const { atomically } = yield* Transaction
    const queue = yield* JobQueue
    // Claimed before anybody else sees it: other workers keep their files elsewhere, maybe.
    const { job_id, claimed } = yield* atomically(
      Effect.gen(function* () {
        const { job_id } = yield* queued(caller)
        const claimed = yield* queue.claimJob({ organization, job_id }, yield* currentInstant)
        return { job_id, claimed: Option.getOrThrow(claimed) }
      }),
    )
    const reference = { organization, job_id }
    const again = Effect.andThen(
      Effect.sleep("500 millis"),
      Effect.ignore(runJob(reference, exportRun(settings))),
    )
    // Should the run fail, the next one is this command's too, or that of a worker that is faster.
    const work = Effect.andThen(
      Effect.ignore(runClaimed(claimed, exportRun(settings))),
      Effect.forever(again),
    )
    const share = (job: Job) => (job.total === 0 ? 0 : Math.min(job.processed / job.total, 0.99))
    yield* watchJob(caller, { job_id }).pipe(
      Stream.runForEach((job) => draw(job.status === "completed" ? 1 : share(job), job.message)),
      Effect.onInterrupt(() => Effect.ignore(cancelJob(caller, { job_id }))),
      Effect.raceFirst(work),
    )
    const jobs = yield* JobRepository
    const { file, status, error, message } = Option.getOrThrow(yield* jobs.find(organization, job_id))
    if (file === null) return yield* failed(`Export ${job_id} ${status}: ${error ?? message}`)
    yield* saveExport(job_id, file, target.path)
    const name = isPiped ? "Standard output" : (target.path ?? file.file_name)
    const { size, sha256 } = file
    const value = { job_id, path: isPiped ? null : name, size, sha256 }
    yield* answer(value, `${name}: ${size} bytes, sha256 ${sha256}`, isPiped)
  })
  yield* run.pipe(
    Effect.provide(layer),
    // the progress bar tells the rest
    Effect.provideService(References.MinimumLogLevel, "Warn"),
  )
})
