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
