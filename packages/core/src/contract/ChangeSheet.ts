import * as Schema from "effect/Schema"
import { ExportFormat, ExportRequest, FileOptions } from "./ExportRequest.ts"

/** The file of what a batch changes. */
export const ChangeSheetRequest = Schema.Struct({
  batch_key: Schema.String,
  export_format: ExportFormat,
  file_options: Schema.optionalKey(Schema.NullOr(FileOptions)),
}).annotate({ identifier: "ChangeSheetRequest" })
export type ChangeSheetRequest = typeof ChangeSheetRequest.Type

/** How a change sheet is asked for: of a batch that the call names. */
export const ChangeSheetOptions = Schema.Struct({
  export_format: ExportFormat,
  file_options: Schema.optionalKey(Schema.NullOr(FileOptions)),
})
export type ChangeSheetOptions = typeof ChangeSheetOptions.Type

/** What a job is asked for: products, or the changes of a batch. */
export const JobRequest = Schema.Union([ExportRequest, ChangeSheetRequest])
export type JobRequest = typeof JobRequest.Type

/** Whether what a job is asked for is a change sheet. */
export const isChangeSheet = (request: JobRequest): request is ChangeSheetRequest => "batch_key" in request
