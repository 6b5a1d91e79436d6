import type { OperationName } from "@hangtag/core/effect"
import { Context } from "effect"

export interface BodyLimits {
  /** Bytes. */
  readonly maxBodySize: number
  /** Bytes, of the operations on lists of keys. */
  readonly maxBulkBodySize: number
  /** The most values that a body may have in all: elements, members, lists and objects. */
  readonly maxValues: number
}

export const defaultBodyLimits: BodyLimits = {
  maxBodySize: 1024 ** 2,
  // room for 100,000 keys of 36 characters
  maxBulkBodySize: 4 * 1024 ** 2,
  maxValues: 250_000,
}

/** What a body may hold at most, whatever its schema allows. */
export const BodyLimits = Context.Reference<BodyLimits>("@hangtag/http-adapter/validation/BodyLimits", {
  defaultValue: () => defaultBodyLimits,
})

/** Operations that take lists of 100,000 keys. */
const bulkOperations: ReadonlySet<string> = new Set<OperationName>([
  "preflightExport",
  "queueExport",
  "addRecordsByVariants",
  "adjustPrices",
])

/** The most bytes that an operation's body may have. */
export const maxBodySizeOf = (operation: string, { maxBodySize, maxBulkBodySize }: BodyLimits): number =>
  bulkOperations.has(operation) ? Math.max(maxBodySize, maxBulkBodySize) : maxBodySize
