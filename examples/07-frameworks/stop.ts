import { once } from "node:events"
import type { Server } from "node:http"
import { hangtag } from "./catalog.ts"

/** Ends a server of Node's, Express's and Hono's among them, and with it Hangtag. */
export const stop = async (server: Server) => {
  const ended = once(server, "close")
  server.close() // no new connections; those that are there may end
  await hangtag.close() // event streams end here: the server would wait for them for ever
  await ended
}
