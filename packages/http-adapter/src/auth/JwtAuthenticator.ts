import { Authenticator, Unauthenticated, Unavailable } from "@hangtag/core"
import { Clock, Effect, Layer } from "effect"
import { createRemoteJWKSet, errors, jwtVerify } from "jose"
import { principalFromClaims } from "./principalFromClaims.ts"

export interface JwtOptions {
  readonly issuer: string
  readonly audience: string
  /** Where the issuer publishes its public keys. */
  readonly jwksUrl: string
}

/** Signatures by public key only: a token can never choose a shared secret or `none`. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]

/** How far the issuer's clock may be off, in seconds. */
const clockSkewSeconds = 30

const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1]

/** Faults of the token itself; anything else means that the keys could not be had. */
const isTokenFault = (error: unknown): error is Error =>
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys

/**
 * Authenticates by a JWT in the `authorization` header (`Bearer`), else in the `identity_provider_session`
 * cookie, checked for signature, issuer, audience and time.
 *
 * Keys are fetched on demand and again when a token names an unknown one, so that rotation needs no restart; a
 * key set that cannot be fetched is `Unavailable` until it can.
 */
export const JwtAuthenticator = (options: JwtOptions): Layer.Layer<Authenticator> =>
  Layer.effect(
    Authenticator,
    Effect.sync(() => {
      const keys = createRemoteJWKSet(new URL(options.jwksUrl), {
        timeoutDuration: 5_000,
        cooldownDuration: 5_000,
        cacheMaxAge: 600_000,
      })
      const verify = (token: string, now: number) =>
        Effect.tryPromise({
          try: () =>
            jwtVerify(token, keys, {
              issuer: options.issuer,
              audience: options.audience,
              algorithms,
              clockTolerance: clockSkewSeconds,
              currentDate: new Date(now),
              requiredClaims: ["exp", "sub"],
            }),
          catch: (error) =>
            isTokenFault(error)
              ? new Unauthenticated({ reason: "The token is not valid" })
              : new Unavailable({
                  service: "authentication",
                  operation: "fetch the issuer's keys",
                  retryable: true,
                  cause: error,
                }),
        })
      return {
        authenticate: Effect.fn("JwtAuthenticator.authenticate")(function* (credentials) {
          const token = bearer(credentials.authorization) ?? credentials.session
          if (token === undefined || token === "") {
            return yield* new Unauthenticated({ reason: "Not authenticated" })
          }
          const { payload } = yield* verify(token, yield* Clock.currentTimeMillis)
          return yield* Effect.fromResult(principalFromClaims(payload, credentials.organization))
        }),
      }
    }),
  )
