/** Product keys asked for that gave no version, by reason. */
export interface SkippedProducts {
  readonly unknown_product: number
  readonly filtered_out: number
  /** The first 20 of the unknown ones, in order. */
  readonly unknown_keys: ReadonlyArray<string>
}

/** How much a selection takes, all counted at one moment. */
export interface ExportCount {
  /** Versions selected. */
  readonly total: number
  readonly skipped: SkippedProducts
}
