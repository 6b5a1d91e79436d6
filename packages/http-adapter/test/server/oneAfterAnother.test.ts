import { EventEmitter, once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { inTurn, oneAfterAnother } from "../../src/server/oneAfterAnother.ts"

it("works on four requests of a connection at once, and answers all of them in their order", async () => {
  let [working, most] = [0, 0]
  const server = oneAfterAnother(createServer()).on("request", (request, response) => {
    most = Math.max(most, ++working)
    setImmediate(() => {
      working--
      response.end(`<${request.url}>`)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  onTestFinished(() => void socket.destroy())
  const targets = Array.from({ length: 2_000 }, (_, index) => `/${index}`)
  socket.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""))
  let answers = ""
  for await (const chunk of socket) {
    answers += chunk
    if (answers.includes("</1999>")) break
  }
  expect([...answers.matchAll(/<(\/\d+)>/g)].map(([, target]) => target)).toEqual(targets)
  expect(most).toBe(4)
})

it("begins none of the requests whose connection has ended", async () => {
  const begun: Array<string | undefined> = []
  const server = oneAfterAnother(createServer()).on("request", ({ url }) => void begun.push(url))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const [connection] = await once(server, "connection")
  socket.write("GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(10))
  await once(server, "request")
  socket.destroy()
  await once(connection, "close")
  // what follows of it has been done once another connection's request is there
  const other = connect((server.address() as AddressInfo).port, "127.0.0.1")
  onTestFinished(() => void other.destroy())
  other.write("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await once(server, "request")
  const ofOne = begun.filter((url) => url === "/one").length
  expect(ofOne).toBeLessThanOrEqual(4)
  expect(begun).toEqual([...Array(ofOne).fill("/one"), "/other"])
})

it("looks at the network before it begins what came behind another request", async () => {
  const turn = () => new Promise(setImmediate)
  const worked = async (endsWithin: boolean) => {
    const socket = { destroyed: false }
    let working = 0
    for (let request = 0; request < 3; request++)
      inTurn(
        { socket, httpVersionMajor: 1 } as unknown as IncomingMessage,
        new EventEmitter() as ServerResponse,
        () => working++,
      )
    const atOnce = working
    await turn()
    const aTurnLater = working
    socket.destroyed = endsWithin
    await turn()
    await turn()
    return [atOnce, aTurnLater, working]
  }
  expect(await worked(false)).toEqual([1, 1, 3])
  expect(await worked(true)).toEqual([1, 1, 1])
})

it("begins at once on what comes on a connection that was answered before, however many new ones there are", async () => {
  const turn = () => new Promise(setImmediate)
  const begun: Array<string> = []
  const ask = (name: string, socket: object) => {
    const response = new EventEmitter() as ServerResponse
    inTurn({ socket, httpVersionMajor: 1 } as unknown as IncomingMessage, response, () => begun.push(name))
    return response
  }
  const known = { destroyed: false, isPaused: () => false }
  ask("first", known).emit("close")
  await turn()
  await turn()
  for (let crowd = 0; crowd < 500; crowd++) ask("crowd", { destroyed: false })
  ask("known", known)
  expect(begun).toEqual(["first", ...Array(16).fill("crowd"), "known"])
})
