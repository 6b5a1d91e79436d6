import type { SkippedProducts } from "@hangtag/core"
import type { EncodedCounts } from "./files/EncodedFile.ts"

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const skippedText = ({
  unknown_product,
  filtered_out,
  unknown_keys,
}: SkippedProducts): ReadonlyArray<string> => {
  const more = unknown_product > unknown_keys.length ? ", …" : ""
  const named = unknown_keys.length === 0 ? "" : ` (${unknown_keys.join(", ")}${more})`
  const reasons = [
    ...(unknown_product > 0 ? [`${unknown_product} unknown${named}`] : []),
    ...(filtered_out > 0 ? [`${filtered_out} filtered out`] : []),
  ]
  return reasons.length === 0
    ? []
    : [`Skipped ${counted(unknown_product + filtered_out, "product key")}: ${reasons.join(", ")}.`]
}

/** Product versions that were read and gave no row, and what they lack. */
export interface Rowless {
  readonly versions: number
  readonly missing: "variants" | "attributes"
}

const rowlessText = ({ versions, missing }: Rowless): ReadonlyArray<string> =>
  versions === 0 ? [] : [`${counted(versions, "product version")} gave no row, having no ${missing}.`]

/** What a request asked for in vain. */
export interface RequestNotes {
  readonly ignored: string | undefined
  /** Mapped, and in force for no row. */
  readonly unseen_price_types: ReadonlyArray<string>
}

const named = 20

const notesText = ({ ignored, unseen_price_types }: RequestNotes): ReadonlyArray<string> => {
  const types = unseen_price_types.slice(0, named).map((type) => JSON.stringify(type))
  const more = unseen_price_types.length > named ? ", …" : ""
  return [
    ...(ignored === undefined ? [] : [`${ignored}.`]),
    ...(types.length === 0 ? [] : [`No row has a price in force of type ${types.join(", ")}${more}.`]),
  ]
}

/** What happened to cells and rows while a file was written. */
const fileNotes = (counts: EncodedCounts): ReadonlyArray<string> => [
  ...(counts.sheets > 1 ? [`The rows fill ${counts.sheets} sheets.`] : []),
  ...(counts.truncatedCells > 0
    ? [`Cut ${counted(counts.truncatedCells, "text")} at the 32767 characters that a cell holds.`]
    : []),
  ...(counts.numbersAsText > 0
    ? [`Wrote ${counted(counts.numbersAsText, "number")} as text, to keep every digit.`]
    : []),
  ...(counts.datesAsText > 0
    ? [`Wrote ${counted(counts.datesAsText, "date")} as text: a sheet has none before 1900-03-01.`]
    : []),
]

/** What a finished change sheet wrote: fewer rows than the batch holds where some of that changes nothing. */
export const completedSheetMessage = (batchKey: string, processed: number, counts: EncodedCounts): string => {
  const rest = processed - counts.rows
  return [
    `Wrote ${counted(counts.rows, "change")} of batch ${batchKey}.`,
    ...(rest > 0 ? [`${counted(rest, "record")} of it ${rest === 1 ? "changes" : "change"} no price.`] : []),
    ...fileNotes(counts),
  ].join(" ")
}

/** What a finished export wrote, and whatever its reader should know of it. */
export const completedMessage = (done: {
  readonly processed: number
  readonly total: number
  readonly skipped: SkippedProducts
  readonly rowless: Rowless
  readonly counts: EncodedCounts
  readonly notes: RequestNotes
}): string => {
  const { processed, total, skipped, rowless, counts, notes } = done
  return [
    `Wrote ${counted(counts.rows, "row")} of ${counted(processed, "product version")}.`,
    ...(processed === total ? [] : [`The catalog has changed since ${total} were counted.`]),
    ...rowlessText(rowless),
    ...skippedText(skipped),
    ...notesText(notes),
    ...fileNotes(counts),
  ].join(" ")
}

/** What a finished price sheet wrote. */
export const completedPricesMessage = (brandKey: string, counts: EncodedCounts): string =>
  [`Wrote ${counted(counts.rows, "variant")} of brand ${brandKey}.`, ...fileNotes(counts)].join(" ")
