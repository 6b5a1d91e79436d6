import { Authenticator, type Unavailable } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { bearerToken } from "./bearerToken.ts"
import { type Claims, principalFromClaims } from "./principalFromClaims.ts"

/** Where sessions are looked up. */
export interface SessionOptions {
  /** Whose session it is, from wherever the host keeps them; none for an unknown or ended one. */
  readonly lookup: (session: string) => Effect.Effect<Option.Option<Claims>, Unavailable>
}

/**
 * Authenticates by an opaque session in the `identity_provider_session` cookie, and leaves calls with a `Bearer`
 * token or another cookie to the authenticator it is given:
 *
 *     SessionAuthenticator({ lookup }).pipe(Layer.provide(JwtAuthenticator(options)))
 */
export const SessionAuthenticator = ({
  lookup,
}: SessionOptions): Layer.Layer<Authenticator, never, Authenticator> =>
  Layer.effect(
    Authenticator,
    Effect.map(Authenticator, (others) =>
      Authenticator.of({
        authenticate: Effect.fn("SessionAuthenticator.authenticate")(function* (credentials) {
          const { session, organization } = credentials
          if (!session || bearerToken(credentials.authorization) !== undefined) {
            return yield* others.authenticate(credentials)
          }
          const claims = yield* lookup(session)
          return Option.isSome(claims)
            ? yield* Effect.fromResult(principalFromClaims(claims.value, organization))
            : yield* others.authenticate(credentials)
        }),
      }),
    ),
  )
