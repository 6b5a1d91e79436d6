import { Authenticator } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Authentication, CurrentPrincipal } from "../api/Authentication.ts"
import { errorResponse } from "./errorResponse.ts"

/** Implements `Authentication` through the core's `Authenticator`. */
export const authentication: Layer.Layer<Authentication, never, Authenticator> = Layer.effect(
  Authentication,
  Effect.map(
    Authenticator,
    ({ authenticate }) =>
      (httpEffect) =>
        Effect.gen(function* () {
          const { headers, cookies } = yield* HttpServerRequest.HttpServerRequest
          const caller = yield* Effect.result(
            authenticate({
              authorization: headers.authorization,
              session: cookies.identity_provider_session,
              organization: headers["x-organization-id"],
            }),
          )
          return caller._tag === "Failure"
            ? errorResponse(caller.failure)
            : yield* Effect.provideService(httpEffect, CurrentPrincipal, caller.success)
        }),
  ),
)
