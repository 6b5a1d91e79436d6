import { Authenticator, requirePermission } from "@hangtag/core"
import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Authentication, CurrentPrincipal, NeededPermission } from "../api/Authentication.ts"
import { answerFailure } from "./errorResponse.ts"
import { isCrossSite } from "./isCrossSite.ts"
import { refusal } from "./refusal.ts"

/** The caller, permitted to use the endpoint. */
const callerOf = Effect.fnUntraced(function* (
  { authenticate }: Authenticator["Service"],
  endpoint: HttpApiEndpoint.Top,
) {
  const { headers, cookies } = yield* HttpServerRequest.HttpServerRequest
  const principal = yield* authenticate({
    authorization: headers.authorization,
    session: cookies.identity_provider_session,
    organization: headers["x-organization-id"],
  })
  // The use case asks again; asked here, who may not use it makes the server read and decode nothing.
  const needed = Context.getOption(endpoint.annotations, NeededPermission)
  if (Option.isSome(needed)) yield* requirePermission(principal, needed.value)
  return principal
})

/** Implements `Authentication` through the core's `Authenticator`. */
export const authentication: Layer.Layer<Authentication, never, Authenticator> = Layer.effect(
  Authentication,
  Effect.map(
    Authenticator,
    (authenticator) =>
      (httpEffect, { endpoint }) =>
        Effect.gen(function* () {
          if (isCrossSite(yield* HttpServerRequest.HttpServerRequest)) {
            return refusal(
              403,
              "A page of another site cannot use this session; send an authorization header",
            )
          }
          const caller = yield* Effect.result(callerOf(authenticator, endpoint))
          return caller._tag === "Failure"
            ? yield* answerFailure(caller.failure)
            : yield* Effect.provideService(httpEffect, CurrentPrincipal, caller.success)
        }),
  ),
)
