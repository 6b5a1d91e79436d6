import {
  basePriceList,
  instantToText,
  isChangeSheet,
  isPriceSheet,
  type JobClaim,
  type JobRecord,
  type JobRequest,
  type PriceSheetJob,
} from "@hangtag/core"
import { changeSheetName, exportFileName, plainName } from "@hangtag/core/adapter"

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
