import { finished, Readable } from "node:stream"
import { Data, Effect } from "effect"

/** The body has more bytes than are taken. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly most: number }> {}
/** The body broke off. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** Bytes, where the sender does not say how many there will be. */
const firstSize = 64 * 1024

/** What has come of a body: each piece is copied at once, since a million of them by themselves are 200 MB. */
const gathered = (declared: number, most: number) => {
  let whole = Buffer.allocUnsafe(Math.min(declared || firstSize, most))
  let length = 0
  return {
    /** Whether there was room for it. */
    add: (piece: Uint8Array): boolean => {
      const end = length + piece.length
      if (end > most) return false
      if (end > whole.length) {
        const larger = Buffer.allocUnsafe(Math.min(most, Math.max(2 * whole.length, end)))
        whole.copy(larger, 0, 0, length)
        whole = larger
      }
      whole.set(piece, length)
      length = end
      return true
    },
    bytes: () => whole.subarray(0, length),
  }
}

const readConnection = (source: Readable, declared: number, most: number) =>
  Effect.callback<Uint8Array, BodyTooLarge | BodyBroken>((resume) => {
    const { add, bytes } = gathered(declared, most)
    const onData = (piece: Uint8Array) => {
      if (add(piece)) return
      leave()
      resume(Effect.fail(new BodyTooLarge({ most })))
    }
    const forget = finished(source, { writable: false }, (cause) => {
      stop()
      resume(cause ? Effect.fail(new BodyBroken({ cause })) : Effect.succeed(bytes()))
    })
    const stop = () => {
      source.off("data", onData)
      forget()
    }
    /** The rest is not waited for, and has to go somewhere until the connection ends. */
    const leave = () => {
      stop()
      source.resume()
    }
    // a lost connection may be reported after that, and without a listener ends the process
    source.on("error", () => {})
    source.on("data", onData)
    return Effect.sync(leave)
  })

const readStream = (source: Request, declared: number, most: number) =>
  Effect.tryPromise({
    try: async () => {
      const { add, bytes } = gathered(declared, most)
      for await (const piece of source.body?.values({ preventCancel: true }) ?? []) {
        if (add(piece)) continue
        // its own clean-up may never end
        source.body?.cancel().catch(() => {})
        throw new BodyTooLarge({ most })
      }
      return bytes()
    },
    catch: (cause) => (cause instanceof BodyTooLarge ? cause : new BodyBroken({ cause })),
  })

/** Reads a body to its end, of at most `most` bytes; `declared` is what its sender announced. */
export const readBody = (
  source: Readable | Request,
  declared: number,
  most: number,
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> =>
  source instanceof Readable ? readConnection(source, declared, most) : readStream(source, declared, most)
