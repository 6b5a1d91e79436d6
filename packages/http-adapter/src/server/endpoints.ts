import { Hangtag, type OperationName } from "@hangtag/core/effect"
import { Context, Effect, type Scope } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { type Authentication, CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import type { Idempotency } from "../api/Idempotency.ts"
import type { Measurement } from "../api/Measurement.ts"
import type { RateLimit } from "../api/RateLimit.ts"
import { Served } from "../api/served.ts"
import { type AnsweredRoute, routeOf } from "../validation/answerRoutes.ts"
import { type DecodedRequest, RequestValidation } from "../validation/RequestValidation.ts"
import { ok } from "./encoder.ts"
import { watchJobHandler } from "./jobEvents.ts"
import { operationHandler } from "./operationHandler.ts"
import { answerHealth, answerReadiness, type Readiness } from "./readiness.ts"
import type { ReadSheet } from "./sheetOf.ts"
import { withinTime } from "./withinTime.ts"

const all: ReadonlyArray<HttpApiEndpoint.Top> = Object.values(HangtagApi.groups).flatMap(({ endpoints }) =>
  Object.values(endpoints),
)

/** The routes of the endpoints. */
export const endpointRoutes = all.map(routeOf)

const servedBy = ({ annotations }: HttpApiEndpoint.Top) => Context.get(annotations, Served)

/** What each endpoint calls; those of the system call nothing. */
export const operationOf: ReadonlyMap<string, OperationName> = new Map(
  all.flatMap((endpoint) => {
    const operation = servedBy(endpoint)?.operation
    return operation === undefined ? [] : [[endpoint.identifier, operation.name as OperationName] as const]
  }),
)

const caller = Effect.map(CurrentPrincipal, ({ organization, subject, permissions, priceLists }) =>
  ok({
    organization,
    subject,
    permissions: [...permissions],
    ...(priceLists !== undefined && { price_lists: [...priceLists] }),
  }),
)

/** What answers need of the process and the request. */
type Needed = HttpServerRequest.HttpServerRequest | Readiness | Scope.Scope

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

const handlerOf = (
  endpoint: HttpApiEndpoint.Top,
  hangtag: Hangtag["Service"],
  readSheet: ReadSheet | undefined,
): Answer<CurrentPrincipal | DecodedRequest | Needed> => {
  switch (endpoint.identifier) {
    case "healthz":
      return answerHealth
    case "readyz":
      return answerReadiness
    case "getCaller":
      return caller
    case "watchJob":
      return watchJobHandler(hangtag)
    default:
      return operationHandler(endpoint, servedBy(endpoint)!, hangtag, readSheet)
  }
}

type Guards = Authentication | Idempotency | Measurement | RateLimit | RequestValidation

type Guard = (app: Answer<never>, options: { readonly endpoint: HttpApiEndpoint.Top }) => Answer<never>

/** The answers of the endpoints, each behind what the endpoint was declared with, of which the first is innermost. */
export const answeredEndpoints = (
  readSheet: ReadSheet | undefined,
): Effect.Effect<
  ReadonlyArray<AnsweredRoute<Needed> & { readonly identifier: string }>,
  never,
  Guards | Hangtag
> =>
  Effect.map(Effect.context<Guards | Hangtag>(), (context) =>
    all.map((endpoint) => {
      const handler = handlerOf(endpoint, Context.get(context, Hangtag), readSheet) as Answer<never>
      const guards = [...endpoint.middlewares].flatMap((key): ReadonlyArray<Guard> => {
        const guard = Context.getUnsafe(context, key) as unknown as Guard
        // time begins when the request has come in, and counts what is kept under its key too
        return (key as unknown) === RequestValidation ? [withinTime, guard] : [guard]
      })
      const answer = guards.reduce((app, guard) => guard(app, { endpoint }), handler)
      const isRead = servedBy(endpoint)?.operation.effect === "read"
      // no one waits for a read whose client has gone; what writes goes on
      return { ...routeOf(endpoint), answer: isRead ? Effect.interruptible(answer) : answer }
    }),
  )
