import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar, OpenApi } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { RateLimiter } from "effect/persistence"
import { HangtagApi } from "../api/HangtagApi.ts"
import { layerRequestValidation } from "../validation/layerRequestValidation.ts"
import { layerRouting, routesOf } from "../validation/layerRouting.ts"
import { authentication } from "./authentication.ts"
import type { CallingPages } from "./callingPages.ts"
import { cors } from "./cors.ts"
import { filesRoute, type VerifyFileLink } from "./filesRoute.ts"
import { handlers } from "./handlers.ts"
import { idempotency } from "./idempotency.ts"
import { knownHosts } from "./knownHosts.ts"
import { measurement } from "./measurement.ts"
import { problemDetails } from "./problemDetails.ts"
import { type Rate, rateLimit } from "./rateLimit.ts"
import { securityHeaders } from "./securityHeaders.ts"
import { unexpectedFault } from "./unexpectedFault.ts"

const api = (pages: CallingPages) =>
  HttpApiBuilder.layer(HangtagApi).pipe(
    Layer.provide(handlers),
    Layer.provide([authentication(pages), idempotency, layerRequestValidation, measurement]),
  )

const openApi = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const document = yield* Effect.cached(
      Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(HangtagApi))),
    )
    yield* router.add("GET", "/openapi.json", document)
  }),
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
const aroundEverything = ({ hosts, allowedOrigins = [] }: RouteOptions) =>
  HttpRouter.middleware(
    (app) =>
      (hosts === undefined ? app : knownHosts(hosts)(app)).pipe(
        unexpectedFault,
        problemDetails,
        allowedOrigins.length === 0 ? (app) => app : cors(allowedOrigins),
        securityHeaders,
      ),
    { global: true },
  )

/** Routes beside the API's own, in the form that `layerRouting` reads. */
const others = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/metrics" },
  { method: "GET", path: "/files/*" },
  { method: "HEAD", path: "/files/*" },
]

export interface RouteOptions extends CallingPages {
  /** Checks links to `/files/…`; absent where the storage gives its files itself. */
  readonly verifyFileLink?: VerifyFileLink | undefined
  /** How many calls an organization may make; no limit when absent or null. */
  readonly rateLimit?: Rate | null
  /** Where calls are counted: in this process unless told. */
  readonly rateLimiterStore?: Layer.Layer<RateLimiter.RateLimiterStore>
  /** The names that this server answers to besides loopback's (`knownHosts`); to any when absent. */
  readonly hosts?: ReadonlyArray<string>
}

/** Everything the server answers. */
export const routes = (options: RouteOptions) =>
  Layer.mergeAll(
    Layer.provide(
      api(options),
      Layer.provide(
        rateLimit(options.rateLimit ?? null),
        options.rateLimiterStore ?? RateLimiter.layerStoreMemory,
      ),
    ),
    openApi,
    metrics,
    HttpApiScalar.layer(HangtagApi, { path: "/docs", scalar: offline }),
    options.verifyFileLink === undefined ? Layer.empty : filesRoute(options.verifyFileLink),
    Layer.provide(layerRouting([...routesOf(HangtagApi), ...others]), aroundEverything(options)),
  )
