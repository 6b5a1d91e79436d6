import { currentInstant } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { CatalogEntry } from "./CatalogEntry.ts"
import { catalogSink } from "./catalogSink.ts"
import { passOf } from "./ImportItem.ts"
import { ImportTally } from "./ImportTally.ts"

/** Writes entries that come in the order in which they can be written: each after those that it refers to. */
export const loadEntries = Effect.fn("loadEntries")(function* (
  entries: Iterable<CatalogEntry>,
  organization: string,
) {
  const tally = new ImportTally(["entries"], 20)
  const sink = yield* catalogSink(
    organization,
    { timeZone: "UTC", at: yield* currentInstant, by: "import" },
    tally,
  )
  let pass = passOf("brand")
  let line = 0
  for (const entry of entries) {
    if (passOf(entry.kind) !== pass) {
      yield* sink.flush
      pass = passOf(entry.kind)
    }
    if (sink.add(entry, { file: 0, line: ++line })) yield* sink.write(entry.kind)
  }
  yield* sink.flush
  return tally.summary
})
