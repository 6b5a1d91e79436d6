import type { IncomingMessage, ServerResponse } from "node:http"
import { TextResponse } from "./TextResponse.ts"

export interface SlowReaderLimits {
  /** Milliseconds in which a client must take some of what waits for it. Default 30,000. */
  readonly sendTimeout?: number
  /** Bytes of answers that wait for all clients together; beyond, those that have waited longest go. Default 32 MiB. */
  readonly maxUnread?: number
}

/**
 * Makes what looks after responses: it ends the connections of clients that do not read what they asked for. An
 * answer that is not taken is held by this process, a whole queue of them where requests were pipelined.
 *
 * Time that an answer takes to be made is none of theirs, and a stream that is silent waits for no one.
 */
export const slowReaders = ({ sendTimeout = 30_000, maxUnread = 32 * 1024 ** 2 }: SlowReaderLimits) => {
  // in the order in which they began to wait
  const unread = new Map<ServerResponse, number>()
  let bytes = 0
  const forget = (response: ServerResponse) => {
    bytes -= unread.get(response) ?? 0
    unread.delete(response)
  }
  const add = (response: ServerResponse) => {
    // nothing waits where the system took everything at once
    const waiting = response.writableLength
    if (waiting === 0) return
    unread.set(response, waiting)
    bytes += waiting
    response.once("close", () => forget(response))
    for (const oldest of unread.keys()) {
      if (bytes <= maxUnread || oldest === response) return
      forget(oldest)
      oldest.req.socket.destroy()
    }
  }
  return (response: ServerResponse): void => {
    response.once("prefinish", () => add(response))
    // Node counts whatever is taken as a sign
    response.setTimeout(sendTimeout, () => {
      if (response.writableLength > 0) response.req.socket.destroy()
    })
  }
}

type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse

/** Responses of a server of ours, every one of them looked after; `isLast` says whether its connection ends with it. */
export const guardedResponse = (limits: SlowReaderLimits, isLast = () => false): typeof ServerResponse => {
  const lookAfter = slowReaders(limits)
  return class<Request extends IncomingMessage = IncomingMessage> extends TextResponse<Request> {
    constructor(...args: ConstructorParameters<typeof TextResponse<Request>>) {
      super(...args)
      lookAfter(this)
    }

    override writeHead(...args: ReadonlyArray<unknown>): this {
      if (isLast()) this.setHeader("connection", "close")
      ;(super.writeHead as WriteHead)(...args)
      return this
    }
  }
}
