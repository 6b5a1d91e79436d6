import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { oneAfterAnother } from "../../src/server/oneAfterAnother.ts"

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
  expect(begun).toEqual(["/one", "/one", "/one", "/one", "/other"])
})
