import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  LimitExceeded,
  NotFound,
  TooManyOpen,
} from "../kernel/errors.ts"
import { aHundred, mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { BatchLimits } from "./BatchLimits.ts"
import { BatchKey } from "./foundBatch.ts"
import { type PriceBatch, type RevertOutcome, RevertResult } from "./PriceBatch.ts"
import { type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { planRevertPart } from "./planRevertPart.ts"

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

const revert = Effect.fnUntraced(function* (principal: Principal, batch_key: string) {
  const { find, change } = yield* PriceChangeRepository
  const { organization, subject: by } = principal
  const found = yield* find(organization, batch_key)
  if (Option.isNone(found)) return yield* new NotFound({ resource: "batch", key: batch_key })
  const reverted = found.value
  const problem = unfitToRevert(reverted)
  if (problem !== undefined) return yield* problem
  const callLimits = yield* CallLimits
  const { openBatches } = yield* BatchLimits
  const published_at = Date.parse(reverted.published_at ?? "") * 1000
  let outcomes = noOutcomes
  let left: Array<RevertResult["left"][number]> = []
  let records = 0

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
    { at: currentInstant, by },
    (_, key, now) => {
      // who keeps changes may begin again, where its database asks for that
      const counted = { ...noOutcomes }
      outcomes = counted
      left = []
      records = 0
      const plan = planRevertPart({ key: batch_key, published_at }, key!)
      return {
        scope: { kind: "batch", batch_key },
        since: null,
        mostRecords: callLimits.change_records,
        part: Effect.fnUntraced(
          function* (part: ChangePart) {
            const planned = yield* plan(part, now)
            for (const { record, outcome } of planned.outcomes) {
              records++
              counted[outcome]++
              if (!isLeft(outcome) || left.length >= mostListed) continue
              const { record_key, variant_key, price_type } = record
              left.push({ record_key, variant_key, price_type, outcome })
            }
            return planned.writes
          },
          Effect.provideService(CallLimits, callLimits),
        ),
        end: () => undefined,
      }
    },
  )
  const result: RevertResult = { batch_key: batch!.key, reverts: batch_key, records, outcomes, left }
  return result
})

/**
 * Makes an open batch that takes a published one back, shown as of now (`planRevert`). Publishing it judges all of it
 * anew, and dates it then.
 *
 * Fails with `NotFound`, with `BatchUnsuitable` for a batch that is not published, with `BatchBusy`, and with
 * `LimitExceeded` (`change_records`). Needs `batch:publish`.
 */
export const revertPriceBatch = operation({
  name: "revertPriceBatch",
  permission: "batch:publish",
  input: BatchKey,
  output: RevertResult,
  errors: [NotFound, BatchPublished, BatchUnsuitable, BatchBusy, TooManyOpen, LimitExceeded],
  ports: [PriceChangeRepository],
  limits: ["change_records", "openBatches"],
  contract: aHundred,
  effect: "draft",
  run: (principal, { batch_key }) => revert(principal, batch_key),
})
