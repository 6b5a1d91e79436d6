import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OrganizationDenied, Unauthenticated, Unavailable } from "./errors.ts"
import type { Principal } from "./Principal.ts"

/** What a call carries to say who it is from; each part as it came, none of it trusted. */
export interface Credentials {
  /** The `authorization` header. */
  readonly authorization: string | undefined
  /** The `identity_provider_session` cookie. */
  readonly session: string | undefined
  /** The `X-Organization-ID` header: which of the caller's organizations is meant. */
  readonly organization: string | undefined
  /** Every header of the request, by its name in lower case: `x-api-key`, say. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The request as the host's server has it: Node's `IncomingMessage`, or a `Request`. */
  readonly request?: unknown
  /** What the host gave along with the request, its framework's context with its user, say. */
  readonly context?: unknown
}

/** Who calls, and whether a token says so. */
export interface Authenticated extends Principal {
  /**
   * Whether a token that the client itself put into a header says who calls, and nothing that a browser sends by itself
   * (cookies, HTTP authentication, being on this machine). Only such calls are taken from pages of any origin.
   */
  readonly byToken?: boolean
}

/** Turns credentials into the one principal that a call is made by. */
export class Authenticator extends Context.Service<
  Authenticator,
  {
    /** Who calls, by the headers of the request. */
    readonly authenticate: (
      credentials: Credentials,
    ) => Effect.Effect<Authenticated, Unauthenticated | OrganizationDenied | Unavailable>
  }
>()("@hangtag/core/ports/Authenticator") {}
