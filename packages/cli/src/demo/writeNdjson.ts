import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { CatalogEntry } from "@hangtag/catalog-files"
import { rawJson } from "@hangtag/core/adapter"

const blockLength = 256 * 1024

/** The line of a catalog NDJSON file that holds the entry, without its end; digits of amounts are kept. */
export const ndjsonLine = (entry: CatalogEntry): string => {
  if (entry.kind !== "price") return JSON.stringify(entry)
  const { batch, ...price } = entry
  return JSON.stringify({
    ...price,
    amount: price.amount === null ? null : rawJson(price.amount),
    ...(batch === null ? {} : { batch }),
  })
}

function* blocks(entries: Iterable<CatalogEntry>): Generator<string> {
  let block = ""
  for (const entry of entries) {
    block += `${ndjsonLine(entry)}\n`
    if (block.length >= blockLength) {
      yield block
      block = ""
    }
  }
  yield block
}

/** Writes entries to a catalog NDJSON file, whatever their number. */
export const writeNdjson = (path: string, entries: Iterable<CatalogEntry>): Promise<void> =>
  pipeline(Readable.from(blocks(entries)), createWriteStream(path))
