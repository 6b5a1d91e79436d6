import * as Effect from "effect/Effect"
import { type CallLimitName, CallLimits, callLimits } from "./CallLimits.ts"
import { LimitExceeded } from "./errors.ts"

export const limitExceeded = (
  limit: CallLimitName,
  most: number,
  asked: number,
  loc: ReadonlyArray<string | number> = [],
): LimitExceeded => new LimitExceeded({ limit, most, asked, loc, counts: callLimits[limit].counts })

/** Reads as much as the limit lets one call have, and fails where `count` says that there is more. */
export const readWithin = <A, E, R>(
  limit: CallLimitName,
  read: (most: number) => Effect.Effect<A, E, R>,
  count: (found: A) => number,
  loc: ReadonlyArray<string | number> = [],
): Effect.Effect<A, E | LimitExceeded, R> =>
  Effect.flatMap(CallLimits, ({ [limit]: most }) =>
    Effect.tap(read(most), (found) => requireWithin(limit, count(found), loc)),
  )

/** Fails where more is asked for than the limit lets one call have; `loc` is the member of the request that asks. */
export const requireWithin = (
  limit: CallLimitName,
  asked: number,
  loc: ReadonlyArray<string | number> = [],
): Effect.Effect<void, LimitExceeded> =>
  Effect.flatMap(CallLimits, ({ [limit]: most }) =>
    asked <= most ? Effect.void : Effect.fail(limitExceeded(limit, most, asked, loc)),
  )
