import { type ExportRow, workTurn } from "@hangtag/core/adapter"
import { Effect, Stream } from "effect"

/** How far a run has come, for whoever watches it. */
export interface Tally {
  /** Product versions, or changes, whose rows have all been handed over. */
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

/** What rows are made of, and what they count for once all of them have been handed over. */
interface Rows<Item> {
  readonly of: (item: Item) => Iterable<ExportRow>
  readonly counts: (item: Item) => number
}

/** The rows of some items in batches, made as they are asked for, and counted as they are handed over. */
export function* rowBatches<Item>(
  rows: Rows<Item>,
  items: ReadonlyArray<Item>,
  tally: Tally,
): Generator<ReadonlyArray<ExportRow>, void, undefined> {
  let batch: Array<ExportRow> = []
  let characters = 0
  for (const item of items) {
    for (const row of rows.of(item)) {
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
    tally.processed += rows.counts(item)
  }
  if (batch.length > 0) yield batch
}

/** The same as a stream that lets others have their turn between two batches: rows are made without ever waiting. */
export const batchesInTurns = <Item>(
  rows: Rows<Item>,
  items: ReadonlyArray<Item>,
  tally: Tally,
): Stream.Stream<ReadonlyArray<ExportRow>> =>
  Stream.mapEffect(
    Stream.fromIterable(rowBatches(rows, items, tally), { chunkSize: 1 }),
    // items mostly give one batch, and are waited for themselves
    (batch, index) => (index === 0 ? Effect.succeed(batch) : Effect.as(workTurn, batch)),
  )
