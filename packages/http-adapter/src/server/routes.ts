import type { Authenticator, ObjectStorage } from "@hangtag/core"
import type { Hangtag } from "@hangtag/core/effect"
import { Effect, Layer, type Scope } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { HangtagApi } from "../api/HangtagApi.ts"
import type { Idempotency } from "../api/Idempotency.ts"
import { RequestPath } from "../validation/Arrival.ts"
import { type AnsweredRoute, answerRoutes } from "../validation/answerRoutes.ts"
import { layerRequestValidation } from "../validation/layerRequestValidation.ts"
import { normalBasePath, type Route } from "../validation/routing.ts"
import { accessLog } from "./accessLog.ts"
import { type Rate, rateLimit } from "./admission.ts"
import { authentication } from "./authentication.ts"
import { docsSite } from "./docsSite.ts"
import { answeredEndpoints, endpointRoutes } from "./endpoints.ts"
import { everyAnswer, unexpectedFault } from "./everyAnswer.ts"
import { filesRoutes, type VerifyFileLink } from "./filesRoute.ts"
import { knownHosts } from "./hosts.ts"
import { measurement, metricsRoute } from "./measurement.ts"
import { type CallingPages, cors } from "./origins.ts"
import { problemDetails } from "./problemDetails.ts"
import type { Readiness } from "./readiness.ts"
import type { ReadSheet } from "./sheetOf.ts"
import { type StaticSite, siteRoutes } from "./staticSite.ts"

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

/** What answers need of the process and the request. */
export type Needed = HttpServerRequest.HttpServerRequest | ObjectStorage | Readiness | Scope.Scope

/** Of the paths only those of endpoints that are served: a host may carry some of the operations. */
const openApiRoute = (served: ReadonlyArray<Route>): AnsweredRoute<never> => {
  const paths = new Set(served.map(({ path }) => path.replace(/:(\w+)/g, "{$1}")))
  let document: object | undefined
  const made = () => {
    const { paths: all, ...others } = OpenApi.fromApi(HangtagApi)
    return { ...others, paths: Object.fromEntries(Object.entries(all).filter(([path]) => paths.has(path))) }
  }
  const answer = Effect.map(RequestPath, ({ basePath }) => {
    document ??= made()
    return HttpServerResponse.jsonUnsafe({ ...document, servers: [{ url: basePath || "/" }] })
  })
  return { method: "GET", path: "/openapi.json", answer }
}

/** What is served beside the endpoints. */
const besides = (
  { verifyFileLink, docs = true, metrics = true, site, basePath, publicPath }: RouteOptions,
  endpoints: ReadonlyArray<Route>,
): ReadonlyArray<AnsweredRoute<Needed>> => [
  ...(docs
    ? [openApiRoute(endpoints), ...siteRoutes(docsSite(normalBasePath(basePath ?? publicPath ?? "")))]
    : []),
  ...(metrics ? [metricsRoute] : []),
  ...(verifyFileLink === undefined ? [] : filesRoutes(verifyFileLink)),
  ...(site === undefined ? [] : siteRoutes(site)),
]

/** The paths that the server answers. */
export const routesWith = (options: RouteOptions): ReadonlyArray<Route> => {
  const { carries = () => true } = options
  const endpoints = endpointRoutes.filter(({ identifier }) => carries(identifier))
  return [...endpoints, ...besides(options, endpoints)]
}

/** What an endpoint's call passes before its handler, but for `Idempotency`. */
const guards = ({ rateLimit: rate = null, rateLimiterStore, ...pages }: RouteOptions) =>
  Layer.mergeAll(
    Layer.provide(rateLimit(rate), rateLimiterStore ?? RateLimiter.layerStoreMemory),
    authentication(pages),
    layerRequestValidation,
    measurement,
  )

/** What answers every request. The last of what is around everything is the outermost, outside of routing too. */
export const answers = (
  options: RouteOptions,
): Effect.Effect<
  Effect.Effect<HttpServerResponse.HttpServerResponse, never, Needed>,
  never,
  Authenticator | Hangtag | Idempotency | Scope.Scope
> =>
  Effect.gen(function* () {
    const { carries = () => true, hosts, allowedOrigins = [], accessLog: isLogged = false } = options
    const endpoints = (yield* answeredEndpoints(options.readSheet)).filter(({ identifier }) =>
      carries(identifier),
    )
    const routes = [...endpoints, ...besides(options, endpoints)]
    return answerRoutes(routes, options.basePath, options.publicPath).pipe(
      knownHosts(hosts),
      unexpectedFault,
      problemDetails,
      allowedOrigins.length === 0 ? (app) => app : cors(allowedOrigins),
      isLogged ? accessLog : (app) => app,
      everyAnswer,
    )
  }).pipe((app) => Effect.flatMap(Layer.build(guards(options)), (built) => Effect.provideContext(app, built)))
