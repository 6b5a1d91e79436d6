import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** Passes connections on to a server, until it is silent: then nothing is passed on, and nothing is closed. */
export class Forwarder {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isSilent = false

  private constructor(server: Server) {
    this.#server = server
  }

  static async to(port: number, host = "127.0.0.1"): Promise<Forwarder> {
    const server = createServer()
    const forwarder = new Forwarder(server)
    server.on("connection", (near) => {
      const far = connect(port, host)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        forwarder.#sockets.add(from)
        from.on("data", (bytes) => void (forwarder.#isSilent || to.write(bytes)))
        from.on("error", () => {})
        from.on("close", () => {
          forwarder.#sockets.delete(from)
          if (!forwarder.#isSilent) to.destroy()
        })
      }
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    return forwarder
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** From now on nothing is answered, on old connections and new ones. */
  silence(): void {
    this.#isSilent = true
  }

  /** New connections are passed on again; what was said meanwhile is lost. */
  speak(): void {
    this.#isSilent = false
    for (const socket of this.#sockets) socket.pause()
  }

  dispose(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
