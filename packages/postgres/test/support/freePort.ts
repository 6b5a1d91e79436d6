import { once } from "node:events"
import { createServer, type Server } from "node:net"

/** Below the ports that systems give to outgoing connections: one of these might be taken before a server begins to listen. */
const range = { first: 10_240, count: 22_000 }

const listens = (server: Server, port: number) =>
  new Promise<boolean>((done) => {
    server.once("error", () => done(false)).listen(port, "127.0.0.1", () => done(true))
  })

/** A port of the loopback address that is free. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = range.first + Math.floor(Math.random() * range.count)
    const probe = createServer()
    if (!(await listens(probe, port))) continue
    probe.close()
    await once(probe, "close")
    return port
  }
}
