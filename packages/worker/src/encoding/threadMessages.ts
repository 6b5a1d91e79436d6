import type { EncodedCounts } from "../files/EncodedFile.ts"
import type { Limit } from "../files/ExportLimitExceeded.ts"
import type { PackedRows } from "./packRows.ts"

// Each side lets the other run ahead by a few messages, so that neither waits nor piles up.

/** Batches of rows that the thread asks for ahead of its need. */
export const batchesAhead = 3
/** Blocks of the file, of 256 KiB, that the thread makes ahead of their use. */
export const blocksAhead = 8

export type ToThread =
  /** A batch; null ends them. */
  | { readonly kind: "rows"; readonly rows: PackedRows | null }
  /** A block has been used. */
  | { readonly kind: "used" }

export type FromThread =
  /** Asks for one more batch. */
  | { readonly kind: "more" }
  | { readonly kind: "block"; readonly block: Uint8Array; readonly counts: EncodedCounts }
  | { readonly kind: "end"; readonly counts: EncodedCounts }
  | ({
      readonly kind: "limit"
    } & Limit)
  | { readonly kind: "failed"; readonly error: unknown }
