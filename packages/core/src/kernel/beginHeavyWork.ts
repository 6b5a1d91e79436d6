import * as Effect from "effect/Effect"
import type { CallLimitName } from "./CallLimits.ts"
import { CallLimits } from "./CallLimits.ts"
import type { LimitExceeded, TooManyOpen } from "./errors.ts"
import { HeavyWork } from "./HeavyWork.ts"
import { requireWithin } from "./requireWithin.ts"

/** Pairs or records that are worked off in some milliseconds. */
export const few = 5_000

/** Records that are read without a place among heavy calls: of those that many may read at once. */
export const fewRecords = 1_000

/** Waits for a place among heavy calls where there is so much to do. */
export const beginHeavyWork = (much: number): Effect.Effect<void, TooManyOpen> =>
  much <= few ? Effect.void : beginHeavy

/** Waits for a place among heavy calls. */
export const beginHeavy = Effect.flatMap(HeavyWork, ({ begin }) => begin)

/**
 * Reads so much as the limit lets one call have, what is more than a few once there is a place for it. Where more are
 * `expected` the place comes first: else they are read once to find that out, and again.
 */
export const readWithin = <A, E, R>(
  limit: CallLimitName,
  read: (most: number) => Effect.Effect<A, E, R>,
  count: (found: A) => number,
  {
    loc = [],
    expected = 0,
    atOnce = fewRecords,
  }: {
    readonly loc?: ReadonlyArray<string>
    readonly expected?: number
    /** So many are read without a place. */
    readonly atOnce?: number
  } = {},
): Effect.Effect<A, E | TooManyOpen | LimitExceeded, R> =>
  Effect.gen(function* () {
    const { [limit]: most } = yield* CallLimits
    const isExpected = expected > atOnce
    if (isExpected) yield* beginHeavy
    let found = yield* read(isExpected ? most : Math.min(atOnce, most))
    if (!isExpected && count(found) > atOnce && most > atOnce) {
      yield* beginHeavy
      found = yield* read(most)
    }
    yield* requireWithin(limit, count(found), loc)
    return found
  })
