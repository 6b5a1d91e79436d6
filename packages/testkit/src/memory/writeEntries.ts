import { keyFault, type WriteResult } from "@hangtag/core"

/** What became of one entry. */
export type EntryOutcome = "inserted" | "updated" | "unchanged" | { readonly rejected: string }

const isStorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : typeof value !== "object" ||
      value === null ||
      Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))

/** Applies the entries in their order and counts what became of them; one no database could keep is rejected. */
export const writeEntries = <Entry>(
  entries: ReadonlyArray<Entry>,
  apply: (entry: Entry, index: number) => EntryOutcome,
): WriteResult => {
  const result = {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    rejected: [] as Array<{ index: number; reason: string }>,
  }
  for (const [index, entry] of entries.entries()) {
    const fault = isStorable(entry)
      ? keyFault(entry)
      : "a text holds U+0000 or half a surrogate pair, which cannot be stored"
    const outcome = fault === undefined ? apply(entry, index) : { rejected: fault }
    if (typeof outcome === "string") result[outcome]++
    else result.rejected.push({ index, reason: outcome.rejected })
  }
  return result
}
