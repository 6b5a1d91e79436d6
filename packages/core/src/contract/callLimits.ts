/**
 * What one call may ask for at most, unless the host says otherwise (`CallLimits`): each with its default and with what
 * is counted.
 */
export const callLimits = {
  preview_pairs: {
    default: 50_000,
    counts: "pairs of a line and a variant, or of a line and a future record of its price type",
  },
  preview_records: { default: 50_000, counts: "price records in force or to come of the colorway" },
  timeline_records: { default: 50_000, counts: "price records of the variants" },
  change_lines: { default: 100_000, counts: "lines" },
  change_pairs: { default: 300_000, counts: "pairs of a line and a variant" },
  change_records: { default: 1_000_000, counts: "price records of the variants" },
  fill_pairs: { default: 300_000, counts: "pairs of a variant and a price type" },
  fill_types: { default: 1_000, counts: "price types" },
  export_keys: { default: 100_000, counts: "product keys, labels and sources" },
  export_columns: { default: 16_384, counts: "columns" },
} as const

/** The limits of a call by their names. */
export type CallLimitName = keyof typeof callLimits

/** The most faults that an answer lists: a hostile megabyte holds 300,000, and nobody reads more than these. */
export const mostFaults = 10_000
