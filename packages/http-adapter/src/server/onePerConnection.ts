import type { RequestListener, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { defaultLimits } from "../api/defaultLimits.ts"

const { requestsInLine } = defaultLimits

const tooMany = JSON.stringify({
  detail: `At most ${requestsInLine} requests may wait for their answers on one connection: send more over others`,
})
const refuse = (response: ServerResponse) =>
  response
    .writeHead(429, { "content-type": "application/json", "retry-after": "1", connection: "close" })
    .end(tooMany)

/**
 * Works on the requests of a connection one at a time, as most servers do, and refuses those beyond a few that wait: one
 * packet holds hundreds, and Node hands on all of them before it looks at another connection. What waits when its
 * connection ends is never begun.
 */
export const onePerConnection = (listener: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Array<() => void>>()
  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket) ?? []
    lines.set(socket, line)
    if (line.length >= requestsInLine) return refuse(response)
    line.push(() => listener(request, response))
    response.once("close", () => {
      line.shift()
      if (!socket.destroyed) line[0]?.()
    })
    if (line.length === 1) line[0]!()
  }
}
