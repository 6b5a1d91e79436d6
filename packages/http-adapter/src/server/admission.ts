import { Context, Duration, Effect, Layer, Semaphore } from "effect"
import { type Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { RateLimit } from "../api/RateLimit.ts"
import { refusal } from "../validation/errorAnswers.ts"
import { defaultLimits, maxBodySizeOf, RequestLimits } from "../validation/limits.ts"
import { withinTime } from "./withinTime.ts"

const { callsAtOnce, callsWaiting } = defaultLimits

export interface AdmissionLimits {
  /** Bytes of bodies that the process reads and works on at once. */
  readonly bytesInFlight: number
}

const tooManyWaiting = HttpServerResponse.setHeader(
  refusal(429, `The organization has ${callsWaiting} calls waiting: wait for answers before sending more`, {
    "retry-after": "1",
  }),
  // what it may send along is not read
  "connection",
  "close",
)

/**
 * Makes the one gate that calls pass before their bodies are read. Of an organization `callsAtOnce` are worked on at once:
 * what others wait for between two of their steps is bounded by them. Of all bodies as many bytes as the process may hold:
 * twice what one organization's calls can take, so that one that sends slowly keeps only its own calls waiting.
 */
export const admission = ({ bytesInFlight }: AdmissionLimits) => {
  const bytes = Semaphore.makeUnsafe(bytesInFlight)
  const organizations = new Map<string, { readonly calls: Semaphore.Semaphore; open: number }>()

  /** `size` is the most bytes that the call's body may turn out to have. */
  return <E, R>(
    organization: string,
    size: number,
    call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
    Effect.suspend(() => {
      const own = organizations.get(organization) ?? { calls: Semaphore.makeUnsafe(callsAtOnce), open: 0 }
      if (own.open >= callsAtOnce + callsWaiting) return Effect.succeed(tooManyWaiting)
      organizations.set(organization, own)
      own.open++
      const leave = Effect.sync(() => {
        if (--own.open === 0) organizations.delete(organization)
      })
      const admitted = size === 0 ? call : bytes.withPermits(Math.min(size, bytesInFlight))(call)
      const worked = own.calls.withPermit(admitted)
      // calls before it may take as long each
      return Effect.ensuring(own.open > callsAtOnce ? withinTime(worked) : worked, leave)
    })
}

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
    Effect.map(Effect.zip(RateLimiter.make, RequestLimits), ([limiter, limits]) => {
      const admit = admission({ bytesInFlight: bodiesAtOnce * limits.maxBulkBodySize })
      /** Runs the call where the organization has any left in this window. */
      const counted = <E, R>(
        organization: string,
        { limit, windowMillis: window }: Rate,
        call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
      ) => {
        const key = `hangtag:${organization}`
        const consumed = limiter.consume({ algorithm: "token-bucket", limit, window, key })
        return Effect.matchEffect(Effect.timeout(consumed, "1 second"), {
          onSuccess: () => call,
          onFailure: (error) => {
            const reason = error._tag === "TimeoutError" ? error : error.reason
            return reason._tag === "RateLimitExceeded"
              ? Effect.succeed(tooMany({ limit, windowMillis: window }, reason.retryAfter))
              : Effect.andThen(Effect.logWarning("Calls are not counted", reason), call)
          },
        })
      }
      return (httpEffect, { endpoint: { identifier } }) =>
        Effect.contextWith(
          (context: Context.Context<CurrentPrincipal | HttpServerRequest.HttpServerRequest>) => {
            const { organization } = Context.get(context, CurrentPrincipal)
            const { headers } = Context.get(context, HttpServerRequest.HttpServerRequest)
            const most = maxBodySizeOf(identifier, limits, headers["content-type"])
            const admitted = admit(organization, bodySize(headers, most), httpEffect)
            return rate === null ? admitted : counted(organization, rate, admitted)
          },
        )
    }),
  )
