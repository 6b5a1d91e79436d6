import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setTimeout } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import type { SlowReaderLimits } from "../../src/server/connections.ts"
import { guardedResponse } from "../../src/server/nodeServer.ts"

/** More than the system takes for a client that does not read. */
const large = "x".repeat(24_000_000)

const serve = async (
  limits: SlowReaderLimits,
  answer: (response: ServerResponse, url: string) => unknown,
) => {
  const server = createServer({ ServerResponse: guardedResponse(limits) })
    .on("request", (request, response) => answer(response, request.url!))
    .listen(0, "127.0.0.1")
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  /** Asks for these one behind the other, and reads nothing. */
  const ask = (...paths: ReadonlyArray<string>) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {})
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""))
    return socket
  }
  /** Resolves when the server has no connection of that number any more. */
  const served = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  const left = async (count: number) => {
    while ((await served()) !== count) await setTimeout(10)
  }
  return { ask, left, url: `http://127.0.0.1:${port}` }
}

it("a client that reads nothing of its answer is hung up on, a queue of answers and a stream too", async () => {
  const { ask, left } = await serve({ sendTimeout: 100 }, (response, url) => {
    if (url !== "/stream") return response.end(large)
    const write = () => response.write(large.slice(0, 1_000_000))
    response.on("drain", write)
    write()
  })
  for (const paths of [["/"], ["/", "/", "/"], ["/stream"]]) {
    const socket = ask(...paths)
    await once(socket, "connect")
    await left(0)
    socket.destroy()
  }
})

it("a client stays for whom an answer takes long to be made, or whose stream is silent", async () => {
  const { ask, url } = await serve({ sendTimeout: 20 }, async (response, path) => {
    if (path === "/stream") return response.write("data: 1\n\n")
    await setTimeout(100)
    response.end("made")
  })
  const silent = ask("/stream")
  await once(silent, "data")
  expect(await (await fetch(url)).text()).toBe("made")
  expect(await (await fetch(url)).text()).toBe("made")
  silent.write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
  expect([silent.destroyed, silent.readableEnded]).toEqual([false, false])
  silent.destroy()
})

it("where more waits than may, those that have waited longest go, and the last one never", async () => {
  const answered: Array<string> = []
  const { ask, url } = await serve({ maxUnread: 30_000_000 }, (response, path) => {
    response.once("close", () => answered.push(path)).end(large)
  })
  const [first, second] = [ask("/first"), ask("/first", "/first")]
  while (!answered.includes("/first")) await setTimeout(10)
  expect((await (await fetch(url)).text()).length).toBe(large.length)
  first.destroy()
  second.destroy()
})
