import { currentInstant, instantToText } from "@hangtag/core"
import { Effect } from "effect"
import type { CatalogEntry } from "../import/CatalogEntry.ts"
import { catalogSink } from "../import/catalogSink.ts"
import { passOf } from "../import/ImportItem.ts"
import { ImportTally } from "../import/ImportTally.ts"
import { demoCatalog } from "./demoCatalog.ts"

/** Writes entries that come in the order in which they can be written: each after those that it refers to. */
export const loadEntries = Effect.fn("loadEntries")(function* (
  entries: Iterable<CatalogEntry>,
  organization: string,
) {
  const tally = new ImportTally(["demo"], 20)
  const sink = yield* catalogSink(organization, "UTC", tally)
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

/** Loads the demo catalog; its prices lie around `today`, an ISO date, by default the clock's in UTC. */
export const loadDemo = Effect.fn("loadDemo")(function* (organization = "demo", today?: string) {
  const day = today ?? instantToText(yield* currentInstant).slice(0, 10)
  return yield* loadEntries(demoCatalog(day), organization)
})
