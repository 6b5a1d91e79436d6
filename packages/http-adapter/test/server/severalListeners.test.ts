import { once } from "node:events"
import { createServer, get, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { severalListeners } from "../../src/server/severalListeners.ts"

const host = "127.0.0.1"
const listening = async (port = 0) => {
  const server = severalListeners(createServer())
  await new Promise<void>((done, failed) => {
    server.once("error", failed)
    server.listen({ host, port }, done)
  })
  onTestFinished(() => void server.close())
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

it.runIf(process.platform === "linux")(
  "takes many new connections between two looks at the network",
  async () => {
    const server = await listening()
    let turn = 0
    const turns = new Set<number>()
    let taken = 0
    server.on("connection", () => {
      turns.add(turn)
      taken++
    })
    const sockets = Array.from({ length: 64 }, () => connect(portOf(server), host))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    while (taken < sockets.length) {
      await new Promise(setImmediate)
      turn++
    }
    // one listener takes 64
    expect(turns.size).toBeLessThan(32)
  },
)

it("fails where another server listens, which shares its port with no other", async () => {
  const first = await listening()
  await expect(listening(portOf(first))).rejects.toMatchObject({ code: "EADDRINUSE", port: portOf(first) })
})

it("ends once every request is answered, whichever listener took its connection, and takes none meanwhile", async () => {
  const server = await listening()
  const responses: Array<ServerResponse> = []
  const all = new Promise<void>((done) =>
    server.on("request", (_, response) => {
      if (responses.push(response) === 32) done()
    }),
  )
  const port = portOf(server)
  const answers = Array.from(
    { length: 32 },
    () =>
      new Promise<number | undefined>((done, failed) =>
        get({ host, port, agent: false }, (answer) => done(answer.resume().statusCode)).on("error", failed),
      ),
  )
  await all
  let isClosed = false
  const closed = new Promise<void>((done) =>
    server.close(() => {
      isClosed = true
      done()
    }),
  )
  const late: Socket = connect(port, host)
  const [error] = await once(late, "error")
  expect(error).toMatchObject({ code: "ECONNREFUSED" })
  for (const response of responses) {
    expect(isClosed).toBe(false)
    response.end("x")
  }
  expect(await Promise.all(answers)).toEqual(Array(32).fill(200))
  await closed
})
