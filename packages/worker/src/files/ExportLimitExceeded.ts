import * as Schema from "effect/Schema"

/** The rows do not fit the chosen file format. Trying again gives the same answer. */
export class ExportLimitExceeded extends Schema.TaggedError<ExportLimitExceeded>()("ExportLimitExceeded", {
  reason: Schema.Literals(["columns", "file-size"]),
  limit: Schema.Number,
  /** Columns asked for, or bytes written when the limit was met. */
  actual: Schema.Number,
}) {
  readonly retryable = false

  override get message() {
    return this.reason === "columns"
      ? `An xlsx sheet holds at most ${this.limit} columns and this export has ${this.actual}. Map fewer columns, or export as csv.`
      : `An xlsx file holds at most ${this.limit} bytes and this export is larger. Export fewer products or columns at a time, or export as csv.`
  }
}
