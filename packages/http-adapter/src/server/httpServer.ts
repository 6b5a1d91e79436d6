import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { type DoorLimits, defaultRequestTimeout, doorLimits, maxHeaderSize } from "./doorLimits.ts"
import { endSlowReaders, type SlowReaderLimits } from "./endSlowReaders.ts"
import { idempotency } from "./idempotency.ts"
import { oneAfterAnother } from "./oneAfterAnother.ts"
import { type RouteOptions, routes } from "./routes.ts"
import { TextResponse } from "./TextResponse.ts"

/** Where the server listens, and what it serves. */
export interface HttpServerOptions extends RouteOptions, DoorLimits, SlowReaderLimits {
  readonly host: string
  /** 0 is any free one, which the `HttpServer` that comes along knows. */
  readonly port: number
}

const nodeServer = ({ host, port, requestTimeout = defaultRequestTimeout, ...limits }: HttpServerOptions) =>
  NodeHttpServer.layer(
    () =>
      endSlowReaders(
        oneAfterAnother(
          createServer({
            ServerResponse: TextResponse,
            maxHeaderSize,
            requestTimeout,
            headersTimeout: requestTimeout,
            // how often Node looks for slow senders; its own 30 s would let them stay that much longer
            connectionsCheckingInterval: Math.min(1_000, requestTimeout / 2),
          }),
        ),
        limits,
      ),
    { host, port },
  )

/** Serves every route on Node's HTTP server until the scope ends. */
export const httpServer = (options: HttpServerOptions) =>
  HttpRouter.serve(Layer.provide(routes(options), idempotency), {
    disableLogger: true,
    disableListenLog: true,
    // keys may be as long as a request target can be; a longer one is merely unknown
    routerConfig: { maxParamLength: maxHeaderSize },
  }).pipe(Layer.provide(doorLimits(options)), Layer.provideMerge(nodeServer(options)))
