import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { endQuietly } from "../../src/server/endQuietly.ts"

it("makes no stacks of the errors of a connection that ends, and of all others as before", async () => {
  const errors: Array<Error> = []
  const server = endQuietly(createServer())
  server.on("request", (request) => request.on("error", (error) => errors.push(error)))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const [connection] = await once(server, "connection")
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3))
  await once(server, "request")
  const limit = Error.stackTraceLimit
  socket.destroy()
  await once(connection, "close")
  expect(Error.stackTraceLimit).toBe(limit)
  // told one turn later
  await new Promise(setImmediate)
  expect(errors.map(({ stack }) => stack)).toEqual(Array(3).fill("Error: aborted"))
  expect(new Error("later").stack).toContain("endQuietly.test.ts")
})
