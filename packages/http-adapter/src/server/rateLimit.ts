import { Duration, Effect, Layer } from "effect"
import { type Headers, HttpServerRequest } from "effect/http"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { defaultLimits } from "../api/defaultLimits.ts"
import { RateLimit } from "../api/RateLimit.ts"
import { BodyLimits, maxBodySizeOf } from "../validation/bodyLimits.ts"
import { admission } from "./admission.ts"
import { refusal } from "./refusal.ts"

/** How often something may happen. */
export interface Rate {
  readonly limit: number
  readonly windowMillis: number
}

/** The default where callers are known: what no organization comes near, and no flood keeps to. */
export const defaultRate: Rate = { limit: defaultLimits.callsASecond, windowMillis: 1_000 }

const spans: ReadonlyArray<readonly [millis: number, name: string]> = [
  [1_000, "second"],
  [60_000, "minute"],
  [3_600_000, "hour"],
]

const tooMany = ({ limit, windowMillis }: Rate, retryAfter: Duration.Duration) => {
  const seconds = Math.max(1, Math.ceil(Duration.toSeconds(retryAfter)))
  const span = spans.find(([millis]) => millis === windowMillis)?.[1] ?? `${windowMillis} ms`
  return refusal(
    429,
    `Too many requests: the organization may make ${limit} per ${span}; try again in ${seconds} s`,
    { "retry-after": String(seconds) },
  )
}

/** Twice the calls that one organization may have at work. */
const bodiesAtOnce = 2 * defaultLimits.callsAtOnce

/** The most bytes that the body may turn out to have, as its headers say it. */
const bodySize = (headers: Headers.Headers, most: number): number =>
  headers["transfer-encoding"] === undefined
    ? Math.min(Number(headers["content-length"] ?? 0) || 0, most)
    : most

/**
 * Lets an organization make at most that many calls in a window, spread or at once; `null` lets everything pass. Processes
 * that share a `RateLimiterStore` share the count. Calls that pass go through `admission`.
 *
 * A store that does not answer lets calls pass: to be limited is no reason to be down.
 */
export const rateLimit = (rate: Rate | null): Layer.Layer<RateLimit, never, RateLimiter.RateLimiterStore> =>
  Layer.effect(
    RateLimit,
    Effect.map(Effect.zip(RateLimiter.make, BodyLimits), ([limiter, limits]) => {
      const admit = admission({ bytesInFlight: bodiesAtOnce * limits.maxBulkBodySize })
      return (httpEffect, { endpoint }) =>
        Effect.gen(function* () {
          const { organization } = yield* CurrentPrincipal
          if (rate !== null) {
            const { limit, windowMillis: window } = rate
            const key = `hangtag:${organization}`
            const { reason } = yield* Effect.match(
              Effect.timeout(limiter.consume({ algorithm: "token-bucket", limit, window, key }), "1 second"),
              {
                onSuccess: () => ({ reason: undefined }),
                onFailure: (error) => ({ reason: error._tag === "TimeoutError" ? error : error.reason }),
              },
            )
            if (reason?._tag === "RateLimitExceeded") return tooMany(rate, reason.retryAfter)
            if (reason !== undefined) yield* Effect.logWarning("Calls are not counted", reason)
          }
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const most = maxBodySizeOf(endpoint.identifier, limits, headers["content-type"])
          return yield* admit(organization, bodySize(headers, most), httpEffect)
        })
    }),
  )
