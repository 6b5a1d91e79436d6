import { JobRepository, ObjectStorage } from "@hangtag/core"
import { Effect, Option, Schedule, Stream } from "effect"
import { exportFolder } from "./exportFile.ts"

/**
 * Deletes what runs of a job left in storage: of a job that has ended every file but the one it was completed
 * with, of any other job those in the folder `own` of the run that gives up. The job decides, not the run, since a run may
 * not know whether its end was recorded.
 *
 * Files that stay because storage or database did not answer cost space only; the log tells of them.
 */
export const removeUnusedFiles = Effect.fn("removeUnusedFiles")(
  function* (organization: string, jobId: string, own: string | undefined) {
    const jobs = yield* JobRepository
    const storage = yield* ObjectStorage
    const job = Option.getOrUndefined(yield* jobs.find(organization, jobId))
    const kept = job?.file?.storage_key
    const isOpen = job === undefined || job.status === "queued" || job.status === "running"
    const folder = isOpen ? own : exportFolder(jobId)
    if (folder === undefined) return
    yield* Stream.runForEach(storage.list(folder), ({ key }) =>
      key === kept ? Effect.void : storage.delete(key),
    )
  },
  Effect.retry({
    schedule: Schedule.exponential("100 millis"),
    times: 5,
    while: ({ retryable }) => retryable,
  }),
  // the next job waits for it
  Effect.timeout("4 seconds"),
  Effect.catchCause((cause) => Effect.logWarning("Unused files of the export could not be deleted", cause)),
)
