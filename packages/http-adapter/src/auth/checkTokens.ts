import { Authenticator, Unauthenticated, Unavailable } from "@hangtag/core"
import { Clock, Context, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose"
import { bearerToken } from "./bearerToken.ts"
import { IssuerKeys } from "./IssuerKeys.ts"
import type { JwtOptions } from "./JwtOptions.ts"
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

const failure = (error: unknown): Unauthenticated | Unavailable =>
  error instanceof Unavailable
    ? error
    : new Unauthenticated({ reason: "The token is not valid", why: tokenFault(error) })

/** Bytes of a key set: of hundreds of keys with their certificates. */
const largestKeySet = 1024 ** 2

/** Ends where an answer has more bytes than that, which would be held until it ends or its time is over. */
const fetchModestly: FetchImplementation = async (url, options) => {
  const answer = await fetch(url, options)
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > largestKeySet) throw new Error("The key set is larger than 1 MiB")
      controller.enqueue(chunk)
    },
  })
  return new Response(answer.body?.pipeThrough(counted), answer)
}

/** A token that names no key is tried with each that it could be signed by. */
const verify = async (token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions) => {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch((fault: unknown) => {
        // a key that cannot be used is passed over too
        if (fault instanceof errors.JOSEError && !(fault instanceof errors.JWSSignatureVerificationFailed))
          throw fault
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
      [customFetch]: fetchModestly,
      cacheMaxAge: keysHoldMillis,
      // when to look for new ones is decided here
      cooldownDuration: Number.POSITIVE_INFINITY,
    })
    let failed: { readonly at: number; readonly error: Unavailable } | undefined
    const fetchKeys = async (clock: Clock.Clock): Promise<void> => {
      if (keys.fresh) return
      if (failed !== undefined && clock.currentTimeMillisUnsafe() - failed.at < restMillis) throw failed.error
      await keys.reload().catch((error: unknown) => {
        // one that does not answer has taken its time: it rests from now on
        failed = { at: clock.currentTimeMillisUnsafe(), error: unavailable(error) }
        throw failed.error
      })
      failed = undefined
    }
    const keysBy =
      (clock: Clock.Clock): JWTVerifyGetKey =>
      async (header, jws) => {
        await fetchKeys(clock)
        return keys(header, jws)
      }
    const check = (token: string, clock: Clock.Clock) =>
      Effect.tryPromise({
        try: () =>
          verify(token, keysBy(clock), {
            issuer,
            audience,
            algorithms,
            clockTolerance: clockSkewSeconds,
            currentDate: new Date(clock.currentTimeMillisUnsafe()),
            requiredClaims: ["exp", "sub"],
          }),
        catch: (error) => error,
      })
    const checkWithNewKeys = (token: string, clock: Clock.Clock, error: unknown) =>
      limiter.consume(looksForNewKeys).pipe(
        Effect.mapError(() => error),
        Effect.andThen(Effect.tryPromise({ try: () => keys.reload(), catch: unavailable })),
        Effect.andThen(check(token, clock)),
      )
    const issuerKeys = IssuerKeys.of({
      check: Effect.flatMap(Clock.Clock, (clock) =>
        Effect.tryPromise({
          try: async () => {
            await fetchKeys(clock)
            if (keys.jwks()?.keys.length === 0) throw new Error("The key set holds no keys")
          },
          catch: (error) => (error instanceof Unavailable ? error : unavailable(error)),
        }),
      ),
    })
    const authenticator = Authenticator.of({
      authenticate: Effect.fn("JwtAuthenticator.authenticate")(function* (credentials) {
        const sent = bearerToken(credentials.authorization)
        const token = sent ?? credentials.session
        if (token === undefined || token === "") {
          return yield* new Unauthenticated({ reason: "Not authenticated", why: "no token" })
        }
        const clock = yield* Clock.Clock
        const { payload } = yield* check(token, clock).pipe(
          Effect.catch((error) =>
            error instanceof errors.JWKSNoMatchingKey
              ? checkWithNewKeys(token, clock, error)
              : Effect.fail(error),
          ),
          Effect.mapError(failure),
        )
        const principal = yield* Effect.fromResult(principalFromClaims(payload, credentials.organization))
        return { ...principal, byToken: sent !== undefined }
      }),
    })
    return Context.make(Authenticator, authenticator).pipe(Context.add(IssuerKeys, issuerKeys))
  }).pipe(Effect.provide(RateLimiter.layerStoreMemory))
