import { Authenticator, IdempotencyStore, type ObjectStorage } from "@hangtag/core"
import { type Built, missingPorts, servicesOf } from "@hangtag/core/adapter"
import { Hangtag, type OperationName } from "@hangtag/core/effect"
import { Context, Effect, Layer, Scope, Tracer } from "effect"
import {
  HttpEffect,
  HttpRouter,
  type HttpServerError,
  type HttpServerRequest,
  HttpServerResponse,
} from "effect/http"
import { HttpApi } from "effect/http-api"
import { HangtagApi } from "../api/HangtagApi.ts"
import { Served } from "../api/served.ts"
import { Arrival, type HostRequest } from "../validation/Arrival.ts"
import { makeMount } from "../validation/basePath.ts"
import { BodyTimeout } from "../validation/layerRequestValidation.ts"
import { makeRouting } from "../validation/routing.ts"
import { type DoorLimits, defaultRequestTimeout, doorLimits, maxHeaderSize } from "./doorLimits.ts"
import { idempotency, noIdempotency } from "./idempotency.ts"
import { defaultRate } from "./rateLimit.ts"
import { Readiness } from "./readiness.ts"
import { type RouteOptions, routes, routesWith } from "./routes.ts"
import { shuttingDown, WorkUnderWay } from "./withinTime.ts"

/** What a handler in a host's own server takes; nothing of it is needed where the ports have an `Authenticator`. */
export interface DoorOptions extends DoorLimits, RouteOptions {
  /** Who calls; the one among the ports by default, or `authenticate`. */
  readonly authenticator?: Layer.Layer<Authenticator>
  /** What `/readyz` asks: each must resolve. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>
  /** Whether `/docs` and `/openapi.json` are shown. They are not by default. */
  readonly docs?: boolean
  /** Whether `/metrics` is shown. It is not by default. */
  readonly metrics?: boolean
}

/** Each caller is known here, so that calls are counted unless the host says otherwise. */
const rateOf = ({ rateLimit = defaultRate }: DoorOptions) => rateLimit

const readinessOf = (checks: NonNullable<DoorOptions["checks"]>) =>
  Layer.succeed(Readiness, {
    checks: Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [
        name,
        Effect.tryPromise({ try: async () => void (await check()), catch: (error) => error }),
      ]),
    ),
  })

/** What serving files needs besides is in the context that the app runs in. */
type App = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  HttpServerError.HttpServerError,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

type Needed = Layer.Services<ReturnType<typeof routes>>

/** What each endpoint calls; those of the system call nothing. */
export const operationOf: ReadonlyMap<string, OperationName> = (() => {
  const found = new Map<string, OperationName>()
  HttpApi.reflect(HangtagApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { identifier, annotations } }) => {
      const operation = Context.get(annotations, Served)?.operation
      if (operation !== undefined) found.set(identifier, operation.name as OperationName)
    },
  })
  return found
})()

/** What both handlers stand on: the routes over what a `Hangtag` was built with, and which requests are theirs. */
export const makeDoor = (
  hangtag: Built,
  options: DoorOptions,
  ownAuthenticator?: Layer.Layer<Authenticator>,
) => {
  const services = Context.omit(Tracer.ParentSpan)(servicesOf(hangtag)) as Context.Context<
    ObjectStorage | Scope.Scope
  >
  const authenticator = ownAuthenticator ?? options.authenticator
  if (authenticator === undefined && Context.getOrUndefined(services, Authenticator) === undefined) {
    throw new TypeError(
      "Say who calls: give authenticate or authenticator, or an authenticator among the ports",
    )
  }
  // one for promises was built around one for Effect
  const useCases = Context.getOrUndefined(services, Hangtag) ?? (hangtag as Hangtag["Service"])
  const carries = (endpoint: string) => {
    const operation = operationOf.get(endpoint)
    return operation === undefined || missingPorts(services, operation).length === 0
  }
  const shown = { carries, docs: false, metrics: false, ...options, rateLimit: rateOf(options) }
  const mount = makeMount(options.basePath)
  const find = makeRouting(routesWith(shown))
  const scope = Scope.forkUnsafe(Context.get(services, Scope.Scope))
  const underWay = new Set<() => void>()
  Effect.runSync(
    Scope.addFinalizer(
      scope,
      Effect.sync(() => {
        for (const stop of underWay) stop()
      }),
    ),
  )
  const beside = Layer.mergeAll(
    Context.getOrUndefined(services, IdempotencyStore) === undefined ? noIdempotency : idempotency,
    readinessOf(options.checks ?? {}),
    doorLimits(options),
    Layer.succeed(WorkUnderWay, underWay),
    Layer.succeed(BodyTimeout, options.requestTimeout ?? defaultRequestTimeout),
    authenticator ?? Layer.empty,
  ).pipe(Layer.provideMerge(Layer.succeedContext(Context.add(services, Hangtag, useCases))))

  /** The app, and what it runs in; built once. */
  const built = Effect.flatMap(Layer.buildWithScope(beside as Layer.Layer<Needed>, scope), (context) =>
    HttpRouter.toHttpEffect(routes(shown)).pipe(
      // keys may be as long as a request target can be; a longer one is merely unknown
      Effect.provideService(HttpRouter.RouterConfig, { maxParamLength: maxHeaderSize }),
      Effect.provideService(Scope.Scope, scope),
      Effect.provideContext(context),
      Effect.map((app) => ({ app: app as App, context })),
    ),
  )

  const handler = Effect.runPromise(
    Effect.map(built, ({ app, context }) =>
      HttpEffect.toWebHandlerWith<never, Effect.Services<App>>(context)(app),
    ),
  )
  handler.catch(() => {}) // each request is reported

  return {
    /** Whether the request is for one of our routes. A preflight is, where it is set whose pages may call. */
    isOurs: ({ method, target, stripped }: HostRequest, isPreflight: boolean): boolean => {
      const mounted = mount(target, stripped)
      if (mounted === undefined || (isPreflight && options.allowedOrigins === undefined)) return false
      return find(method, mounted.url.split(/[?#]/, 1)[0]!)._tag !== "NotFound"
    },
    answer: async (request: Request, arrival: HostRequest): Promise<Response> =>
      scope.state._tag === "Closed"
        ? HttpServerResponse.toWeb(shuttingDown)
        : (await handler)(request, Context.make(Arrival, arrival)),
  }
}
