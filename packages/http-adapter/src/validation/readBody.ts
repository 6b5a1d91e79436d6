import { finished, Readable } from "node:stream"
import { Data, Effect } from "effect"

/** The body has more bytes than are taken. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}
/** The body broke off. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** Bytes, where the sender does not say how many there will be. */
const firstSize = 64 * 1024

/**
 * So many pieces may be small. They cost their sender nothing, and the process seconds a million, in which nothing keeps it
 * from reading on but the end of the connection.
 */
const piecesTaken = 10_000
const smallPiece = 16

/** What has come of a body: each piece is copied at once, since a million of them by themselves are 200 MB. */
const gathered = (told: number, most: number) => {
  let whole = Buffer.allocUnsafe(Math.min(told || firstSize, most))
  let [length, pieces] = [0, 0]
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
      pieces++
      return true
    },
    isDust: () => pieces > piecesTaken && length < pieces * smallPiece,
    bytes: () => whole.subarray(0, length),
  }
}
type Gathered = ReturnType<typeof gathered>

const readConnection = (source: Readable, { add, isDust, bytes }: Gathered) =>
  Effect.callback<Uint8Array, BodyTooLarge | BodyBroken>((resume) => {
    const onData = (piece: Uint8Array) => {
      if (add(piece)) {
        if (isDust()) source.destroy()
        return
      }
      leave()
      resume(Effect.fail(new BodyTooLarge()))
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
    // told of a lost connection after nobody waits for it any more, and that without a listener ends the process
    source.on("error", () => {})
    source.on("data", onData)
    return Effect.sync(leave)
  })

const readStream = (source: Request, { add, bytes }: Gathered) =>
  Effect.tryPromise({
    try: async () => {
      for await (const piece of source.body?.values({ preventCancel: true }) ?? []) {
        if (add(piece)) continue
        // its own clean-up may never end
        source.body?.cancel().catch(() => {})
        throw new BodyTooLarge()
      }
      return bytes()
    },
    catch: (cause) => (cause instanceof BodyTooLarge ? cause : new BodyBroken({ cause })),
  })

/**
 * Reads a body to its end, of so many bytes at most; `told` are those that its sender announced. Hangs up on who sends
 * very many pieces of a few bytes.
 */
export const readBody = (
  source: Readable | Request,
  most: number,
  told: number,
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> =>
  Effect.suspend(() =>
    source instanceof Readable
      ? readConnection(source, gathered(told, most))
      : readStream(source, gathered(told, most)),
  )
