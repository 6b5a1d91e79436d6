import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { type RouteOptions, routes } from "./routes.ts"

export interface HttpServerOptions extends RouteOptions {
  readonly host: string
  /** 0 is any free one, which the `HttpServer` that comes along knows. */
  readonly port: number
  /** In bytes; what is larger is refused with 413. */
  readonly maxBodySize: number
}

/** Room for the longest query the interface allows, percent-encoded; Node's own 16 KiB is not. */
const maxHeaderSize = 64 * 1024

/** Serves every route on Node's HTTP server until the scope ends. */
export const httpServer = ({ host, port, maxBodySize, ...options }: HttpServerOptions) =>
  HttpRouter.serve(routes(options), {
    disableLogger: true,
    disableListenLog: true,
    // keys may be as long as a request target can be; a longer one is merely unknown
    routerConfig: { maxParamLength: maxHeaderSize },
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodySize))),
    Layer.provideMerge(NodeHttpServer.layer(() => createServer({ maxHeaderSize }), { host, port })),
  )
