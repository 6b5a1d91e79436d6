import type { IncomingMessage } from "node:http"
import { finished } from "node:stream"
import { Data, Effect } from "effect"

/** The body has more bytes than are taken. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}
/** The body broke off. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly cause: unknown }> {}

/** So many pieces take a millisecond or two, however small they are. */
const piecesAtATime = 1_000
const firstSize = 64 * 1024

/**
 * Reads a body to its end, of so many bytes at most.
 *
 * A body may come in pieces of a byte: each is copied at once, since a million of them by themselves are 200 MB, and after
 * some of them everybody else has a turn, since they come as fast as the network gives them.
 */
export const readBody = (
  source: IncomingMessage,
  most: number,
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> =>
  Effect.callback((resume) => {
    // the request itself would be paused only when it holds as many bytes as it may
    const { socket } = source
    let whole = Buffer.allocUnsafe(Math.min(most, firstSize))
    let [length, pieces] = [0, 0]
    const add = (piece: Buffer) => {
      const end = length + piece.length
      if (end > most) {
        stop()
        // the rest is not waited for, and has to go somewhere until the connection ends
        source.resume()
        return resume(Effect.fail(new BodyTooLarge()))
      }
      if (end > whole.length) {
        const larger = Buffer.allocUnsafe(Math.min(most, Math.max(2 * whole.length, end)))
        whole.copy(larger, 0, 0, length)
        whole = larger
      }
      piece.copy(whole, length)
      length = end
      if (++pieces % piecesAtATime !== 0) return
      socket.pause()
      setImmediate(() => socket.resume())
    }
    const forget = finished(source, { writable: false }, (cause) => {
      stop()
      resume(cause ? Effect.fail(new BodyBroken({ cause })) : Effect.succeed(whole.subarray(0, length)))
    })
    const stop = () => {
      source.off("data", add)
      forget()
    }
    source.on("data", add)
    return Effect.sync(() => {
      stop()
      source.resume()
    })
  })
