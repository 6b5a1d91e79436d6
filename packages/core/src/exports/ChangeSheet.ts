import * as Schema from "effect/Schema"
import { withDefault } from "../kernel/withDefault.ts"
import { ExportFormat, ExportRequest, FileOptions } from "./ExportRequest.ts"
import { PriceSheetJob } from "./PriceSheetAsked.ts"

/** What stands above the columns of a change sheet: names for people (`New price`), or keys for programs (`new_amount`). */
export const SheetHeadings = Schema.Literals(["names", "keys"])
export type SheetHeadings = typeof SheetHeadings.Type

export const SheetPaper = Schema.Literals(["a4", "letter"])

/** How the file of a change sheet is written; null is as absent. */
export const SheetFileOptions = Schema.Struct({
  ...FileOptions.fields,
  /** Default `names`. */
  headings: Schema.optionalKey(Schema.NullOr(SheetHeadings)),
  /** What xlsx is printed on, every column on one page. Default `a4`. */
  paper: Schema.optionalKey(Schema.NullOr(SheetPaper)),
}).annotate({ identifier: "SheetFileOptions" })
export interface SheetFileOptions extends Schema.Schema.Type<typeof SheetFileOptions> {}

/** How a change sheet is asked for: of a batch that the call names. */
export const ChangeSheetOptions = Schema.Struct({
  export_format: withDefault(ExportFormat, "xlsx"),
  file_options: Schema.optionalKey(Schema.NullOr(SheetFileOptions)),
})
export interface ChangeSheetOptions extends Schema.Schema.Type<typeof ChangeSheetOptions> {}

/** The file of what a batch changes. */
export const ChangeSheetRequest = /* @__PURE__ */ Schema.Struct({
  batch_key: Schema.String,
  /** Of the batch, for the file's name; null: of any. Jobs of before have none. */
  brand_key: Schema.optionalKey(Schema.NullOr(Schema.String)),
  ...ChangeSheetOptions.fields,
}).annotate({ identifier: "ChangeSheetRequest" })
export interface ChangeSheetRequest extends Schema.Schema.Type<typeof ChangeSheetRequest> {}

/** What a job is asked for: products, the changes of a batch, or prices to be edited. */
export const JobRequest = /* @__PURE__ */ Schema.Union([ExportRequest, ChangeSheetRequest, PriceSheetJob])
export type JobRequest = typeof JobRequest.Type

/** Whether what a job is asked for is a change sheet. */
export const isChangeSheet = (request: JobRequest): request is ChangeSheetRequest => "batch_key" in request

/** Whether what a job is asked for is a price sheet. */
export const isPriceSheet = (request: JobRequest): request is PriceSheetJob => "price_sheet" in request
