import { constants } from "node:buffer"
import type { ExportRow } from "@hangtag/core/adapter"
import { type Cause, Effect, Stream } from "effect"
import { ExportLimitExceeded } from "../files/ExportLimitExceeded.ts"
import type { Encoder, Encoding } from "./Encoder.ts"
import { EncoderStopped } from "./EncoderStopped.ts"

/** V8's word for a row, the one thing put together as one text, that is longer than a text can be. */
const isTooLongText = (error: unknown): boolean =>
  error instanceof RangeError && error.message === "Invalid string length"

/**
 * A file as a stream that reads the rows as it is read itself, once: read again, as by storage that begins anew,
 * it fails instead of being empty. Closing the scope closes the rows, even while they are being waited for.
 */
export const encodeStream = Effect.fnUntraced(function* <E, R>(
  encode: Encoder,
  encoding: Encoding,
  batches: Stream.Stream<ReadonlyArray<ExportRow>, E, R>,
) {
  const context = yield* Effect.context<R>()
  let broken: Cause.Cause<E> | undefined
  const watched = Stream.tapCause(batches, (cause) =>
    Effect.sync(() => {
      broken = cause
    }),
  )
  const rows = Stream.toAsyncIterableWith(watched, context)[Symbol.asyncIterator]()
  const abort = new AbortController()
  // Leaving an async generator that awaits its source waits for that source, so it is stopped from this end.
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      abort.abort()
      await rows.return?.()
    }),
  )
  const file = encode(encoding, { [Symbol.asyncIterator]: () => rows }, abort.signal)
  let read = false
  const once = Stream.suspend(() => {
    if (read) return Stream.fail(new EncoderStopped({ reason: "storage" }))
    read = true
    return Stream.fromAsyncIterable(file, (error) => error)
  })
  const content = once.pipe(
    Stream.catch((error): Stream.Stream<never, E | ExportLimitExceeded | EncoderStopped> => {
      if (broken !== undefined) return Stream.failCause(broken)
      if (isTooLongText(error)) {
        const [limit, actual] = [constants.MAX_STRING_LENGTH, constants.MAX_STRING_LENGTH + 1]
        return Stream.fail(new ExportLimitExceeded({ reason: "row-size", limit, actual }))
      }
      return error instanceof ExportLimitExceeded || error instanceof EncoderStopped
        ? Stream.fail(error)
        : Stream.die(error)
    }),
  )
  return { counts: file.counts, content }
})
