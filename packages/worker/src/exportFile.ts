import { type ExportFormat, instantToText, type JobClaim, type JobRecord } from "@hangtag/core"

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

/** Where the run writes the job's file, and how the file is called. */
export const exportFile = ({ job_id, created_at }: JobRecord, claim: JobClaim, format: ExportFormat) => {
  const file_name = `export-${instantToText(created_at).slice(0, 10)}-${job_id.slice(0, 8)}.${format}`
  return {
    storage_key: `${runFolder(claim)}${file_name}`,
    file_name,
    content_type: contentTypes[format],
  }
}
