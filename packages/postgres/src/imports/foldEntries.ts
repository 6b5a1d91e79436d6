import type { WriteResult } from "@hangtag/core"
import { WriteTally } from "./WriteTally.ts"

/** How one kind of entry changes what is kept under its key. */
export interface EntryRules<Entry, Kept> {
  readonly keyOf: (entry: Entry) => string
  /** Why the entry is rejected, or `undefined`. */
  readonly fault: (entry: Entry, kept: Kept | undefined) => string | undefined
  /** What is kept after the entry; the very `kept` where it changes nothing. */
  readonly next: (entry: Entry, kept: Kept | undefined) => Kept
}

/** Applies the entries in their order to what is kept, and gives the tally with what is to be written. */
export const foldEntries = <Entry, Kept>(
  entries: ReadonlyArray<Entry>,
  kept: ReadonlyMap<string, Kept>,
  { keyOf, fault, next }: EntryRules<Entry, Kept>,
): { readonly result: WriteResult; readonly changed: Array<Kept> } => {
  const tally = new WriteTally()
  const changed = new Map<string, Kept>()
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry)
    const before = changed.get(key) ?? kept.get(key)
    const reason = fault(entry, before)
    if (reason !== undefined) {
      tally.reject(index, reason)
      continue
    }
    const after = next(entry, before)
    tally.add(before === undefined ? "inserted" : after === before ? "unchanged" : "updated")
    if (after !== before) changed.set(key, after)
  }
  return { result: tally.result, changed: [...changed.values()] }
}
