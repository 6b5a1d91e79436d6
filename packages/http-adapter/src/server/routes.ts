import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { HangtagApi } from "../api/HangtagApi.ts"
import { BasePath, normalBasePath } from "../validation/basePath.ts"
import { layerRequestValidation } from "../validation/layerRequestValidation.ts"
import { layerRouting, routesOf } from "../validation/layerRouting.ts"
import type { Route } from "../validation/routing.ts"
import { accessLog } from "./accessLog.ts"
import { authentication } from "./authentication.ts"
import type { CallingPages } from "./callingPages.ts"
import { cors } from "./cors.ts"
import { docsSite } from "./docsSite.ts"
import { filesRoute, type VerifyFileLink } from "./filesRoute.ts"
import { handlers } from "./handlers.ts"
import { knownHosts } from "./knownHosts.ts"
import { measurement } from "./measurement.ts"
import { metricsRoute } from "./metricsRoute.ts"
import { oneHost } from "./oneHost.ts"
import { outsideOfSpans } from "./outsideOfSpans.ts"
import { problemDetails } from "./problemDetails.ts"
import { type Rate, rateLimit } from "./rateLimit.ts"
import { withRequestId } from "./requestId.ts"
import { type ReadSheet, SheetReader } from "./SheetReader.ts"
import { securityHeaders } from "./securityHeaders.ts"
import { type StaticSite, siteRoutes, staticSite } from "./staticSite.ts"
import { unexpectedFault } from "./unexpectedFault.ts"

const api = ({ readSheet, ...pages }: RouteOptions) =>
  HttpApiBuilder.layer(HangtagApi).pipe(
    Layer.provide(
      readSheet === undefined ? handlers : Layer.provide(handlers, Layer.succeed(SheetReader, readSheet)),
    ),
    Layer.provide([authentication(pages), layerRequestValidation, measurement]),
  )

/** Of the paths only those that are served: a host may carry some of the operations. */
const openApi = (served: ReadonlyArray<Route>) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const paths = new Set(served.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")))
      const document = yield* Effect.cached(
        Effect.sync(() => {
          const { paths: all, ...others } = OpenApi.fromApi(HangtagApi)
          return {
            ...others,
            paths: Object.fromEntries(Object.entries(all).filter(([path]) => paths.has(path))),
          }
        }),
      )
      yield* router.add(
        "GET",
        "/openapi.json",
        Effect.map(Effect.zip(document, BasePath), ([document, basePath]) =>
          HttpServerResponse.jsonUnsafe({ ...document, servers: [{ url: basePath || "/" }] }),
        ),
      )
    }),
  )

/** The last of these is the outermost, outside of routing too. */
const aroundEverything = ({ hosts, allowedOrigins = [], accessLog: isLogged = false }: RouteOptions) =>
  HttpRouter.middleware(
    (app) =>
      (hosts === undefined ? app : knownHosts(hosts)(app)).pipe(
        oneHost,
        unexpectedFault,
        problemDetails,
        allowedOrigins.length === 0 ? (app) => app : cors(allowedOrigins),
        securityHeaders,
        isLogged ? accessLog : (app) => app,
        withRequestId,
      ),
    { global: true },
  )

/** The paths that the server answers, in the form that `layerRouting` reads. */
export const routesWith = ({
  carries = () => true,
  verifyFileLink,
  docs = true,
  metrics = true,
  site,
}: RouteOptions): ReadonlyArray<Route> => [
  ...routesOf(HangtagApi).filter(({ identifier }) => carries(identifier)),
  ...(docs ? [get("/openapi.json"), ...siteRoutes(docsSite(""))] : []),
  ...(metrics ? [get("/metrics")] : []),
  ...(verifyFileLink === undefined ? [] : [get("/files/*"), { method: "HEAD", path: "/files/*" }]),
  ...(site === undefined ? [] : siteRoutes(site)),
]

const get = (path: string): Route => ({ method: "GET", path })

/** What the routes serve, and how often they may be called. */
export interface RouteOptions extends CallingPages {
  /** Whether the endpoint of this name is served; each is by default. */
  readonly carries?: (endpoint: string) => boolean
  /** Checks links to `/files/…`; absent where the storage gives its files itself. */
  readonly verifyFileLink?: VerifyFileLink | undefined
  /** How price sheets are read that are sent as files; none are taken where it is absent: `readSentSheet` of `@hangtag/catalog-files`. */
  readonly readSheet?: ReadSheet | undefined
  /** How many calls an organization may make; no limit when null, and none by default (a handler's: 200 a second). */
  readonly rateLimit?: Rate | null
  /** Where calls are counted: in this process by default. */
  readonly rateLimiterStore?: Layer.Layer<RateLimiter.RateLimiterStore>
  /** The names that this server answers to besides loopback's (`knownHosts`); to any when absent. */
  readonly hosts?: ReadonlyArray<string>
  /** What stands before every path: `/catalog`; nothing by default. */
  readonly basePath?: string
  /** Pages to be served beside the operations, at `/` for one. */
  readonly site?: StaticSite | undefined
  /** Whether the reference is shown: `/docs` and `/openapi.json`. It is by default. */
  readonly docs?: boolean
  /** Whether the log has a line for each answer. It has none by default. */
  readonly accessLog?: boolean
  /**
   * The path of the URL under which clients reach the server, where a proxy stands before it: links begin with it, and requests are
   * answered with it before them and without.
   */
  readonly publicPath?: string | undefined
  /** Whether measurements are shown: `/metrics`. They are by default. */
  readonly metrics?: boolean
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
    openApi(routesWith(options)),
    metricsRoute,
    staticSite(docsSite(normalBasePath(options.basePath ?? options.publicPath ?? ""))),
    options.verifyFileLink === undefined ? Layer.empty : filesRoute(options.verifyFileLink),
    options.site === undefined ? Layer.empty : staticSite(options.site),
    Layer.provide(
      layerRouting(routesWith(options), options.basePath, options.publicPath),
      aroundEverything(options),
    ),
  ).pipe(outsideOfSpans)
