import { connect } from "node:net"
import type { Duplex } from "node:stream"
import type { PgClient } from "./pgSession.ts"

const CANCEL_REQUEST = 80877102

/** Has the server end what the client is asked, over a connection of its own; whether it does shows on the client. */
export const cancelRequest = (client: PgClient, stream: () => Duplex): void => {
  const { processID, secretKey } = client
  if (typeof processID !== "number" || typeof secretKey !== "number") return
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const beside = stream()
  // the other end closes it when it has done so; a pooler forgets the request of who closes first
  beside.on("error", () => {}).write(request)
  // who does not answer the one connection may not answer the other
  setTimeout(() => beside.destroy(), 5_000).unref()
}

/** The way to the server that the client is connected to. */
export const besideOf = (client: PgClient) => (): Duplex => {
  const { host = "localhost", port = 5432 } = client
  return host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}
