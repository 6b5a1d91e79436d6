import { Authenticator, IdempotencyStore, type ObjectStorage } from "@hangtag/core"
import { type Built, missingPorts, servicesOf } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { Context, Effect, Layer, Scope, Tracer } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Arrival, type HostRequest } from "../validation/Arrival.ts"
import { type DoorLimits, requestLimits } from "../validation/limits.ts"
import { makeMount, makeRouting } from "../validation/routing.ts"
import { defaultRate } from "./admission.ts"
import { operationOf } from "./endpoints.ts"
import { idempotency, noIdempotency } from "./idempotency.ts"
import { Readiness } from "./readiness.ts"
import { answers, type Needed, type RouteOptions, routesWith } from "./routes.ts"
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

type Asked = Exclude<
  Needed | Effect.Services<ReturnType<typeof answers>>,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

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
    requestLimits(options),
    Layer.succeed(WorkUnderWay, underWay),
    authenticator ?? Layer.empty,
  ).pipe(Layer.provideMerge(Layer.succeedContext(Context.add(services, Hangtag, useCases))))

  const handler = Effect.runPromise(
    Effect.gen(function* () {
      const context = yield* Layer.buildWithScope(beside as Layer.Layer<Asked>, scope)
      const app = yield* Effect.provideContext(answers(shown), Context.add(context, Scope.Scope, scope))
      return HttpEffect.toWebHandlerWith<ObjectStorage | Readiness, Needed>(context)(app)
    }),
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
