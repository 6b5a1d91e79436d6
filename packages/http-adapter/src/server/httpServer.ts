import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { type DoorLimits, requestLimits } from "../validation/limits.ts"
import { idempotency } from "./idempotency.ts"
import { type NodeServerOptions, nodeServer } from "./nodeServer.ts"
import { outsideOfSpans } from "./outsideOfSpans.ts"
import { answers, type RouteOptions } from "./routes.ts"

/** Where the server listens, and what it serves. */
export interface HttpServerOptions extends RouteOptions, DoorLimits, NodeServerOptions {}

/** Serves every route on Node's HTTP server until the scope ends. */
export const httpServer = (options: HttpServerOptions) =>
  Layer.unwrap(Effect.map(answers(options), (app) => HttpServer.serve(app))).pipe(
    Layer.provide([idempotency, requestLimits(options)]),
    Layer.provideMerge(nodeServer(options)),
    outsideOfSpans,
  )
