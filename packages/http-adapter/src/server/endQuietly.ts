import type { Server } from "node:http"

/**
 * Has connections end without stacks. When one does, Node makes two errors for each request that still waits on it, and a
 * packet holds thousands of requests: their stacks alone kept everybody else waiting for a tenth of a second.
 */
export const endQuietly = (server: Server): Server =>
  server.on("connection", (socket) => {
    let { stackTraceLimit } = Error
    // around Node's own listener
    socket.prependListener("close", () => {
      stackTraceLimit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
    })
    socket.on("close", () => {
      Error.stackTraceLimit = stackTraceLimit
    })
  })
