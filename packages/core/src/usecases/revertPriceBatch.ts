import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { BatchUnsuitable, type LimitExceeded, NotFound } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"
import type { PriceBatch, RevertOutcome, RevertResult } from "../contract/PriceBatch.ts"
import { mostListed } from "../contract/PriceChange.ts"
import type { Principal } from "../contract/Principal.ts"
import type { ColorwayWrites } from "../domain/changeColorway.ts"
import { type IsTime, isTimeAfter, pairWork, workAtATime } from "../domain/isTime.ts"
import { type PairFound, pairBasis } from "../domain/pairBasis.ts"
import { planRevert, type Reverted, type RevertPlan } from "../domain/planRevert.ts"
import { BatchLimits } from "../ports/BatchLimits.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { type ChangePart, PriceChangeRepository } from "../ports/PriceChangeRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { inSteps } from "./inSteps.ts"
import { recordsIn } from "./recordsIn.ts"
import { requirePermission } from "./requirePermission.ts"
import { limitExceeded } from "./requireWithin.ts"

const noOutcomes: Readonly<Record<RevertOutcome, number>> = {
  withdrawn: 0,
  returned: 0,
  unchanged: 0,
  superseded: 0,
  no_earlier_price: 0,
  set_again: 0,
  already_withdrawn: 0,
}

/** Outcomes after which nothing is written for the record. */
const isLeft = (outcome: RevertOutcome) =>
  outcome === "superseded" || outcome === "no_earlier_price" || outcome === "already_withdrawn"

function* plansInSteps(
  { pairs }: ChangePart,
  reverted: Reverted,
  now: Instant,
  isTime: IsTime,
): Generator<void, Array<{ readonly pair: PairFound; readonly plan: RevertPlan }>> {
  const plans: Array<{ readonly pair: PairFound; readonly plan: RevertPlan }> = []
  for (const pair of pairs) {
    if (isTime(pairWork(pair.records.length))) yield
    plans.push({ pair, plan: planRevert(pair, reverted, now) })
  }
  return plans
}

/** At most as long as a name may be, and no half of a character at its end. */
const nameOf = ({ name, key }: PriceBatch): string =>
  `Takes back ${name ?? key}`.slice(0, 200).replace(/[\ud800-\udbff]$/, "")

const unfitToRevert = ({ key, status, kind }: PriceBatch): BatchUnsuitable | undefined => {
  const problem =
    status !== "published"
      ? `is ${status}: only a published batch can be taken back`
      : kind === "republish"
        ? "is for republishing: it has changed no price that could be taken back"
        : undefined
  return problem === undefined ? undefined : new BatchUnsuitable({ batch_key: key, problem })
}

/**
 * Makes an open batch that takes a published one back, judged now (`planRevert`). Publishing it does so.
 *
 * Fails with `NotFound`, with `BatchUnsuitable` for a batch that is not published, with `BatchBusy`, and with
 * `LimitExceeded` (`change_records`). Needs `batch:publish`.
 */
export const revertPriceBatch = Effect.fn("revertPriceBatch")(function* (
  principal: Principal,
  batch_key: string,
) {
  yield* requirePermission(principal, "batch:publish")
  const { find, change } = yield* PriceChangeRepository
  const { organization, subject: by } = principal
  const found = yield* find(organization, batch_key)
  if (Option.isNone(found)) return yield* new NotFound({ resource: "batch", key: batch_key })
  const reverted = found.value
  const problem = unfitToRevert(reverted)
  if (problem !== undefined) return yield* problem
  const { change_records } = yield* CallLimits
  const { openBatches } = yield* BatchLimits
  const now = yield* currentInstant
  const published_at = Date.parse(reverted.published_at ?? "") * 1000
  let outcomes = noOutcomes
  let left: Array<RevertResult["left"][number]> = []
  let [records, read] = [0, 0]
  const isTime = isTimeAfter(workAtATime)

  const batch = yield* change<LimitExceeded>(
    organization,
    {
      batch_key: null,
      name: nameOf(reverted),
      brand_key: reverted.brand_key,
      reverts: batch_key,
      dry: false,
      openLimit: openBatches,
    },
    { at: now, by },
    (_, key) => {
      // who keeps changes may begin again, where its database asks for that
      const counted = { ...noOutcomes }
      outcomes = counted
      left = []
      records = read = 0
      return {
        scope: { kind: "batch", batch_key },
        since: null,
        mostRecords: change_records,
        part: Effect.fnUntraced(function* (part: ChangePart) {
          read += recordsIn(part)
          if (read > change_records) return yield* limitExceeded("change_records", change_records, read)
          const plans = yield* inSteps(plansInSteps(part, { key: batch_key, published_at }, now, isTime))
          for (const { record, outcome } of plans.flatMap(({ plan }) => plan.outcomes)) {
            records++
            counted[outcome]++
            if (!isLeft(outcome) || left.length >= mostListed) continue
            const { record_key, variant_key, price_type } = record
            left.push({ record_key, variant_key, price_type, outcome })
          }
          const writes: ColorwayWrites = {
            drafts: plans.flatMap(({ plan }) => plan.drafts),
            withdrawals: plans.flatMap(({ plan }) => plan.withdrawals),
            released: [],
            replaced: [],
            bases: plans
              .filter(({ plan }) => plan.drafts.length + plan.withdrawals.length > 0)
              .map(({ pair, plan }) => ({
                ...pairBasis(pair, key!, now),
                returns: [],
                lines: [...plan.drafts, ...plan.withdrawals].map(({ effective_at }) => String(effective_at)),
                since: now,
              })),
          }
          return writes
        }),
        end: () => undefined,
      }
    },
  )
  const result: RevertResult = { batch_key: batch!.key, reverts: batch_key, records, outcomes, left }
  return result
})
