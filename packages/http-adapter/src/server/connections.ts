import type { RequestListener, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { defaultLimits } from "../validation/limits.ts"

const { requestsInLine } = defaultLimits

const tooMany = JSON.stringify({
  detail: `At most ${requestsInLine} requests may wait for their answers on one connection: send more over others`,
})
const refuse = (response: ServerResponse) =>
  response
    .writeHead(429, { "content-type": "application/json", "retry-after": "1", connection: "close" })
    .end(tooMany)

/**
 * Works on the requests of a connection one at a time, as most servers do, and refuses the first beyond a few that wait, with
 * which the connection ends: one packet holds hundreds, and Node hands on all of them before it looks at another connection.
 * What waits when its connection ends is never begun; nor is anything of a new one that came with several and its end, which Node
 * sees when it looks at the network once more.
 */
export const onePerConnection = (listener: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Array<() => void>>()
  return (request, response) => {
    const { socket } = request
    const known = lines.get(socket)
    const line = known ?? []
    if (known === undefined) lines.set(socket, line)
    if (line.length > requestsInLine) return
    line.push(line.length === requestsInLine ? () => {} : () => listener(request, response))
    if (line.length > requestsInLine) return refuse(response)
    const next = () => {
      if (!socket.destroyed) line[0]?.()
    }
    response.once("close", () => {
      line.shift()
      next()
    })
    if (known === undefined) setImmediate(() => (line.length === 1 ? next() : setImmediate(next)))
    else if (line.length === 1) next()
  }
}

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
