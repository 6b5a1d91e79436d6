import { type Authenticated, Authenticator, type PermissionDenied } from "@hangtag/core"
import { requirePermission } from "@hangtag/core/adapter"
import { Context, Data, Effect, Layer } from "effect"
import { type Headers, HttpServerRequest } from "effect/http"
import { Authentication, CurrentPrincipal, NeededPermission } from "../api/Authentication.ts"
import { Arrival } from "../validation/Arrival.ts"
import { refusal } from "../validation/errorAnswers.ts"
import { AccessEntry } from "./accessLog.ts"
import { answerFailure } from "./answerFailure.ts"
import { unexpectedFault } from "./everyAnswer.ts"
import { type CallingPages, isOwnPage } from "./origins.ts"

/** A page of another site makes its visitor's browser call as the visitor. */
class ForeignPage extends Data.TaggedError("ForeignPage") {}

const foreignPage = refusal(
  403,
  "A page of another site may call with a token that says who calls, not with a session or by being on this machine; name the page's origin in ALLOWED_ORIGINS (allowedOrigins)",
)

/** Implements `Authentication` through the core's `Authenticator`; callers that no token identifies call from these pages only. */
export const authentication = (pages: CallingPages): Layer.Layer<Authentication, never, Authenticator> =>
  Layer.effect(
    Authentication,
    Effect.map(Authenticator, ({ authenticate }) => (httpEffect, { endpoint }) => {
      const needed = Context.getOrUndefined(endpoint.annotations, NeededPermission)
      const permitted = (
        headers: Headers.Headers,
        principal: Authenticated,
      ): Effect.Effect<void, ForeignPage | PermissionDenied> => {
        // that a token was sent says nothing: an authenticator may pass it over
        if (principal.byToken !== true && !isOwnPage(headers, pages)) return Effect.fail(new ForeignPage())
        // The use case asks again; asked here, who may not use it makes the server read and decode nothing.
        return needed === undefined ? Effect.void : requirePermission(principal, needed)
      }
      // here as well as around everything: now it is known whose call it was, and that it is counted
      const called = unexpectedFault(httpEffect)
      return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
        const { headers, cookies, source } = Context.get(context, HttpServerRequest.HttpServerRequest)
        const arrival = Context.get(context, Arrival)
        const entry = Context.get(context, AccessEntry)
        const credentials = {
          authorization: headers.authorization,
          session: cookies.identity_provider_session,
          organization: headers["x-organization-id"],
          headers,
          request: arrival?.request ?? source,
          context: arrival?.context,
        }
        const caller = Effect.tap(authenticate(credentials), (principal) => permitted(headers, principal))
        return Effect.matchEffect(caller, {
          onSuccess: (principal) => {
            if (entry !== undefined) entry.organization = principal.organization
            return called.pipe(
              Effect.annotateLogs("organization", principal.organization),
              Effect.provideService(CurrentPrincipal, principal),
            )
          },
          onFailure: (error) => {
            switch (error._tag) {
              case "ForeignPage":
                return Effect.succeed(foreignPage)
              case "Unauthenticated":
                // at a level that is off by default: a stranger could fill the disk with these
                return Effect.andThen(
                  Effect.logDebug(`Not authenticated: ${error.why ?? error.reason}`),
                  answerFailure(error),
                )
              default:
                return answerFailure(error)
            }
          },
        })
      })
    }),
  )
