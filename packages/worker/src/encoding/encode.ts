import type { ExportRow } from "@hangtag/core/adapter"
import { type EncodedCounts, noCounts } from "../files/EncodedFile.ts"
import { type Encoder, type Encoding, encodeHere } from "./Encoder.ts"
import { encodeInThread } from "./encodeInThread.ts"

/** An xlsx file of so few is written before a thread for it has started. */
const few = { rows: 5_000, cells: 100_000 }

/**
 * Encodes where that costs least: csv here, since it takes hardly more than handing its rows to a thread would,
 * and xlsx in a thread unless it is small.
 */
export const encode: Encoder = (encoding, batches, signal) => {
  if (encoding.format === "csv") return encodeHere(encoding, batches, signal)
  const counts = noCounts()
  const blocks = xlsxBlocks(encoding, batches, signal, counts)
  return { counts, [Symbol.asyncIterator]: () => blocks }
}

async function* xlsxBlocks(
  encoding: Encoding,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  signal: AbortSignal,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rows = batches[Symbol.asyncIterator]()
  const first: Array<ReadonlyArray<ExportRow>> = []
  let [more, count, cells] = [true, 0, 0]
  while (count <= few.rows && cells <= few.cells) {
    const next = await rows.next()
    if (next.done) {
      more = false
      break
    }
    first.push(next.value)
    count += next.value.length
    cells += next.value.length * (next.value[0]?.length ?? 0)
  }
  const all: AsyncIterator<ReadonlyArray<ExportRow>> = {
    next: async () => {
      const value = first.shift()
      return value === undefined ? rows.next() : { done: false, value }
    },
    return: async () => (await rows.return?.()) ?? { done: true, value: undefined },
  }
  const file = (more ? encodeInThread : encodeHere)(encoding, { [Symbol.asyncIterator]: () => all }, signal)
  for await (const block of file) {
    Object.assign(counts, file.counts)
    yield block
  }
  Object.assign(counts, file.counts)
}
