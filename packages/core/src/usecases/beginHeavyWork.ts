import * as Effect from "effect/Effect"
import type { CallLimitName } from "../contract/callLimits.ts"
import type { LimitExceeded, TooManyOpen } from "../contract/errors.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { HeavyWork } from "../ports/HeavyWork.ts"
import { requireWithin } from "./requireWithin.ts"

/** Pairs or records that are worked off in some milliseconds. */
export const few = 5_000

/** Waits for a place among heavy calls where there is so much to do. */
export const beginHeavyWork = (much: number): Effect.Effect<void, TooManyOpen> =>
  much <= few ? Effect.void : Effect.flatMap(HeavyWork, ({ begin }) => begin)

/** Reads so much as the limit lets one call have. What is more than a few is read once there is a place for it. */
export const readWithin = <A, E, R>(
  limit: CallLimitName,
  read: (most: number) => Effect.Effect<A, E, R>,
  count: (found: A) => number,
): Effect.Effect<A, E | TooManyOpen | LimitExceeded, R> =>
  Effect.gen(function* () {
    const { [limit]: most } = yield* CallLimits
    let found = yield* read(Math.min(few, most))
    if (count(found) > few) {
      yield* beginHeavyWork(count(found))
      found = yield* read(most)
    }
    yield* requireWithin(limit, count(found))
    return found
  })
