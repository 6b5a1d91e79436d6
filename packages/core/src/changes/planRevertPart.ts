import * as Effect from "effect/Effect"
import { sumWithin } from "../kernel/CallLimits.ts"
import type { Instant } from "../kernel/Instant.ts"
import { recordsIn } from "./changePlanner.ts"
import type { PriceBatch } from "./PriceBatch.ts"
import { type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { type ColorwayWrites, noWrites } from "./rules/colorwayWrites.ts"
import { pairBasis } from "./rules/pairBasis.ts"
import { planRevert } from "./rules/planRevert.ts"
import { revertedBatch } from "./rules/takeBacks.ts"

/**
 * Plans part by part what takes a published batch back (`planRevert`), judged at a moment, for the open batch `key`. Fails with
 * `LimitExceeded` (`change_records`).
 */
export const planRevertPart = Effect.fnUntraced(function* (
  organization: string,
  reverted: PriceBatch,
  key: string,
  now: Instant,
) {
  const { takeBacks } = yield* PriceChangeRepository
  const published = revertedBatch(reverted.key, yield* takeBacks(organization))
  const requireRecords = sumWithin("change_records")
  return Effect.fnUntraced(function* (part: ChangePart) {
    yield* requireRecords(recordsIn(part))
    const plans = part.pairs.map((pair) => ({ pair, plan: planRevert(pair, published, now) }))
    const writes: ColorwayWrites = {
      ...noWrites,
      drafts: plans.flatMap(({ plan }) => plan.drafts),
      withdrawals: plans.flatMap(({ plan }) => plan.withdrawals),
      ended: plans.flatMap(({ plan }) => plan.ended),
      bases: plans
        .filter(({ plan }) => plan.drafts.length + plan.withdrawals.length > 0)
        .map(({ pair, plan }) => ({
          ...pairBasis(pair, key, now),
          returns: [],
          lines: [...plan.drafts, ...plan.withdrawals].map(({ effective_at }) => String(effective_at)),
          since: now,
        })),
    }
    return { writes, outcomes: plans.flatMap(({ plan }) => plan.outcomes) }
  })
})
