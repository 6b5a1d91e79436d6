import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { type DoorLimits, doorLimits, maxHeaderSize } from "./doorLimits.ts"
import { idempotency } from "./idempotency.ts"
import { type NodeServerOptions, nodeServer } from "./nodeServer.ts"
import { outsideOfSpans } from "./outsideOfSpans.ts"
import { type RouteOptions, routes } from "./routes.ts"

/** Where the server listens, and what it serves. */
export interface HttpServerOptions extends RouteOptions, DoorLimits, NodeServerOptions {}

/** Serves every route on Node's HTTP server until the scope ends. */
export const httpServer = (options: HttpServerOptions) =>
  HttpRouter.serve(Layer.provide(routes(options), idempotency), {
    disableLogger: true,
    disableListenLog: true,
    // keys may be as long as a request target can be; a longer one is merely unknown
    routerConfig: { maxParamLength: maxHeaderSize },
  }).pipe(Layer.provide(doorLimits(options)), Layer.provideMerge(nodeServer(options)), outsideOfSpans)
