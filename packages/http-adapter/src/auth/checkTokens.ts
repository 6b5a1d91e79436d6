import { Authenticator, Unauthenticated, Unavailable } from "@hangtag/core"
import { Clock, Context, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose"
import { bearerToken } from "./bearerToken.ts"
import { IssuerKeys } from "./IssuerKeys.ts"
import type { JwtOptions } from "./JwtAuthenticator.ts"
import { principalFromClaims } from "./principalFromClaims.ts"
import { tokenFault } from "./tokenFault.ts"

/** Signatures by public key only: a token can never choose a shared secret or `none`. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
]

/** How far the issuer's clock may be off, in seconds. */
const clockSkewSeconds = 30

/** How long a key that the issuer withdrew may still be taken. */
const keysHoldMillis = 600_000

/** Fetches on account of tokens that name an unknown key: forged ones must not turn us against the issuer. */
const looksForNewKeys = { key: "jwks", limit: 5, window: "10 seconds" } as const

/** How long an issuer that gave no keys is left alone. */
const restMillis = 5_000

const unavailable = (error: unknown) =>
  new Unavailable({
    service: "authentication",
    operation: "fetch the issuer's keys",
    retryable: true,
    cause: error,
  })

const failure = (error: unknown): Unauthenticated | Unavailable => {
  const why = tokenFault(error)
  return why === undefined
    ? unavailable(error)
    : new Unauthenticated({ reason: "The token is not valid", why })
}

/** A token that names no key is tried with each that it could be signed by. */
const verify = async (token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions) => {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch((fault: unknown) => {
        if (!(fault instanceof errors.JWSSignatureVerificationFailed)) throw fault
      })
      if (verified !== undefined) return verified
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** `JwtAuthenticator` with what it is made of: the library that reads and checks tokens. */
export const checkTokens = ({ issuer, audience, jwksUrl }: JwtOptions) =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter.make
    const keys = createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: 5_000,
      cacheMaxAge: keysHoldMillis,
      // when to look for new ones is decided here
      cooldownDuration: Number.POSITIVE_INFINITY,
    })
    let failed: { readonly at: number; readonly error: unknown } | undefined
    const fetchKeys = async (now: number): Promise<void> => {
      if (keys.fresh) return
      if (failed !== undefined && now - failed.at < restMillis) throw failed.error
      await keys.reload().catch((error: unknown) => {
        failed = { at: now, error }
        throw error
      })
      failed = undefined
    }
    const keysAt =
      (now: number): JWTVerifyGetKey =>
      async (header, jws) => {
        await fetchKeys(now)
        return keys(header, jws)
      }
    const check = (token: string, now: number) =>
      Effect.tryPromise({
        try: () =>
          verify(token, keysAt(now), {
            issuer,
            audience,
            algorithms,
            clockTolerance: clockSkewSeconds,
            currentDate: new Date(now),
            requiredClaims: ["exp", "sub"],
          }),
        catch: (error) => error,
      })
    const checkWithNewKeys = (token: string, now: number, error: unknown) =>
      limiter.consume(looksForNewKeys).pipe(
        Effect.mapError(() => error),
        Effect.andThen(Effect.tryPromise({ try: () => keys.reload(), catch: (error) => error })),
        Effect.andThen(check(token, now)),
      )
    const issuerKeys = IssuerKeys.of({
      check: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.tryPromise({
          try: async () => {
            await fetchKeys(now)
            if (keys.jwks()?.keys.length === 0) throw new Error("The key set holds no keys")
          },
          catch: unavailable,
        }),
      ),
    })
    const authenticator = Authenticator.of({
      authenticate: Effect.fn("JwtAuthenticator.authenticate")(function* (credentials) {
        const token = bearerToken(credentials.authorization) ?? credentials.session
        if (token === undefined || token === "") {
          return yield* new Unauthenticated({ reason: "Not authenticated", why: "no token" })
        }
        const now = yield* Clock.currentTimeMillis
        const { payload } = yield* check(token, now).pipe(
          Effect.catch((error) =>
            error instanceof errors.JWKSNoMatchingKey
              ? checkWithNewKeys(token, now, error)
              : Effect.fail(error),
          ),
          Effect.mapError(failure),
        )
        return yield* Effect.fromResult(principalFromClaims(payload, credentials.organization))
      }),
    })
    return Context.make(Authenticator, authenticator).pipe(Context.add(IssuerKeys, issuerKeys))
  }).pipe(Effect.provide(RateLimiter.layerStoreMemory))
