import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Duration, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { RequestLimits } from "../validation/requestLimits.ts"
import { type RouteOptions, routes } from "./routes.ts"
import { TextResponse } from "./TextResponse.ts"
import { WorkTimeout } from "./withinTime.ts"

export interface HttpServerOptions extends RouteOptions {
  readonly host: string
  /** 0 is any free one, which the `HttpServer` that comes along knows. */
  readonly port: number
  /** In bytes; what is larger is refused with 413. */
  readonly maxBodySize: number
  /** The most elements of a list, and characters of a text, in a body; more is refused with 422. */
  readonly maxItems: number
  readonly maxTextLength: number
  /** Milliseconds in which a request must have come in whole (else 408), and then be answered (else 503). */
  readonly requestTimeout: number
}

/** Room for the longest query the interface allows, percent-encoded; Node's own 16 KiB is not. */
const maxHeaderSize = 64 * 1024

const limits = ({ maxBodySize, maxItems, maxTextLength, requestTimeout }: HttpServerOptions) =>
  Layer.mergeAll(
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodySize)),
    Layer.succeed(RequestLimits, { maxItems, maxTextLength }),
    Layer.succeed(WorkTimeout, Duration.millis(requestTimeout)),
  )

const nodeServer = ({ host, port, requestTimeout }: HttpServerOptions) =>
  NodeHttpServer.layer(
    () =>
      createServer({
        ServerResponse: TextResponse,
        maxHeaderSize,
        requestTimeout,
        headersTimeout: requestTimeout,
        // how often Node looks for slow senders; its own 30 s would let them stay that much longer
        connectionsCheckingInterval: Math.min(1_000, requestTimeout / 2),
      }),
    { host, port },
  )

/** Serves every route on Node's HTTP server until the scope ends. */
export const httpServer = (options: HttpServerOptions) =>
  HttpRouter.serve(routes(options), {
    disableLogger: true,
    disableListenLog: true,
    // keys may be as long as a request target can be; a longer one is merely unknown
    routerConfig: { maxParamLength: maxHeaderSize },
  }).pipe(Layer.provide(limits(options)), Layer.provideMerge(nodeServer(options)))
