/** What one cell of an export holds; digits and dates stay the text they were, so that no file rounds them. */
export type ExportCell =
  | null
  | string
  | boolean
  /** A plain decimal, digits as written: `"149.90"`. */
  | { readonly kind: "number"; readonly text: string }
  /** ISO 8601, `"2026-12-01"`. */
  | { readonly kind: "date"; readonly text: string }
  /** ISO 8601 with time: as written, and as the brand's clocks show it (`localDateTime`). */
  | { readonly kind: "date-time"; readonly text: string; readonly local: string }

/** The cells of a row, one for each column. */
export type ExportRow = ReadonlyArray<ExportCell>
