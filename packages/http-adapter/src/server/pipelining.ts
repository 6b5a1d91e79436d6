import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { defaultLimits } from "../api/defaultLimits.ts"
import { refusal } from "./refusal.ts"

const { requestsInLine } = defaultLimits

/** Requests of a connection that are not answered yet. */
const open = new WeakMap<Socket, number>()

const change = (socket: Socket, by: number): number => {
  const count = (open.get(socket) ?? 0) + by
  open.set(socket, count)
  return count
}

const tooMany = refusal(
  429,
  `At most ${requestsInLine} requests may wait for their answers on one connection: send more over others`,
  { "retry-after": "1", connection: "close" },
)

/**
 * Refuses what is sent without waiting for answers beyond a few: one packet holds hundreds of requests, and Node hands on
 * all of them before it looks at another connection.
 */
export const boundPipelining = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ source }) => {
    const { socket } = source as IncomingMessage
    const leave = Effect.sync(() => void change(socket, -1))
    return change(socket, 1) > requestsInLine ? Effect.as(leave, tooMany) : Effect.ensuring(app, leave)
  })
