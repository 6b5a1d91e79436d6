import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Deferred, Effect, Layer } from "effect"
import { type DoorLimits, defaultLimits } from "../validation/limits.ts"
import { onePerConnection, type SlowReaderLimits, slowReaders } from "./connections.ts"
import { Draining } from "./readiness.ts"
import { severalListeners } from "./severalListeners.ts"

/** Where a server listens, and how long it waits for who is slow. */
export interface NodeServerOptions extends Pick<DoorLimits, "requestTimeout">, SlowReaderLimits {
  readonly host: string
  /** 0 is any free one, which the `HttpServer` that comes along knows. */
  readonly port: number
}

/**
 * Has requests listened to one at a time. Leaves those that expect a `100 Continue` or offer an `Upgrade` to Node, which writes
 * the one, ignores the other, and hands them on as all requests.
 */
const requestsOnly = (server: Server): Server => {
  const on = server.on.bind(server) as (name: string, listener: RequestListener) => Server
  return Object.assign(server, {
    on: (name: string, listener: RequestListener) =>
      name === "checkContinue" || name === "upgrade"
        ? server
        : on(name, name === "request" ? onePerConnection(listener) : listener),
  })
}

type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse

/**
 * Responses of a server of ours, every one of them looked after; `isLast` says whether its connection ends with it.
 *
 * Sends an answer that is one text, headers and all, in a single write. Node does that only where it need not compare the length that
 * was announced with what is written: 38 µs a request of 3 kB, its client's part included, where it took 52. Of a text the length is
 * its own; all else stays compared.
 */
export const guardedResponse = (limits: SlowReaderLimits, isLast = () => false): typeof ServerResponse => {
  const lookAfter = slowReaders(limits)
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    constructor(...args: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...args)
      lookAfter(this)
    }

    override writeHead(...args: ReadonlyArray<unknown>): this {
      if (isLast()) this.setHeader("connection", "close")
      ;(super.writeHead as WriteHead)(...args)
      return this
    }

    override end(...args: ReadonlyArray<unknown>): this {
      if (typeof args[0] === "string") this.strictContentLength = false
      return super.end(...(args as Parameters<ServerResponse["end"]>))
    }
  }
}

/** Node's HTTP server. */
export const nodeServer = ({
  host,
  port,
  requestTimeout = defaultLimits.requestTimeout,
  ...limits
}: NodeServerOptions) =>
  Layer.unwrap(
    Effect.map(Draining, (draining) =>
      NodeHttpServer.layer(
        () =>
          severalListeners(
            requestsOnly(
              createServer({
                ServerResponse: guardedResponse(limits, () => Deferred.isDoneUnsafe(draining)),
                maxHeaderSize: defaultLimits.maxHeaderSize,
                requestTimeout,
                headersTimeout: requestTimeout,
                // longer than proxies keep theirs, mostly 60 s: a request may come just as the connection is closed
                keepAliveTimeout: 65_000,
                // how often Node looks for slow senders; its own 30 s would let them stay that much longer
                connectionsCheckingInterval: Math.min(1_000, requestTimeout / 2),
              }),
            ),
          ),
        { host, port },
      ),
    ),
  )
