import { instantFromMicros, type JobFile, JobQueue, JobRepository, ObjectStorage } from "@hangtag/core"
import { aJobFile, aNewJob } from "@hangtag/testkit"
import { Effect, Option, Stream } from "effect"

/** A completed job of the organization with this file, as a worker would have left it. */
export const completedJob = Effect.fnUntraced(function* (
  organization: string,
  content: string,
  file: Partial<JobFile> = {},
) {
  const jobs = yield* JobRepository
  const queue = yield* JobQueue
  const storage = yield* ObjectStorage
  const { job_id } = yield* jobs.create(organization, aNewJob())
  const { claim } = Option.getOrThrow(yield* queue.claimJob({ organization, job_id }, instantFromMicros(0)))
  const storage_key = `exports/${job_id}/export.csv`
  const bytes = new TextEncoder().encode(content)
  yield* storage.put(storage_key, Stream.succeed(bytes), { content_type: "text/csv" })
  const kept = aJobFile({ storage_key, size: bytes.length, ...file })
  yield* jobs.finish(
    claim,
    { status: "completed", message: "Done", processed: 1, file: kept },
    instantFromMicros(0),
  )
  return job_id
})
