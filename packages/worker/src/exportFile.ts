import {
  basePriceList,
  instantToText,
  isChangeSheet,
  isPriceSheet,
  type JobClaim,
  type JobRecord,
  JobRepository,
  type JobRequest,
  ObjectStorage,
  type PriceSheetJob,
} from "@hangtag/core"
import { changeSheetName, exportFileName, plainName } from "@hangtag/core/adapter"
import { Effect, Option, Schedule, Stream } from "effect"

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const

/** Where all files of all jobs lie. */
export const exportsFolder = "exports/"

/** Where all files of a job lie. */
export const exportFolder = (jobId: string): string => `${exportsFolder}${jobId}/`

/** The job that a run wrote the file for; undefined of a file that no run wrote. */
export const jobOfFile = (key: string): string | undefined =>
  /^exports\/([^/]+)\/[^/]+\/[^/]+$/.exec(key)?.[1]

/** Where a run's file lies, apart from every other run's. */
export const runFolder = ({ job_id, token }: JobClaim): string => `${exportFolder(job_id)}${token}/`

/** Named after its lists, where they are not `base` alone: sheets of two of them lie beside each other. */
const priceSheetName = (
  { brand_key, price_lists = [basePriceList] }: PriceSheetJob["price_sheet"],
  day: string,
): string => {
  const lists = price_lists.length > 3 ? `${price_lists.length} lists` : price_lists.join("-")
  return plainName(["price-sheet", brand_key, lists === basePriceList ? "" : lists, day])
}

/** Where the run writes the job's file, and how the file is called. */
export const exportFile = ({ job_id, created_at }: JobRecord, claim: JobClaim, request: JobRequest) => {
  const isSheet = isChangeSheet(request)
  const day = instantToText(created_at).slice(0, 10)
  const stem = `${isSheet ? "change-sheet" : "export"}-${day}-${job_id.slice(0, 8)}`
  const { export_format, file_options } = request
  // a name that a person chose, or a key, may have letters that no storage takes
  const unnamed = { export_format, file_options: { ...file_options, file_name: null } }
  return {
    storage_key: `${runFolder(claim)}${exportFileName(unnamed, stem)}`,
    file_name: exportFileName(
      request,
      isSheet
        ? changeSheetName(request, created_at)
        : isPriceSheet(request)
          ? priceSheetName(request.price_sheet, day)
          : stem,
    ),
    content_type: file_options?.gzip ? "application/gzip" : contentTypes[export_format],
  }
}

/**
 * Deletes what runs of a job left in storage: of a job that has ended every file but the one it was completed
 * with, of any other job those in the folder `own` of the run that gives up. The job decides, not the run, since a run may
 * not know whether its end was recorded.
 *
 * Files that stay because storage or database did not answer cost space only, and are logged.
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
