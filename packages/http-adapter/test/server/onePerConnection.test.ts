import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { expect, it, onTestFinished } from "vitest"
import { onePerConnection } from "../../src/server/connections.ts"

const asked = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => `GET /${from + nth} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join("")

/** A server that says what it has begun, and answers when the test does. */
const served = async () => {
  const begun: Array<string> = []
  const responses: Array<ServerResponse> = []
  const server = createServer()
  server.on(
    "request",
    onePerConnection(({ url }, response) => {
      begun.push(url!)
      responses.push(response)
      server.emit("begun")
    }),
  )
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { server, begun, responses, open }
}

it("works on the requests of a connection one at a time, in their order, and refuses what is too many", async () => {
  const { server, begun, responses, open } = await served()
  const socket = open()
  const answers = text(socket)
  socket.write(asked(300))
  for (let nth = 0; nth < 4; nth++) {
    if (begun.length === nth) await once(server, "begun")
    expect(begun).toHaveLength(nth + 1)
    responses[nth]!.end(`<${nth}>`)
  }
  const got = await answers
  expect([...got.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    ...Array(4).fill("200"),
    "429",
  ])
  expect(got).toMatch(/<0>.*<1>.*<2>.*<3>.*"At most 4 requests may wait/s)
})

it("takes the next request of a connection that waited for its answer, however many there were", async () => {
  const { server, responses, open } = await served()
  const socket = open()
  for (let nth = 0; nth < 20; nth++) {
    socket.write(asked(1, nth))
    if (responses.length === nth) await once(server, "begun")
    responses[nth]!.end(`<${nth}>`)
    while (!String((await once(socket, "data"))[0]).includes(`<${nth}>`));
  }
})

it("begins none of the requests whose connection has ended", async () => {
  const { server, begun, responses, open } = await served()
  const socket = open()
  socket.write(asked(3))
  await once(server, "begun")
  const closed = once(responses[0]!, "close")
  socket.destroy()
  await closed
  open().write(asked(1, 100))
  await once(server, "begun")
  expect(begun).toEqual(["/0", "/100"])
})

it("begins none where the end of the connection came with them", async () => {
  const { server, begun, open } = await served()
  const { port } = server.address() as AddressInfo
  // another process, while this one looks at nothing
  const ended = `const socket = require("net").connect(${port}, "127.0.0.1", () => socket.end(${JSON.stringify(asked(3))}))`
  const connected = once(server, "connection")
  execFileSync(process.execPath, ["-e", `${ended}; socket.on("finish", () => process.exit())`])
  await once((await connected)[0], "close")
  open().write(asked(1, 100))
  await once(server, "begun")
  expect(begun).toEqual(["/100"])
})
