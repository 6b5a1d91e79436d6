import { isDraftOf } from "./asPublished.ts"
import type { ColorwayFound } from "./ColorwayFound.ts"

/** A colorway as if a batch that is to be replaced were discarded: its drafts are in no one's way. */
export const withoutDraftsOf = <Found extends ColorwayFound>(
  found: Found,
  batch_key: string | null,
): Found =>
  batch_key === null
    ? found
    : {
        ...found,
        pairs: found.pairs.map((pair) => ({
          ...pair,
          records: pair.records.filter((record) => !isDraftOf(record, batch_key)),
        })),
      }
