import {
  allPermissions,
  type ColumnMapping,
  type DownloadLink,
  type ExportProduct,
  type ExportQueued,
  type ExportRequest,
  type ExportSelection,
  type Job,
  type JobFile,
  type JobQuery,
  type JobRecord,
  type JobSelection,
  type NewJob,
  type Principal,
} from "@hangtag/core"
import { aProduct, aVariant } from "./catalogBuilders.ts"
import { instantOf } from "./priceBuilders.ts"

/** A caller who may do everything in organization `acme`. */
export const aPrincipal = (with_: Partial<Principal> = {}): Principal => ({
  organization: "acme",
  subject: "tester",
  permissions: allPermissions,
  ...with_,
})

/** A column that reads `product_key`. */
export const aColumnMapping = (with_: Partial<ColumnMapping> = {}): ColumnMapping => ({
  column_name: with_.source_field ?? "product_key",
  source_field: "product_key",
  sub_field: null,
  use_label: false,
  ...with_,
})

/** A csv of every product's keys, with nothing filtered. */
export const anExportRequest = (with_: Partial<ExportRequest> = {}): ExportRequest => ({
  product_keys: [],
  column_mappings: [aColumnMapping()],
  export_format: "csv",
  export_mode: "column_based",
  filter_by_label: false,
  filter_latest_version: false,
  label_keys: null,
  source_filter: null,
  ...with_,
})

/** Every version of every product. */
export const anExportSelection = (with_: Partial<ExportSelection> = {}): ExportSelection => ({
  product_keys: [],
  brand_key: null,
  label_keys: null,
  sources: null,
  latest_only: false,
  ...with_,
})

/** A product version with one variant and no prices, as an export reads it. */
export const anExportProduct = (with_: Partial<ExportProduct> = {}): ExportProduct => ({
  product: aProduct(),
  time_zone: "UTC",
  variants: [aVariant()],
  prices: [],
  ...with_,
})

/** What queueing `anExportRequest` answers. */
export const anExportQueued = (with_: Partial<ExportQueued> = {}): ExportQueued => ({
  job_id: "JOB-1",
  message: "Queued: 1 product versions",
  total: 1,
  ...with_,
})

/** `anExportRequest` as a job to queue. */
export const aNewJob = (with_: Partial<NewJob> = {}): NewJob => ({
  requested_by: "tester",
  request: anExportRequest(),
  needs: [],
  total: 1,
  lane: "small",
  message: "Queued: 1 product versions",
  created_at: instantOf("2026-06-01"),
  ...with_,
})

/** An empty csv's file. */
export const aJobFile = (with_: Partial<JobFile> = {}): JobFile => ({
  storage_key: "exports/JOB-1.csv",
  file_name: "export.csv",
  content_type: "text/csv",
  size: 0,
  sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  ...with_,
})

const withoutRequest = ({ request: _, ...job }: NewJob) => job

/** A queued job. */
export const aJobRecord = (with_: Partial<JobRecord> = {}): JobRecord => ({
  ...withoutRequest(aNewJob()),
  job_id: "JOB-1",
  organization: "acme",
  status: "queued",
  processed: 0,
  rows_per_second: null,
  estimated_end: null,
  next_attempt_at: null,
  attempt: 0,
  failures: 0,
  error: null,
  cancel_requested: false,
  has_request: true,
  file: null,
  started_at: null,
  finished_at: null,
  ...with_,
})

/** A queued job as its client sees it. */
export const aJob = (with_: Partial<Job> = {}): Job => ({
  job_id: "JOB-1",
  type: "EXPORT",
  status: "queued",
  requested_by: "tester",
  total: 1,
  processed: 0,
  rows_per_second: null,
  estimated_end: null,
  attempt: 0,
  next_attempt_at: null,
  queue_position: 1,
  message: "Queued: 1 product versions",
  error: null,
  can_cancel: true,
  can_retry: false,
  file_url: null,
  file_name: null,
  file_size: null,
  created_at: "2026-06-01T00:00:00.000Z",
  started_at: null,
  finished_at: null,
  ...with_,
})

/** Asks for all jobs. */
export const aJobQuery = (with_: Partial<JobQuery> = {}): JobQuery => ({
  type: null,
  status: null,
  mine: false,
  limit: 50,
  after: null,
  ...with_,
})

/** Asks a `JobRepository` for all jobs. */
export const aJobSelection = (with_: Partial<JobSelection> = {}): JobSelection => ({
  status: null,
  requested_by: null,
  permissions: [...allPermissions],
  limit: 50,
  after: null,
  ...with_,
})

/** A link to the file of `aJobFile`. */
export const aDownloadLink = (with_: Partial<DownloadLink> = {}): DownloadLink => {
  const { file_name, content_type, size, sha256 } = aJobFile()
  return {
    url: "https://files.example.com/export.csv",
    expires_at: "2026-06-01T00:15:00.000Z",
    file_name,
    content_type,
    size,
    sha256,
    ...with_,
  }
}
