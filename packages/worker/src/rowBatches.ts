import type { ExportProduct } from "@hangtag/core"
import { type ExportRow, type ExportShape, exportRows } from "@hangtag/core/adapter"

/** How far a run has come, for whoever watches it. */
export interface Tally {
  /** Product versions whose rows have all been handed over. */
  processed: number
  rows: number
}

/** Handed over at a time: enough to spare crossings between threads, little enough to hold several. */
const atMost = { rows: 1000, cells: 20_000, characters: 1_000_000 }

const charactersOf = (row: ExportRow): number => {
  let characters = 0
  for (const cell of row) {
    if (typeof cell === "string") characters += cell.length
    else if (typeof cell === "object" && cell !== null) characters += cell.text.length
  }
  return characters
}

/** The rows of some products in batches, made as they are asked for, and counted as they are handed over. */
export function* rowBatches(
  shape: ExportShape,
  products: ReadonlyArray<ExportProduct>,
  tally: Tally,
): Generator<ReadonlyArray<ExportRow>, void, undefined> {
  let batch: Array<ExportRow> = []
  let characters = 0
  for (const product of products) {
    for (const row of exportRows(shape, product)) {
      batch.push(row)
      tally.rows++
      characters += charactersOf(row)
      const isFull = batch.length === atMost.rows || batch.length * row.length >= atMost.cells
      if (isFull || characters >= atMost.characters) {
        yield batch
        batch = []
        characters = 0
      }
    }
    tally.processed++
  }
  if (batch.length > 0) yield batch
}
