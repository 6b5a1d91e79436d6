import { createServer, type RequestListener, type Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Deferred, Effect, Layer } from "effect"
import { Draining } from "./Draining.ts"
import { type DoorLimits, defaultRequestTimeout, maxHeaderSize } from "./doorLimits.ts"
import { onePerConnection } from "./onePerConnection.ts"
import { severalListeners } from "./severalListeners.ts"
import { guardedResponse, type SlowReaderLimits } from "./slowReaders.ts"

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

/** Node's HTTP server. */
export const nodeServer = ({
  host,
  port,
  requestTimeout = defaultRequestTimeout,
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
                maxHeaderSize,
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
