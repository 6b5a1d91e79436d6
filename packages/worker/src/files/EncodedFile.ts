/**
 * A file being encoded: iterate it once for its bytes. Pulling a chunk pulls the rows that it needs and no more;
 * leaving the loop early closes the rows. Each chunk (256 KiB but for the last) is memory of its own, to keep or
 * to transfer to another thread.
 */
export interface EncodedFile extends AsyncIterable<Uint8Array> {
  /** Grows while the file is read, final once the last chunk has been read. */
  readonly counts: Readonly<EncodedCounts>
}

export interface EncodedCounts {
  /** Data rows; header rows are not counted. */
  rows: number
  /** Sheets of an xlsx file; 1 for a csv file. */
  sheets: number
  /** Cells cut because a sheet holds 32,767 UTF-16 units per cell. Always 0 for csv. */
  truncatedCells: number
  /** Numbers written as text because a spreadsheet would drop digits. Always 0 for csv. */
  numbersAsText: number
  /** Dates and date-times written as text because a sheet has no such day. Always 0 for csv. */
  datesAsText: number
}

export const noCounts = (): EncodedCounts => ({
  rows: 0,
  sheets: 0,
  truncatedCells: 0,
  numbersAsText: 0,
  datesAsText: 0,
})
