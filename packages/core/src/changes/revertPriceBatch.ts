import * as Effect from "effect/Effect"
import { CallLimits } from "../kernel/CallLimits.ts"
import { BatchUnsuitable } from "../kernel/errors.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { asPair } from "../prices/rules/pairs.ts"
import { BatchKey, newTarget, readingOf, requireBatch } from "./changeTarget.ts"
import { writeColorways } from "./eachColorway.ts"
import { inTurn } from "./inTurn.ts"
import { type PriceBatch, RevertOutcome, RevertResult } from "./PriceBatch.ts"
import { batchErrors } from "./PriceChangeRefused.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"
import { planRevertPart } from "./planRevertPart.ts"

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
  const { organization } = principal
  const { change_records } = yield* CallLimits
  return yield* inTurn(
    principal,
    [batch_key],
    Effect.fnUntraced(function* (act) {
      const reverted = yield* requireBatch(organization, batch_key)
      const problem = unfitToRevert(reverted)
      if (problem !== undefined) return yield* problem
      const target = { name: nameOf(reverted), brand_key: reverted.brand_key, reverts: batch_key }
      const { key } = yield* newTarget(organization, target, act)
      const none = RevertOutcome.literals.map((outcome) => [outcome, 0] as const)
      const outcomes = Object.fromEntries(none) as Record<RevertOutcome, number>
      const left: Array<RevertResult["left"][number]> = []
      let records = 0
      const plan = yield* planRevertPart(organization, reverted, key, act.at)
      const reading = { ...readingOf(batch_key), mostRecords: change_records }
      yield* writeColorways(organization, reading, key, act, (part) =>
        Effect.map(plan(part), (planned) => {
          for (const { record, outcome } of planned.outcomes) {
            records++
            outcomes[outcome]++
            if (!isLeft(outcome) || left.length >= mostListed) continue
            left.push({ record_key: record.record_key, ...asPair(record), outcome })
          }
          // what has begun is over with the publication alone, which plans it anew
          return { ...planned.writes, ended: [] }
        }),
      )
      const result: RevertResult = { batch_key: key, reverts: batch_key, records, outcomes, left }
      return result
    }),
  )
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
  errors: batchErrors,
  ports: [PriceChangeRepository, Transaction],
  limits: ["change_records", "openBatches"],
  effect: "draft",
  run: (principal, { batch_key }) => revert(principal, batch_key),
})
