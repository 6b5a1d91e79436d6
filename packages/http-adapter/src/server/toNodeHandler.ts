import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import type { Built } from "@hangtag/core/adapter"
import { type SlowReaderLimits, slowReaders } from "./connections.ts"
import { type DoorOptions, makeDoor } from "./door.ts"
import { type HostPrincipal, hostAuthenticator } from "./hostAuthenticator.ts"

/** How a Node handler serves; every limit is on by default. */
export interface NodeHandlerOptions<Incoming extends IncomingMessage> extends DoorOptions, SlowReaderLimits {
  /** Who calls, from the request as the host's framework has it, its user included. */
  readonly authenticate?: (request: Incoming) => HostPrincipal | Promise<HostPrincipal>
}

/** Answers a request, or hands it to `next` where it is for others; without `next` that is a 404. */
export type NodeHandler<Incoming extends IncomingMessage> = (
  request: Incoming,
  response: ServerResponse,
  next?: (error?: Error) => void,
) => void

const refuse = (response: ServerResponse, status: number, detail: string) => {
  // the host has answered meanwhile, as one does whose own time limit is shorter
  if (response.headersSent) return
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ detail }))
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const bodyTaken = () =>
  new Error(
    "The request's body was read before Hangtag's handler saw it, by a body parser such as express.json(): mount the handler before that",
  )

/** Methods that a web `Request` cannot have; nothing of ours answers them with anything but 405. */
const unfetchable = new Set(["CONNECT", "TRACE", "TRACK"])

/** The request's method and headers; its body is read, and where it leads is known, as the host has it. */
const webRequest = (incoming: IncomingMessage, method: string, signal: AbortSignal): Request => {
  // where a header comes twice Node knows which of them counts
  const headers = Object.entries(incoming.headers).flatMap(
    ([name, value]): Array<[string, string]> => (value === undefined ? [] : [[name, String(value)]]),
  )
  const sent = unfetchable.has(method) ? "OPTIONS" : method
  return new Request("http://localhost/", { method: sent, headers, signal })
}

const write = async (answer: Response, response: ServerResponse) => {
  // else a server that was closed meanwhile waits for its keep-alive timeout when the stream has ended
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) response.shouldKeepAlive = false
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) return response.end()
  // a client that goes away ends the stream
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => response.destroy())
}

/** What Express adds to a request. */
interface Stripped {
  readonly baseUrl?: string
  readonly originalUrl?: string
}

/** The target without the slash that Express puts before what nothing is left of. */
const targetOf = ({
  url = "/",
  baseUrl = "",
  originalUrl,
}: Stripped & Pick<IncomingMessage, "url">): string =>
  originalUrl === baseUrl + url.slice(1) ? url.slice(1) : url

/**
 * The operations as a handler for Node's `http` and the frameworks on it: Express, Fastify, Connect, Nest.
 *
 * Requests that are none of ours, CORS preflights included, go on to `next`, so that routes of the host's own stand
 * beside. Limits on bodies, time, calls and slow readers are on. Must come before parsers of bodies. Throws where
 * it is unknown who calls.
 */
export const toNodeHandler = <Incoming extends IncomingMessage = IncomingMessage>(
  hangtag: Built,
  { authenticate, ...options }: NodeHandlerOptions<Incoming>,
): NodeHandler<Incoming> => {
  const door = makeDoor(
    hangtag,
    options,
    authenticate && hostAuthenticator(({ request }) => authenticate(request as Incoming)),
  )
  const lookAfter = slowReaders(options)
  return (request, response, next) => {
    const failed = (error: unknown) => {
      if (next !== undefined)
        return next(error instanceof Error ? error : new Error(String(error), { cause: error }))
      console.error(error)
      refuse(response, 500, "Internal Server Error")
    }
    const { method = "GET", headers } = request
    const { baseUrl: stripped } = request as Stripped
    const target = targetOf(request)
    const arrival = { method, target, stripped, request }
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
    if (!door.isOurs(arrival, isPreflight))
      return next === undefined ? refuse(response, 404, "Not Found") : next()
    if (hasBody(request) && request.readableDidRead) return failed(bodyTaken())
    lookAfter(response)
    const stopped = new AbortController()
    response.once("close", () => stopped.abort())
    door
      .answer(webRequest(request, method, stopped.signal), arrival)
      .then((answer) => write(answer, response))
      .catch(failed)
  }
}
