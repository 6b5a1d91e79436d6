import type { Amount } from "../contract/Amount.ts"
import type { Instant } from "../contract/Instant.ts"
import type { ChangeCollision, NoReturn } from "../contract/PriceChange.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import {
  beginsOf,
  type ChangeRules,
  type ChangeStep,
  nameOfLine,
  type TimedChangeLine,
} from "./changeSteps.ts"
import { lineStatus } from "./diffLines.ts"
import { collisionKind } from "./futureRecords.ts"
import type { IsTime } from "./isTime.ts"
import type { VariantJudgement } from "./judgeLines.ts"
import type { PairFound } from "./pairBasis.ts"
import type { NewDraft } from "./planChange.ts"
import { priceOrder } from "./priceOrder.ts"

/** What a price is from an instant on; in a list of them the later of two at one instant takes over. */
interface Standing {
  readonly effective_at: Instant
  readonly amount: Amount
  /** From when on there is none instead: it was withdrawn while it was in force. */
  readonly gone_at?: Instant | undefined
}

/** A record as a price that holds from its instant on. */
interface StandingRecord extends Standing {
  readonly record: PriceRecord
}

const amountAt = (prices: Iterable<Standing | undefined>, at: Instant): Amount | undefined => {
  let found: Standing | undefined
  for (const price of prices) {
    if (price === undefined || price.effective_at > at) continue
    if (found === undefined || price.effective_at >= found.effective_at) found = price
  }
  return found === undefined || (found.gone_at !== undefined && found.gone_at <= at)
    ? undefined
    : found.amount
}

const statusOf = (amount: Amount, follows: Amount | undefined) =>
  lineStatus(amount, follows === undefined ? undefined : { amount: follows })

/** What becomes of a future record that a line meets; undefined where they do not. */
export const actionOf = (line: TimedChangeLine, record: PriceRecord, rules: ChangeRules) => {
  // what comes when a temporary price is over does not meet it
  if (line.until_at !== null && record.effective_at >= line.until_at) return undefined
  const kind = collisionKind(record.effective_at, line.effective_at)
  const wanted = (line.held ?? rules).on_collision[kind]
  const action =
    wanted === "reject"
      ? "rejected"
      : wanted === "withdraw" && record.status === "active"
        ? "withdrawn"
        : "kept"
  return { kind, action } as const
}

/** The records of a pair, sorted by what they are to a change: drafts of the batch at the instants of its lines are judged anew. */
export const sorted = (
  { records }: PairFound,
  instantsOf: () => ReadonlySet<Instant>,
  { batch_key, now }: ChangeRules,
) => {
  const ordered = records.length < 2 ? records : records.toSorted(priceOrder)
  let instants: ReadonlySet<Instant> | undefined
  const isOfSteps = (at: Instant): boolean => {
    instants ??= instantsOf()
    return instants.has(at)
  }
  const active: Array<PriceRecord> = []
  const future: Array<PriceRecord> = []
  const own: Array<PriceRecord> = []
  const held: Array<PriceRecord> = []
  for (const record of ordered) {
    const { status, effective_at, withdrawn } = record
    if (status === "draft") {
      if (withdrawn !== undefined) continue
      if (record.batch_key === batch_key) (isOfSteps(effective_at) ? held : own).push(record)
      else if (effective_at > now) future.push(record)
      continue
    }
    if (withdrawn !== undefined && withdrawn.at < effective_at) continue
    active.push(record)
    if (effective_at > now && withdrawn === undefined) future.push(record)
  }
  return { active, future, own, held }
}

const standing = (record: PriceRecord): StandingRecord => ({
  effective_at: record.effective_at,
  amount: record.amount,
  gone_at: record.withdrawn?.at,
  record,
})

/** What the passes over one pair have in common. */
export const course = (
  { variant_key, price_type }: PairFound,
  { active, future, own }: ReturnType<typeof sorted>,
  steps: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
) => {
  // at one instant the batch's own take over
  const prices = (
    own.length === 0 ? active : [...active, ...own].sort((a, b) => a.effective_at - b.effective_at)
  ).map(standing)
  const begins = beginsOf(steps)
  const met = new Map<number, ReadonlyArray<ChangeCollision>>()

  /** The future records that a written line meets. */
  const collisionsOf = (step: ChangeStep): ReadonlyArray<ChangeCollision> => {
    const { line, index } = step
    const known = met.get(index)
    if (known !== undefined) return known
    const collisions = future.flatMap((record): Array<ChangeCollision> => {
      const meets = actionOf(line, record, rules)
      if (meets === undefined) return []
      const { record_key, amount, effective_from, status, batch_key } = record
      const named = { record_key, variant_key, price_type, amount, effective_from, status, batch_key }
      return [{ ...nameOfLine(step, rules), ...meets, ...named }]
    })
    met.set(index, collisions)
    return collisions
  }
  return { prices, begins, collisionsOf }
}

/**
 * One pass over time, with some records as good as withdrawn, each until the last line that withdraws it ends. It goes
 * along the prices with the steps, and looks at none twice: a change may have very many lines, and a pair very many
 * records. Pauses where `isTime` says so.
 */
export function* pass(
  { variant_key, price_type }: PairFound,
  { prices, begins }: ReturnType<typeof course>,
  steps: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
  withdrawn: ReadonlyMap<string, Instant>,
  isTime: IsTime,
) {
  const wanted: Array<NewDraft & { readonly step: ChangeStep }> = []
  const judged: Array<VariantJudgement & { readonly line: number }> = []
  const noReturn: Array<NoReturn> = []
  const unmeant: Array<NoReturn> = []
  /** Of the prices that have begun, the place of the last that stands, and of the last whose withdrawing lines have ended. */
  let [begun, last, lastBack] = [0, -1, -1]
  /** Those that come back, the first to do so at the end. */
  const coming =
    withdrawn.size === 0
      ? []
      : prices
          .flatMap(({ record }, place) => {
            const until = withdrawn.get(record.record_key)
            return until === undefined ? [] : { place, until }
          })
          .sort((a, b) => (a.until === b.until ? 0 : b.until - a.until))
  /** The lines that have begun, in that order; those that have ended go as they come to be the last. */
  const open: Array<ChangeStep> = []

  const goTo = (at: Instant) => {
    for (; begun < prices.length && prices[begun]!.effective_at <= at; begun++) {
      if (!withdrawn.has(prices[begun]!.record.record_key)) last = begun
    }
  }
  const write = (step: ChangeStep, amount: Amount, effective_from: string) => {
    wanted.push({ variant_key, price_type, amount, effective_from, effective_at: step.at, step })
  }
  /** What would be in force at the end of a line without it: what was withdrawn for lines that have ended is there again. */
  const without = ({ at }: ChangeStep): Amount | undefined => {
    while (open.length > 0 && (open.at(-1)!.line.until_at ?? Number.POSITIVE_INFINITY) <= at) open.pop()
    const other = open.at(-1)
    while (coming.length > 0 && coming.at(-1)!.until <= at) lastBack = Math.max(lastBack, coming.pop()!.place)
    const price = prices[Math.max(last, lastBack)]
    const by = other && { effective_at: other.at, amount: other.line.amount }
    return amountAt([price, by], at)
  }

  for (const step of steps) {
    if (isTime(1)) yield
    const { line, index, at, isReturn } = step
    goTo(at)
    const follows = amountAt([prices[last], wanted.at(-1)], at)
    if (isReturn) {
      if (begins.has(at)) continue
      const back = without(step)
      if (back !== undefined && statusOf(back, follows) !== "unchanged")
        write(step, back, line.effective_until!)
      else if (back === undefined && follows !== undefined) {
        const none = { ...nameOfLine(step, rules), variant_key, price_type }
        if (line.held === undefined || line.return === null) noReturn.push(none)
        if (line.return === null) unmeant.push(none)
      }
      continue
    }
    open.push(step)
    const status = statusOf(line.amount, follows)
    if (line.held === undefined) judged.push({ variant_key, status, follows: follows ?? null, line: index })
    if (status !== "unchanged" || (line.held ?? rules).include_unchanged)
      write(step, line.amount, line.effective_from)
  }
  return { wanted, judged, noReturn, unmeant }
}
