import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests of one connection that are worked on at once, and that wait behind them before no more are read. */
const most = { atOnce: 4, waiting: 16 }

interface Line {
  working: number
  readonly waiting: Array<() => void>
}

/**
 * Works on few requests of one connection at once. Sent one behind the other, without waiting for answers, a packet holds
 * hundreds of them, and Node would begin them all before it looks at anybody else.
 */
export const oneAfterAnother = (server: Server): Server => {
  const lines = new WeakMap<Socket, Line>()
  const emit = server.emit.bind(server) as (name: string, ...args: ReadonlyArray<unknown>) => boolean
  const begin = (socket: Socket, line: Line, request: IncomingMessage, response: ServerResponse) => {
    line.working++
    response.once("close", () => {
      line.working--
      line.waiting.shift()?.()
      if (line.waiting.length < most.waiting && socket.isPaused()) socket.resume()
    })
    return emit("request", request, response)
  }
  const arrive = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const line = lines.get(socket) ?? { working: 0, waiting: [] }
    lines.set(socket, line)
    if (line.working < most.atOnce) return begin(socket, line, request, response)
    line.waiting.push(() => begin(socket, line, request, response))
    if (line.waiting.length >= most.waiting) socket.pause()
    return true
  }
  return Object.assign(server, {
    emit: (name: string, ...args: ReadonlyArray<unknown>) =>
      name === "request"
        ? arrive(args[0] as IncomingMessage, args[1] as ServerResponse)
        : emit(name, ...args),
  })
}
