import { type ExportProduct, type ExportRow, type ExportShape, exportRows } from "@hangtag/core"

/** How far a run has come, for whoever watches it. */
export interface Tally {
  /** Product versions whose rows have all been handed over. */
  processed: number
  rows: number
}

/** Handed over at a time: enough to spare crossings between threads, little enough to hold several. */
const atMost = { rows: 1000, cells: 20_000 }

/** The rows of some products in batches, made as they are asked for, and counted as they are handed over. */
export function* rowBatches(
  shape: ExportShape,
  products: ReadonlyArray<ExportProduct>,
  tally: Tally,
): Generator<ReadonlyArray<ExportRow>, void, undefined> {
  let batch: Array<ExportRow> = []
  for (const product of products) {
    for (const row of exportRows(shape, product)) {
      batch.push(row)
      tally.rows++
      if (batch.length === atMost.rows || batch.length * row.length >= atMost.cells) {
        yield batch
        batch = []
      }
    }
    tally.processed++
  }
  if (batch.length > 0) yield batch
}
