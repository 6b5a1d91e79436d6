/**
 * A row of a decision table: what is given, what must come of it, and why the rule is so.
 *
 * Prices are written `VARIANT TYPE AMOUNT from EFFECTIVE_FROM`, with `draft` or `in BATCH` after it where that
 * is so; the order of a list is the order of writing. Lines are written `TYPE AMOUNT from EFFECTIVE_FROM`. A type of another
 * price list than `base` is written `TYPE@LIST`.
 */
export interface Case<Given, Expect> {
  readonly name: string
  readonly given: Given
  readonly expect: Expect
  readonly why: string
}

/** A colorway of one product at a moment, and the lines submitted for it. */
export interface PreviewGiven {
  /** ISO 8601 with offset. */
  readonly now: string
  /** The brand's; UTC unless given. */
  readonly time_zone?: string
  readonly variants: ReadonlyArray<string>
  readonly prices: ReadonlyArray<string>
  readonly lines?: ReadonlyArray<string>
}
