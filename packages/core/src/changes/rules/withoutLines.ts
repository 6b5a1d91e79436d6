import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import { asPair } from "../../prices/rules/pairs.ts"
import { isDraftOf } from "./asPublished.ts"
import type { ChangeRules } from "./changeSteps.ts"
import { type ColorwayWrites, noWrites } from "./colorwayWrites.ts"
import { linesHeld } from "./heldLines.ts"
import type { PairFound } from "./pairBasis.ts"
import { type PairPlan, planChange, plannedBasis } from "./planChange.ts"

/** What taking something out of a batch does to one pair, and what of that keeps it from being done. */
export interface PairRemoval {
  readonly writes: ColorwayWrites
  readonly refused?: Pick<PairPlan, "collisions" | "unmeant">
}

const ownDrafts = ({ records }: PairFound, batch_key: string): Array<PriceRecord> =>
  records.filter((record) => isDraftOf(record, batch_key))

const withdrawnBy = ({ records, withdrawing }: PairFound): Array<PriceRecord> =>
  records.filter(({ record_key }) => withdrawing.has(record_key))

/** Takes all of a pair out of the batch; undefined where it holds nothing of it. */
export const withoutPair = (pair: PairFound, { batch_key }: ChangeRules): PairRemoval | undefined => {
  const replaced = ownDrafts(pair, batch_key)
  const released = withdrawnBy(pair)
  return replaced.length + released.length === 0 && pair.basis === null
    ? undefined
    : { writes: { ...noWrites, replaced, released, dropped: [asPair(pair)] } }
}

/** Of the instants those at which a line of the batch begins for the pair; the end of a temporary price is no line. */
export const linesAt = (
  pair: PairFound,
  instants: Pick<ReadonlySet<Instant>, "has">,
  { batch_key }: ChangeRules,
): ReadonlySet<Instant> => {
  const returns = new Set(pair.basis?.returns)
  const held = linesHeld(pair, pair.basis?.lines ?? [])
  const drafts = ownDrafts(pair, batch_key).filter(({ effective_at }) => !returns.has(effective_at))
  return new Set([...held, ...drafts].flatMap(({ effective_at: at }) => (instants.has(at) ? at : [])))
}

/**
 * Takes the lines of a pair out of the batch that begin at the instants, with their returns, as if it had never been asked for
 * them: what is left is judged anew.
 */
export const withoutLines = (
  pair: PairFound,
  begins: ReadonlySet<Instant>,
  rules: ChangeRules,
): PairRemoval => {
  const plan = planChange(pair, [], rules, begins)
  const { drafts, withdrawals, released, replaced, collisions, unmeant } = plan
  const gone = new Set(replaced)
  const kept = ownDrafts(pair, rules.batch_key).filter((record) => !gone.has(record))
  const isLeft =
    plan.asked.lines.length + drafts.length + kept.length > 0 || withdrawnBy(pair).length > released.length
  const writes = isLeft
    ? { drafts, withdrawals, released, replaced, bases: [plannedBasis(pair, plan, rules)] }
    : { ...noWrites, released, replaced, dropped: [asPair(pair)] }
  const rejected = collisions.filter(({ action }) => action === "rejected")
  const sales = new Set(kept.map(({ record_key }) => record_key))
  const losesReturn = replaced.some(({ returns_from = "" }) => sales.has(returns_from))
  // only what is written anew has to be fit to be written, and what is over has to return to something
  const unfit = drafts.length > 0 ? rejected.length + unmeant.length : losesReturn ? unmeant.length : 0
  return unfit === 0 ? { writes } : { writes, refused: { collisions: rejected, unmeant } }
}
