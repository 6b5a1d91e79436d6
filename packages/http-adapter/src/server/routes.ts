import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar, OpenApi } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { HangtagApi } from "../api/HangtagApi.ts"
import { layerRequestValidation } from "../validation/layerRequestValidation.ts"
import { layerRouting, routesOf } from "../validation/layerRouting.ts"
import { authentication } from "./authentication.ts"
import { filesRoute } from "./filesRoute.ts"
import { handlers } from "./handlers.ts"
import { unexpectedFault } from "./unexpectedFault.ts"

const api = HttpApiBuilder.layer(HangtagApi).pipe(
  Layer.provide(handlers),
  Layer.provide([authentication, layerRequestValidation]),
)

const openApi = HttpRouter.add(
  "GET",
  "/openapi.json",
  Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(HangtagApi))),
)

const metrics = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
  ),
)

/** Routes beside the API's own, in the form that `layerRouting` reads. */
const others = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/metrics" },
  { method: "GET", path: "/files/*" },
]

export interface RouteOptions {
  /** Checks the links to files of the storage folder; absent where another storage serves its own. */
  readonly fileSecret: Uint8Array | undefined
}

/** Everything the server answers. */
export const routes = ({ fileSecret }: RouteOptions) =>
  Layer.mergeAll(
    api,
    openApi,
    metrics,
    HttpApiScalar.layer(HangtagApi, { path: "/docs" }),
    fileSecret === undefined ? Layer.empty : filesRoute(fileSecret),
    layerRouting([...routesOf(HangtagApi), ...others]),
    HttpRouter.middleware(unexpectedFault, { global: true }),
  )
