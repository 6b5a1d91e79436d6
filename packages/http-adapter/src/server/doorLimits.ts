import { ByteSize, Duration, Layer } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { defaultLimits } from "../api/defaultLimits.ts"
import { RequestLimits } from "../validation/requestLimits.ts"
import { WorkTimeout } from "./withinTime.ts"

/** What a request may hold and take at most, whichever door it comes through. */
export interface DoorLimits {
  /** In bytes; what is larger is refused with 413. 4 MiB unless told. */
  readonly maxBodySize?: number
  /** The most elements of a list, and members of an object, in a body; more is refused with 422. 100,000 unless told. */
  readonly maxItems?: number
  /** The most values of a body in all: elements, members, lists, objects; more is refused with 422. 250,000 unless told. */
  readonly maxValues?: number
  /** The most characters of a text in a body; more is refused with 422. 100,000 unless told. */
  readonly maxTextLength?: number
  /** Milliseconds in which a request must have come in whole (else 408), and then be answered (else 503). 60,000 unless told. */
  readonly requestTimeout?: number
}

export const { maxHeaderSize, requestTimeout: defaultRequestTimeout } = defaultLimits

export const doorLimits = ({
  maxBodySize = defaultLimits.maxBodySize,
  maxItems = defaultLimits.maxItems,
  maxValues = defaultLimits.maxValues,
  maxTextLength = defaultLimits.maxTextLength,
  requestTimeout = defaultRequestTimeout,
}: DoorLimits) =>
  Layer.mergeAll(
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodySize)),
    Layer.succeed(RequestLimits, { maxItems, maxValues, maxTextLength }),
    Layer.succeed(WorkTimeout, Duration.millis(requestTimeout)),
  )
