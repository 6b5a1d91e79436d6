import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OrganizationDenied, Unauthenticated, Unavailable } from "../contract/errors.ts"
import type { Principal } from "../contract/Principal.ts"

/** What a call carries to say who it is from; each part as it came, none of it trusted. */
export interface Credentials {
  /** The `authorization` header. */
  readonly authorization: string | undefined
  /** The `identity_provider_session` cookie. */
  readonly session: string | undefined
  /** The `X-Organization-ID` header: which of the caller's organizations is meant. */
  readonly organization: string | undefined
}

/** Turns credentials into the one principal that a call is made by. */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    readonly authenticate: (
      credentials: Credentials,
    ) => Effect.Effect<Principal, Unauthenticated | OrganizationDenied | Unavailable>
  }
>()("@hangtag/core/ports/Authenticator") {}
