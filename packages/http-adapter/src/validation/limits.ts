import type { OperationName } from "@hangtag/core/effect"
import { Context, Layer } from "effect"

/** What a request may hold and take at most, whichever door it comes through. */
export interface DoorLimits {
  /** Bytes of a body; what is larger is refused with 413. Default 1 MiB. */
  readonly maxBodySize?: number
  /** The same, of the operations on lists of keys: exports and their preflights, fills, adjustments. Default 4 MiB. */
  readonly maxBulkBodySize?: number
  /** The most values of a body in all: elements, members, lists, objects; more is refused with 422. Default 150,000. */
  readonly maxValues?: number
  /** Milliseconds in which a request must have come in whole (else 408), and then be answered (else 503). Default 60,000. */
  readonly requestTimeout?: number
}

/** What a request may hold and take, and an organization may do, unless the operator has set others. */
export const defaultLimits = {
  maxBodySize: 1024 ** 2,
  // room for 100,000 keys of 36 characters
  maxBulkBodySize: 4 * 1024 ** 2,
  maxValues: 150_000,
  /** Of one object of a body: none that is asked for has a hundredth. */
  members: 10_000,
  requestTimeout: 60_000,
  /** Of a request's line and headers: room for the longest query the interface allows, percent-encoded. */
  maxHeaderSize: 64 * 1024,
  callsASecond: 200,
  /** Of one organization's, those that a process works on at once, and those that wait for that. */
  callsAtOnce: 8,
  callsWaiting: 1_000,
  /** Of one connection, those that may wait for their answers; one of them is worked on. */
  requestsInLine: 4,
} as const

/** What the current request may hold and take, whatever its schema allows. */
export const RequestLimits = Context.Reference<Required<DoorLimits>>(
  "@hangtag/http-adapter/validation/RequestLimits",
  { defaultValue: () => defaultLimits },
)

export const requestLimits = ({
  maxBodySize = defaultLimits.maxBodySize,
  maxBulkBodySize = defaultLimits.maxBulkBodySize,
  maxValues = defaultLimits.maxValues,
  requestTimeout = defaultLimits.requestTimeout,
}: DoorLimits) =>
  Layer.succeed(RequestLimits, {
    maxBodySize,
    maxBulkBodySize,
    maxValues,
    // a timer of more fires at once
    requestTimeout: Math.min(requestTimeout, 2 ** 31 - 1),
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
  "text/tab-separated-values",
  // as Windows has it for csv
  "application/vnd.ms-excel",
  "application/octet-stream",
])

/** Whether an operation takes files at all. */
export const takesFiles = (operation: string): boolean => fileSizes.has(operation)

/** Whether the body is a file, by its type: else it is JSON. */
export const isFile = (operation: string, contentType: string | undefined): boolean =>
  fileSizes.has(operation) && fileTypes.has((contentType ?? "").split(";", 1)[0]!.trim().toLowerCase())

/** The most bytes that an operation's body may have. */
export const maxBodySizeOf = (
  operation: string,
  { maxBodySize, maxBulkBodySize }: Required<DoorLimits>,
  contentType?: string,
): number => {
  if (isFile(operation, contentType)) return fileSizes.get(operation)!
  return bulkOperations.has(operation) ? Math.max(maxBodySize, maxBulkBodySize) : maxBodySize
}
