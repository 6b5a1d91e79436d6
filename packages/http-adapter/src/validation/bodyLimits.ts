import type { OperationName } from "@hangtag/core/effect"
import { Context } from "effect"
import { isJsonContentType } from "./isJsonContentType.ts"

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
  "previewPriceSheet",
  "generatePriceSheet",
  "exportPriceSheet",
])

/** Operations whose body may be a file, and how large that may be. */
const fileSizes: ReadonlyMap<string, number> = new Map<OperationName, number>([
  ["previewPriceSheet", 20 * 1024 ** 2],
  ["generatePriceSheet", 20 * 1024 ** 2],
])

/** The types of files that are taken: none that a page of another site may send without asking first. */
const fileTypes: ReadonlySet<string> = new Set([
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
  // as Windows has it for csv
  "application/vnd.ms-excel",
  "application/octet-stream",
])

/** Whether the body is a file, by its type: else it is JSON. */
export const isFile = (operation: string, contentType: string | undefined): boolean =>
  fileSizes.has(operation) && fileTypes.has((contentType ?? "").split(";", 1)[0]!.trim().toLowerCase())

/** Whether the body of an operation that takes files is neither one of those that it takes nor JSON, by its type. */
export const isOtherFile = (operation: string, contentType: string | undefined): boolean =>
  fileSizes.has(operation) && !isFile(operation, contentType) && !isJsonContentType(contentType)

/** The most bytes that an operation's body may have. */
export const maxBodySizeOf = (
  operation: string,
  { maxBodySize, maxBulkBodySize }: BodyLimits,
  contentType?: string,
): number => {
  if (isFile(operation, contentType)) return fileSizes.get(operation)!
  return bulkOperations.has(operation) ? Math.max(maxBodySize, maxBulkBodySize) : maxBodySize
}
