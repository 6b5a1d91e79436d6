import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A way to the database by which every answer comes so much later, as from afar; nothing is held up but by that. */
export const afar = async (url: string, milliseconds: number) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true })
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        setTimeout(() => other.destroy(), milliseconds)
      })
    }
    near.pipe(far)
    far.on("data", (bytes) => setTimeout(() => near.write(bytes), milliseconds))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const through = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href
  return {
    url: through,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
