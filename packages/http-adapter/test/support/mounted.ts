import http from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import type { Built } from "@hangtag/core/adapter"
import { type DoorOptions, toNodeHandler, toWebHandler } from "../../src/index.ts"

/** Where handlers are mounted in another server. */
export type Door = "node handler" | "fetch handler"

const notFound = (response: http.ServerResponse) => {
  response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}')
}

const hasBody = ({ headers, method }: http.IncomingMessage) =>
  method !== "GET" && (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)

const webRequest = (incoming: http.IncomingMessage, stopped: AbortSignal): Request =>
  new Request(`http://localhost${incoming.url}`, {
    method: incoming.method!,
    headers: incoming.headers as Record<string, string>,
    signal: stopped,
    ...(hasBody(incoming)
      ? { body: Readable.toWeb(incoming) as unknown as globalThis.ReadableStream, duplex: "half" }
      : {}),
  } as RequestInit)

/** Another server: what is not the handler's is answered 404. Targets get the base path put before them. */
export const mountedServer = (door: Door, hangtag: Built, options: DoorOptions): http.Server => {
  const basePath = options.basePath?.replace(/\/$/, "") ?? ""
  const prefixed = (request: http.IncomingMessage) => Object.assign(request, { url: basePath + request.url })
  const asFarAsWeAllow = { maxHeaderSize: 64 * 1024 }
  if (door === "node handler") {
    const handle = toNodeHandler(hangtag, options)
    return http.createServer(asFarAsWeAllow, (request, response) =>
      handle(prefixed(request), response, (error) => {
        if (error !== undefined) throw error
        notFound(response)
      }),
    )
  }
  const handle = toWebHandler(hangtag, options)
  return http.createServer(asFarAsWeAllow, async (incoming, response) => {
    const stopped = new AbortController()
    response.on("close", () => stopped.abort())
    const answer = await handle(webRequest(prefixed(incoming), stopped.signal))
    if (answer === undefined) return notFound(response)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) return response.end()
    await pipeline(Readable.fromWeb(answer.body as unknown as ReadableStream), response).catch(() => {})
  })
}
