export interface Limit {
  readonly reason: "columns" | "file-size" | "csv-size" | "row-size"
  readonly limit: number
  /** Columns asked for, or bytes (of a row: characters) written when the limit was met. */
  readonly actual: number
}

const messages: { readonly [Reason in Limit["reason"]]: (met: Limit) => string } = {
  columns: ({ limit, actual }) =>
    `An xlsx sheet holds at most ${limit} columns and this export has ${actual}. Map fewer columns, or export as csv.`,
  "file-size": ({ limit }) =>
    `An xlsx file holds at most ${limit} bytes and this export is larger. Export fewer products or columns at a time, or export as csv.`,
  "csv-size": ({ limit }) =>
    `A csv file may have at most ${limit} bytes here and this export is larger. Export fewer products or columns at a time.`,
  "row-size": ({ limit }) =>
    `A row holds at most ${limit} characters and one of this export has more. Map fewer columns, or columns of shorter texts.`,
}

/**
 * The rows do not fit the chosen file format. Trying again gives the same answer.
 *
 * No schema: the thread that encodes would load Effect for it, which is 40 MB of an export's memory.
 */
export class ExportLimitExceeded extends Error implements Limit {
  readonly _tag = "ExportLimitExceeded"
  readonly retryable = false
  readonly reason: Limit["reason"]
  readonly limit: number
  readonly actual: number

  constructor(met: Limit) {
    super(messages[met.reason](met))
    this.name = this._tag
    this.reason = met.reason
    this.limit = met.limit
    this.actual = met.actual
  }
}
