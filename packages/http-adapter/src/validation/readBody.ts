import { IncomingMessage } from "node:http"
import { finished, Readable } from "node:stream"
import { Context, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Arrival } from "./Arrival.ts"
import { refusal, unreadable } from "./errorAnswers.ts"
import { RequestLimits } from "./limits.ts"

/** Bytes, where the sender does not say how many there will be. */
const firstSize = 64 * 1024

/** Bytes of a piece, on average: who sends name by name has more. Of a body that is small nothing is asked. */
const bytesAPiece = 16
const fewPieces = 10_000

/** The rest of the body is not waited for. */
const hungUp = (status: number, detail: string) => refusal(status, detail, { connection: "close" })

/** Nothing is unpacked here: of a body that is packed it is unknown how large it will be. */
const packed = hungUp(400, "Packed bodies are not taken: send it as it is, without Content-Encoding")
const tooLarge = (most: number) => hungUp(413, `The body is larger than ${most} bytes, the most taken here`)
const tooManyPieces = hungUp(
  413,
  `The body comes in very many pieces: send at least ${bytesAPiece} bytes in each`,
)
const late = (millis: number) => hungUp(408, `The request did not come in whole within ${millis / 1000} s`)

/** What has come of a body: each piece is copied at once, since a million of them by themselves are 200 MB. */
const gathered = (declared: number, most: number) => {
  let whole = Buffer.allocUnsafe(Math.min(declared || firstSize, most))
  let length = 0
  let pieces = 0
  return {
    /** Gives the answer to a body that is not taken with it. */
    add: (piece: Uint8Array) => {
      const end = length + piece.length
      if (end > most) return tooLarge(most)
      if (++pieces > fewPieces && end < pieces * bytesAPiece) return tooManyPieces
      if (end > whole.length) {
        const larger = Buffer.allocUnsafe(Math.min(most, Math.max(2 * whole.length, end)))
        whole.copy(larger, 0, 0, length)
        whole = larger
      }
      whole.set(piece, length)
      length = end
      return undefined
    },
    bytes: () => whole.subarray(0, length),
  }
}

const readConnection = (source: Readable, declared: number, most: number) =>
  Effect.callback<Uint8Array, HttpServerResponse.HttpServerResponse>((resume) => {
    const { add, bytes } = gathered(declared, most)
    const onData = (piece: Uint8Array) => {
      const refused = add(piece)
      if (refused === undefined) return
      leave()
      // a million of them would be looked at before the answer is sent
      if (refused === tooManyPieces && source instanceof IncomingMessage) source.pause().socket.pause()
      resume(Effect.fail(refused))
    }
    const forget = finished(source, { writable: false }, (cause) => {
      stop()
      resume(cause ? Effect.fail(unreadable) : Effect.succeed(bytes()))
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
        const refused = add(piece)
        if (refused === undefined) continue
        // its own clean-up may never end
        source.body?.cancel().catch(() => {})
        return Effect.fail(refused)
      }
      return Effect.succeed(bytes())
    },
    catch: () => unreadable,
  }).pipe(Effect.flatten)

/**
 * Reads the current request's body to its end, of at most `most` bytes, or gives the answer to one that is not read. In a host's server, which may wait for ever, it has to
 * come in its time; a server of Node's own looks after that itself.
 */
export const readBody = (
  most: number,
): Effect.Effect<Uint8Array, HttpServerResponse.HttpServerResponse, HttpServerRequest.HttpServerRequest> =>
  Effect.contextWith(
    (
      context: Context.Context<HttpServerRequest.HttpServerRequest>,
    ): Effect.Effect<Uint8Array, HttpServerResponse.HttpServerResponse> => {
      const { source, headers } = Context.get(context, HttpServerRequest.HttpServerRequest)
      const arrival = Context.get(context, Arrival)
      if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return Effect.fail(packed)
      const declared = Number(headers["content-length"] ?? 0)
      // the host's own request, where there is one: what was made of it has no body
      const from = (arrival?.request ?? source) as Readable | Request
      const reading =
        from instanceof Readable ? readConnection(from, declared, most) : readStream(from, declared, most)
      if (arrival === undefined) return reading
      const { requestTimeout: duration } = Context.get(context, RequestLimits)
      return Effect.timeoutOrElse(reading, { duration, orElse: () => Effect.fail(late(duration)) })
    },
  )
