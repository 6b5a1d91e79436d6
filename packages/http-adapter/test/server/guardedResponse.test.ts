import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { guardedResponse } from "../../src/server/nodeServer.ts"

/** What a client gets of what `answer` sends, and how many pieces the server wrote. */
const sent = async (answer: (response: ServerResponse) => void) => {
  let pieces = 0
  const server = createServer({ ServerResponse: guardedResponse({}) }, (_, response) => {
    const socket = response.socket!
    const write = socket.write.bind(socket) as (...args: ReadonlyArray<unknown>) => boolean
    socket.write = (...args: ReadonlyArray<unknown>) => {
      pieces++
      return write(...args)
    }
    // as the platform has it for every answer
    response.strictContentLength = true
    answer(response)
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { text: await response.text(), length: response.headers.get("content-length"), pieces }
}

const text = "é".repeat(2_000)

it("an answer that is one text is written at once, headers and all", async () => {
  const answer = (response: ServerResponse) => response.writeHead(200, { "content-length": 4_000 }).end(text)
  expect(await sent(answer)).toEqual({ text, length: "4000", pieces: 1 })
})

it("an answer of bytes that are not as many as announced is refused, whole or in pieces", async () => {
  const refusals: Array<unknown> = []
  const answer = (response: ServerResponse) => {
    response.writeHead(200, { "content-length": 4_000 })
    const bytes = Buffer.from(text)
    for (const send of [
      () => response.end(bytes.subarray(1)),
      () => response.write(Buffer.concat([bytes, bytes])),
      () => response.end(),
    ])
      try {
        send()
      } catch (error) {
        refusals.push((error as { code?: unknown }).code)
      }
    response.end(bytes)
  }
  expect(await sent(answer)).toMatchObject({ text, length: "4000" })
  expect(refusals).toEqual(Array(3).fill("ERR_HTTP_CONTENT_LENGTH_MISMATCH"))
})
