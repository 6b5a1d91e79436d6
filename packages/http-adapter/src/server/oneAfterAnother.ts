import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests of one connection that are worked on at once, and that wait behind them before no more are read. */
const most = { atOnce: 4, waiting: 16 }

interface Line {
  working: number
  readonly waiting: Array<() => void>
}

const lines = new WeakMap<Socket, Line>()

/** Begins the work on a request when it is its turn on its connection; HTTP/2 has its own limit of those at once. */
export const inTurn = (
  { socket, httpVersionMajor }: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void => {
  const line = lines.get(socket) ?? { working: 0, waiting: [] }
  lines.set(socket, line)
  const begin = () => {
    line.working++
    response.once("close", () => {
      line.working--
      line.waiting.shift()?.()
      if (line.waiting.length < most.waiting && socket.isPaused()) socket.resume()
    })
    work()
  }
  if (httpVersionMajor > 1) work()
  else if (line.working < most.atOnce) begin()
  else {
    line.waiting.push(begin)
    if (line.waiting.length >= most.waiting) socket.pause()
  }
}

/**
 * Works on few requests of one connection at once. Sent one behind the other, without waiting for answers, a packet holds
 * hundreds of them, and Node would begin them all before it looks at anybody else.
 */
export const oneAfterAnother = (server: Server): Server => {
  const emit = server.emit.bind(server) as (name: string, ...args: ReadonlyArray<unknown>) => boolean
  return Object.assign(server, {
    emit: (name: string, ...args: ReadonlyArray<unknown>) => {
      if (name !== "request") return emit(name, ...args)
      const [request, response] = args as unknown as [IncomingMessage, ServerResponse]
      inTurn(request, response, () => emit(name, request, response))
      return true
    },
  })
}
