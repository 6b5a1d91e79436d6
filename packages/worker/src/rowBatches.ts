import type { ExportRow } from "@hangtag/core/adapter"
import { type Array as Arr, Effect, type Pull, Stream } from "effect"

/** How far a run has come, for its watchers. */
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

type Batches = Arr.NonEmptyReadonlyArray<ReadonlyArray<ExportRow>>

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

/**
 * The rows of a stream of items as a stream of batches, of which before each but the first everything else may go on: rows are
 * made without ever waiting. `begin` is called with items before their first row.
 *
 * One pull, not a stream for the rows of each pulled (`Stream.flatMap`): with those, rows that were written lived until the
 * next full collection, and an export's collecting took three times as long.
 */
export const batchesInTurns = <Item, E, R>(
  rows: Rows<Item>,
  items: Stream.Stream<ReadonlyArray<Item>, E, R>,
  tally: Tally,
  begin: (some: ReadonlyArray<Item>) => void,
): Stream.Stream<ReadonlyArray<ExportRow>, E, R> => {
  function* batchesOf(pulled: ReadonlyArray<ReadonlyArray<Item>>) {
    for (const some of pulled) {
      begin(some)
      yield* rowBatches(rows, some, tally)
    }
  }
  return Stream.transformPull(items, (pull) =>
    Effect.sync(() => {
      let batches = batchesOf([])
      let turn: Effect.Effect<void> = Effect.void
      const next: Pull.Pull<Batches, E> = Effect.suspend(() => {
        const { done, value } = batches.next()
        if (done) return pullNext
        const wait = turn
        turn = Effect.yieldNow
        return Effect.as(wait, [value])
      })
      const pullNext = Effect.flatMap(pull, (pulled) => {
        batches = batchesOf(pulled)
        return next
      })
      return next
    }),
  )
}
