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
import { securityHeaders } from "./securityHeaders.ts"
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

/** Nothing of the page comes from elsewhere, or goes there. */
const offline = {
  withDefaultFonts: false,
  favicon: "data:,",
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
} as const

/** The last of these is the outermost, outside of routing too. */
const aroundEverything = HttpRouter.middleware((app) => app.pipe(unexpectedFault, securityHeaders), {
  global: true,
})

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
    HttpApiScalar.layer(HangtagApi, { path: "/docs", scalar: offline }),
    fileSecret === undefined ? Layer.empty : filesRoute(fileSecret),
    Layer.provide(layerRouting([...routesOf(HangtagApi), ...others]), aroundEverything),
  )
