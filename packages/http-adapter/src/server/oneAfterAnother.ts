import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { defaultLimits } from "../api/defaultLimits.ts"

const { requestsAtOnce, requestsWaiting } = defaultLimits
/** Requests that are begun between two looks at the network: of connections that were answered before, and of new ones. */
const aTurn = { known: 32, fresh: 16 }

interface Line {
  working: number
  isKnown: boolean
  readonly waiting: Array<() => void>
}

const lines = new WeakMap<Socket, Line>()

/**
 * Begins it now, or in one of the turns after the next look at the network, which may show that whoever asked has gone:
 * what comes behind another request of its connection (no `isFirst`), and what is more than a turn's.
 */
const turnsOf = (most: number) => {
  let begun = 0
  let isPlanned = false
  /** What waits since before the last look at the network, and since then. */
  let later: Array<() => void> = []
  let fresh: Array<() => void> = []
  const planTurn = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(nextTurn)
  }
  const nextTurn = () => {
    const now = later.splice(0, most)
    begun = now.length
    later = later.concat(fresh)
    fresh = []
    isPlanned = false
    if (begun + later.length > 0) planTurn()
    for (const begin of now) begin()
  }
  return (begin: () => void, isFirst: boolean): void => {
    planTurn()
    if (!isFirst || begun === most || later.length + fresh.length > 0) {
      fresh.push(begin)
      return
    }
    begun++
    begin()
  }
}

// who comes with hundreds of connections keeps nobody waiting who has one
const soon = { known: turnsOf(aTurn.known), fresh: turnsOf(aTurn.fresh) }

/** Begins the work on a request when it is its turn on its connection; HTTP/2 has its own limit of those at once. */
export const inTurn = (
  { socket, httpVersionMajor }: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void => {
  const line = lines.get(socket) ?? { working: 0, isKnown: false, waiting: [] }
  lines.set(socket, line)
  const next = () => {
    line.working--
    line.isKnown = true
    // who has gone is answered nothing
    if (socket.destroyed) line.waiting.length = 0
    line.waiting.shift()?.()
    if (line.waiting.length < requestsWaiting && socket.isPaused()) socket.resume()
  }
  const begin = () => {
    const begins = line.isKnown ? soon.known : soon.fresh
    begins(
      () => {
        if (socket.destroyed) return
        response.once("close", next)
        work()
      },
      line.working++ === 0,
    )
  }
  if (httpVersionMajor > 1) soon.known(work, true)
  else if (line.working < requestsAtOnce) begin()
  else {
    line.waiting.push(begin)
    if (line.waiting.length >= requestsWaiting) socket.pause()
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
