import type { Server } from "node:http"
import { type AddressInfo, createServer, type Server as Listener } from "node:net"

/** New connections that are taken between two looks at the network, as many as there are listeners. */
const listeners = 8

/** Where the system spreads connections over the sockets of one port. */
const canShare = process.platform === "linux" && !("bun" in process.versions) && !("deno" in process.versions)

type Listen = (options: { readonly host: string; readonly port: number }, done: () => void) => Server

/** Fails as any listener does where the port is taken: sockets that share one would join those of another process. */
const requireFree = (server: Server, host: string, port: number, free: () => void) => {
  if (port === 0) return free()
  const probe = createServer()
  probe.once("error", (error) => server.emit("error", error))
  probe.listen(port, host, () => probe.close(free))
}

/**
 * Listens on one port several times. Node takes one connection of a listener between two looks at the network, so the
 * next one waits for the work of as many turns as there are connections before it.
 */
export const severalListeners = (server: Server): Server => {
  if (!canShare) return server
  const others: Array<Listener> = []
  const listen = server.listen.bind(server) as unknown as Listen
  const close = server.close.bind(server)
  return Object.assign(server, {
    listen: ((options, done) => {
      requireFree(server, options.host, options.port, () => {
        listen({ ...options, reusePort: true } as typeof options, () => {
          const { address: host, port } = server.address() as AddressInfo
          for (let nth = 1; nth < listeners; nth++) {
            // as Node's HTTP server makes its own
            const other = createServer({ allowHalfOpen: true, noDelay: true })
            other.on("connection", (socket) => server.emit("connection", socket))
            // those that there are take its connections
            other.on("error", () => {})
            others.push(other.listen({ host, port, reusePort: true }))
          }
          done()
        })
      })
      return server
    }) satisfies Listen,
    close: (done?: (error?: Error) => void) => {
      let open = others.length + 1
      let failure: Error | undefined
      const ended = (error?: Error) => {
        failure ??= error
        if (--open === 0) done?.(failure)
      }
      for (const other of others) other.close(() => ended())
      return close(ended)
    },
  })
}
