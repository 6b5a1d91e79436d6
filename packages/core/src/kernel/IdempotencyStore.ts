import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { IdempotencyKeyInUse, IdempotencyKeyReused, Unavailable } from "./errors.ts"
import type { BrandedInstant } from "./Instant.ts"

/** A request that its caller may send again, under a key of the caller's choice. */
export interface RepeatableRequest {
  /** Of any form: a caller's own where it begins with who calls. */
  readonly key: string
  /** What tells the request from others: the same for the same request only. */
  readonly fingerprint: string
  readonly at: BrandedInstant
  /** From when on the key is as if never used. */
  readonly expires_at: BrandedInstant
}

/**
 * Keeps answers for requests that are sent again, so that what they asked for happens once.
 *
 * Promises: work and answer are kept together in one `Transaction` or not at all, so that work which fails, is
 * interrupted or whose process dies leaves the key unused; nothing of another organization is ever seen, though
 * its keys be the same; an expired answer is never given.
 */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /**
     * Gives the answer kept under the key, else does the work and keeps its answer.
     *
     * Fails with `IdempotencyKeyReused` where the key is another request's. While work under the key goes on, it
     * waits for its end or fails with `IdempotencyKeyInUse`.
     */
    readonly once: <E, R>(
      organization: string,
      request: RepeatableRequest,
      work: Effect.Effect<string, E, R>,
    ) => Effect.Effect<string, E | IdempotencyKeyReused | IdempotencyKeyInUse | Unavailable, R>
    /** Forgets keys of all organizations that expired by the instant, at most N, and returns how many. */
    readonly forget: (at: BrandedInstant, limit: number) => Effect.Effect<number, Unavailable>
  }
>()("@hangtag/core/ports/IdempotencyStore") {}
