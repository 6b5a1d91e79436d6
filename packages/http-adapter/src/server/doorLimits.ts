import { Duration, Layer } from "effect"
import { defaultLimits } from "../api/defaultLimits.ts"
import { BodyLimits } from "../validation/bodyLimits.ts"
import { WorkTimeout } from "./withinTime.ts"

/** What a request may hold and take at most, whichever door it comes through. */
export interface DoorLimits {
  /** Bytes of a body; what is larger is refused with 413. Default 1 MiB. */
  readonly maxBodySize?: number
  /** The same, of the operations on lists of keys: exports and their preflights, fills, adjustments. Default 4 MiB. */
  readonly maxBulkBodySize?: number
  /** The most values of a body in all: elements, members, lists, objects; more is refused with 422. Default 250,000. */
  readonly maxValues?: number
  /** Milliseconds in which a request must have come in whole (else 408), and then be answered (else 503). Default 60,000. */
  readonly requestTimeout?: number
}

export const { maxHeaderSize, requestTimeout: defaultRequestTimeout } = defaultLimits

export const doorLimits = ({
  maxBodySize = defaultLimits.maxBodySize,
  maxBulkBodySize = defaultLimits.maxBulkBodySize,
  maxValues = defaultLimits.maxValues,
  requestTimeout = defaultRequestTimeout,
}: DoorLimits) =>
  Layer.mergeAll(
    Layer.succeed(BodyLimits, { maxBodySize, maxBulkBodySize, maxValues }),
    Layer.succeed(WorkTimeout, Duration.millis(requestTimeout)),
  )
