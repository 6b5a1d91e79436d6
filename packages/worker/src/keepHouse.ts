import {
  type BrandedInstant,
  IdempotencyStore,
  type Instant,
  instantFromMicros,
  JobArchive,
  ObjectStorage,
  type StoredObject,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Duration, Effect, Option, Stream } from "effect"
import { exportsFolder, jobOfFile } from "./exportFile.ts"

/** How long files and jobs are kept; each has a default. */
export interface HousekeepingOptions {
  /** How long the file of a completed export is kept. Default 7 days. */
  readonly retention?: Duration.Input | undefined
  /** How long a job is known after it has ended and its file has expired. Default 90 days. */
  readonly memory?: Duration.Input | undefined
  /** How old a file has to be whose job is unknown: younger ones are left to the process that may know it. Default 1 day. */
  readonly orphanAge?: Duration.Input | undefined
}

const atATime = 100

const before = (now: Instant, age: Duration.Input): BrandedInstant =>
  instantFromMicros(now - Duration.toMillis(Duration.fromInputUnsafe(age)) * 1000)

const inWords = (retention: Duration.Input): string => {
  const seconds = Math.round(Duration.toSeconds(Duration.fromInputUnsafe(retention)))
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ] as const
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? ["second", 1]
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/**
 * Deletes what the job of each file does not hold; of one that has not ended, and of young files without a job, nothing. The
 * jobs are asked after the files were listed: one that ended in between holds the file that it ended with.
 */
const removeOrphans = Effect.fnUntraced(function* (files: ReadonlyArray<StoredObject>, youngest: Instant) {
  const archive = yield* JobArchive
  const storage = yield* ObjectStorage
  const byJob = Map.groupBy(files, ({ key }) => jobOfFile(key))
  byJob.delete(undefined)
  if (byJob.size === 0) return 0
  const known = yield* archive.holdings([...byJob.keys()] as ReadonlyArray<string>)
  const holdings = new Map(known.map((holding) => [holding.job_id, holding]))
  const orphans = [...byJob].flatMap(([job, own]) => {
    const holding = holdings.get(job ?? "")
    if (holding === undefined) return own.filter(({ modified_at }) => modified_at < youngest)
    return holding.hasEnded ? own.filter(({ key }) => key !== holding.storage_key) : []
  })
  yield* Effect.forEach(orphans, ({ key }) => storage.delete(key), { discard: true })
  return orphans.length
})

/**
 * Deletes the files of exports that have been kept long enough, whose jobs then say `expired`; what exports were asked
 * for that failed as long ago; files that no job holds; keys of repeatable requests that have expired (`IdempotencyStore`,
 * where there is one); and, much later, the jobs.
 *
 * Any number of processes may do it at once. What fails is done the next time.
 */
export const keepHouse = Effect.fn("keepHouse")(function* (options: HousekeepingOptions) {
  const { retention = "7 days", memory = "90 days", orphanAge = "1 day" } = options
  const archive = yield* JobArchive
  const storage = yield* ObjectStorage
  const now = yield* currentInstant

  let expired = 0
  const message = `The file was kept for ${inWords(retention)} and has been deleted; export again`
  while (true) {
    const jobs = yield* archive.completedBefore(before(now, retention), atATime)
    for (const job of jobs) {
      // first the job, so that no link to a file is given that is about to go
      yield* archive.expire(job, message)
      if (job.storage_key !== null) yield* storage.delete(job.storage_key)
    }
    expired += jobs.length
    if (jobs.length < atATime) break
  }

  while ((yield* archive.forgetRequests(before(now, retention), atATime)) === atATime);

  const orphans = yield* storage.list(exportsFolder).pipe(
    Stream.grouped(atATime),
    Stream.mapEffect((files) => removeOrphans(files, before(now, orphanAge))),
    Stream.runFold(
      () => 0,
      (sum, removed) => sum + removed,
    ),
  )

  const repeatable = Option.getOrUndefined(yield* Effect.serviceOption(IdempotencyStore))
  if (repeatable !== undefined) while ((yield* repeatable.forget(now, atATime)) === atATime);

  let forgotten = 0
  const horizon = before(before(now, retention), memory)
  for (let some = atATime; some === atATime; forgotten += some) some = yield* archive.forget(horizon, atATime)
  return { expired, orphans, forgotten }
})
