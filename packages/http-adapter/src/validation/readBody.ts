import { Readable } from "node:stream"
import { Data, Effect } from "effect"

/** The body has more bytes than are taken. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}
/** The body broke off. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** So many pieces take a millisecond or two, however small they are. */
const piecesAtATime = 1_000
const firstSize = 64 * 1024

/** Who stops reading must not destroy it: what is told of a body that is too large goes the same way back. */
const piecesOf = (source: Readable | Request): AsyncIterable<Uint8Array> | ReadonlyArray<Uint8Array> =>
  source instanceof Readable
    ? { [Symbol.asyncIterator]: () => source.iterator({ destroyOnReturn: false }) }
    : (source.body?.values({ preventCancel: true }) ?? [])

/** The rest is not waited for; of a connection it has to go somewhere until that ends. */
const leave = (source: Readable | Request) => {
  if (source instanceof Readable) source.resume()
  else source.body?.cancel().catch(() => {})
}

const gathered = async (source: Readable | Request, most: number, stopped: AbortSignal) => {
  let whole = Buffer.allocUnsafe(Math.min(most, firstSize))
  let [length, pieces] = [0, 0]
  for await (const piece of piecesOf(source)) {
    stopped.throwIfAborted()
    const end = length + piece.length
    if (end > most) throw new BodyTooLarge()
    if (end > whole.length) {
      const larger = Buffer.allocUnsafe(Math.min(most, Math.max(2 * whole.length, end)))
      whole.copy(larger, 0, 0, length)
      whole = larger
    }
    whole.set(piece, length)
    length = end
    if (++pieces % piecesAtATime === 0) await new Promise((resume) => setImmediate(resume))
  }
  return whole.subarray(0, length)
}

/**
 * Reads a body to its end, of so many bytes at most.
 *
 * A body may come in pieces of a byte: each is copied at once, since a million of them by themselves are 200 MB, and after
 * some of them everybody else has a turn, since they come as fast as the network gives them.
 */
export const readBody = (
  source: Readable | Request,
  most: number,
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> =>
  Effect.tryPromise({
    try: (stopped) =>
      gathered(source, most, stopped).catch((error) => {
        leave(source)
        throw error
      }),
    catch: (cause) => (cause instanceof BodyTooLarge ? cause : new BodyBroken({ cause })),
  })
