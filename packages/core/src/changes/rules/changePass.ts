import { basePriceList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import { asAnswered, fallsBack, type PriceRecord, said } from "../../prices/PriceRecord.ts"
import { collisionKind } from "../../prices/rules/futureRecords.ts"
import { asPair, type Pair } from "../../prices/rules/pairs.ts"
import { statusOf, type VariantJudgement } from "../../prices/rules/previewLines.ts"
import { isOver, priceOrder } from "../../prices/rules/priceInForce.ts"
import { type Standing, standingOf } from "../../prices/rules/standing.ts"
import type { ChangeCollision, NoReturn } from "../PriceChange.ts"
import {
  beginsOf,
  type ChangeRules,
  type ChangeStep,
  nameOfLine,
  type TimedChangeLine,
} from "./changeSteps.ts"
import type { NewDraft } from "./colorwayWrites.ts"
import type { PairFound } from "./pairBasis.ts"

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

/**
 * The records of a pair, sorted by what they are to a change: drafts of the batch at the instants of its lines are judged
 * anew. Returns are none: what holds at the end of a temporary price follows from the others (`judgeReturns`), but one that was withdrawn while
 * it was in force covers what was beneath it.
 */
export const sorted = (
  { records }: PairFound,
  instantsOf: () => ReadonlySet<Instant>,
  { batch_key, now }: ChangeRules,
) => {
  const ordered = records.length < 2 ? records : records.toSorted(priceOrder)
  let instants: ReadonlySet<Instant> | undefined
  const active: Array<PriceRecord> = []
  const future: Array<PriceRecord> = []
  const own: Array<PriceRecord> = []
  const held: Array<PriceRecord> = []
  for (const record of ordered) {
    const { status, effective_at, withdrawn, returns_from } = record
    if (status === "draft") {
      if (withdrawn !== undefined) continue
      if (record.batch_key === batch_key) {
        instants ??= instantsOf()
        if (instants.has(effective_at)) held.push(record)
        else if (returns_from === undefined) own.push(record)
      } else if (effective_at > now && returns_from === undefined) future.push(record)
      continue
    }
    if (withdrawn === undefined ? returns_from !== undefined : withdrawn.at < effective_at) continue
    active.push(record)
    if (effective_at > now && withdrawn === undefined) future.push(record)
  }
  return { active, future, own, held }
}

/** What the passes over one pair have in common. */
export const course = (
  pair: Pair,
  { active, future, own }: ReturnType<typeof sorted>,
  rules: ChangeRules,
) => {
  const first = Number.MAX_SAFE_INTEGER - own.length
  // at one instant the batch's own take over
  const prices = standingOf([
    ...active,
    ...own.map((record, index) => ({ ...record, status: "active" as const, sequence: first + index })),
  ])
  const met = new Map<number, ReadonlyArray<ChangeCollision>>()

  /** The future records that a written line meets. */
  const collisionsOf = (step: ChangeStep): ReadonlyArray<ChangeCollision> => {
    const { line, index } = step
    const known = met.get(index)
    if (known !== undefined) return known
    const collisions = future.flatMap((record): Array<ChangeCollision> => {
      const meets = actionOf(line, record, rules)
      if (meets === undefined) return []
      const { record_key, status, batch_key } = record
      const effective_from = rules.written(record.effective_from, record.effective_at)
      const named = { record_key, ...asPair(pair), ...asAnswered(record), effective_from }
      return [{ ...nameOfLine(step, rules), ...meets, ...named, status, batch_key }]
    })
    met.set(index, collisions)
    return collisions
  }
  return { prices, collisionsOf }
}

/** When a return to it is over: with it, also where it was withdrawn meanwhile. */
const endOf = ({
  ends_at = Number.POSITIVE_INFINITY,
  gone_at = Number.POSITIVE_INFINITY,
  until,
}: Standing) => {
  const at = Math.min(ends_at, gone_at)
  return (
    at < Number.POSITIVE_INFINITY && {
      ends: { at, until: at === ends_at && until !== undefined ? until : instantToExactText(at) },
    }
  )
}

/** A draft that a line, or its end, asks for. */
export interface WantedDraft extends NewDraft {
  readonly step: ChangeStep
}

/** A price of the pass: of a record, or of a line that was written. */
interface Price extends Standing {
  readonly key?: string
  readonly draft?: WantedDraft
}

/**
 * One pass over time, with some records as good as withdrawn, each until the last line that withdraws it ends. What is in
 * force at an instant is the last that has begun and is not over; what is over on top never comes back, so that the pass
 * looks at most prices once. `meant` are lines that are written whatever is in force without what they withdraw.
 */
export const pass = (
  found: Pair,
  { prices }: ReturnType<typeof course>,
  steps: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
  withdrawn: ReadonlyMap<string, Instant>,
  meant: ReadonlySet<number>,
) => {
  const pair = asPair(found)
  const { variant_key, price_list } = pair
  const begins = beginsOf(steps)
  const wanted: Array<WantedDraft> = []
  const judged: Array<VariantJudgement & { readonly line: number }> = []
  const noReturn: Array<NoReturn> = []
  const unmeant: Array<NoReturn> = []
  const left = new Set<number>()
  const written = new Map<number, WantedDraft>()
  /** Where a line takes the place of a return, and so is written whatever it follows. */
  const owed = new Set<Instant>()
  /** Those that have begun and may be in force yet, the last on top. */
  const begun: Array<Price> = []
  let next = 0
  const begin = (isBegun: (price: Standing) => boolean) => {
    while (next < prices.length && isBegun(prices[next]!)) {
      const { record, ...price } = prices[next++]!
      begun.push({ ...price, key: record.record_key })
    }
  }
  const isAway = ({ key }: Price, at: Instant, staysAway: boolean) => {
    const until = key === undefined ? undefined : withdrawn.get(key)
    return until !== undefined && (until > at || staysAway)
  }
  /** What is in force at an instant, or right before it. */
  const inForce = (at: Instant, isBefore = false, staysAway = isBefore): Price | undefined => {
    const isEnded = (price: Price) => isOver(price, at) && !(isBefore && price.ends_at === at)
    while (begun.length > 0 && isEnded(begun.at(-1)!)) begun.pop()
    let place = begun.length - 1
    while (place >= 0 && (isEnded(begun[place]!) || isAway(begun[place]!, at, staysAway))) place--
    const last = begun[place]
    return last?.gone_at !== undefined && last.gone_at <= at ? undefined : last
  }
  const write = (step: ChangeStep, draft: Omit<NewDraft, keyof Pair | "effective_at">) => {
    const made = { ...pair, effective_at: step.at, ...draft, step }
    wanted.push(made)
    return made
  }
  /** What was in force right before the instant at which lines end. */
  let ending: { readonly at: Instant; readonly before: Price | undefined } | undefined
  const returnTo = (step: ChangeStep) => {
    const { line, index, at } = step
    if (ending?.at !== at) {
      begin(({ effective_at }) => effective_at < at)
      ending = { at, before: inForce(at, true) }
      begin(({ effective_at }) => effective_at <= at)
    }
    const { before } = ending
    const back = inForce(at)
    const own = written.get(index)
    /** What lines withdraw for as long as they last: it begins again once they are over, by itself. */
    const isBack = before !== back && back?.key !== undefined && withdrawn.has(back.key)
    if (!isBack && (own === undefined || before?.draft !== own || back?.effective_at === at)) return
    if (begins.has(at)) {
      owed.add(at)
      return
    }
    // other lists fall back; of what nothing is above it has to be meant that there is no price
    if (price_list === basePriceList && (back?.amount ?? null) === null) {
      const none = { ...nameOfLine(step, rules), ...pair }
      if (line.return === "skip") left.add(index)
      if (line.held === undefined || line.return === null) noReturn.push(none)
      if (line.return === null) unmeant.push(none)
      if (line.return !== "none") return
    }
    const value = said(back ?? fallsBack)
    const draft = { ...value, effective_from: line.effective_until!, ...(back && endOf(back)) }
    if (isBack) {
      const { ends_at, until } = back!
      begun.push({ ...value, effective_at: at, ends_at, until, draft: write(step, draft) })
    } else write(step, { ...draft, returns_from: own! })
  }

  for (const step of steps) {
    const { line, index, at, isReturn } = step
    if (isReturn) {
      returnTo(step)
      continue
    }
    begin(({ effective_at }) => effective_at <= at)
    const isOwed = owed.delete(at)
    // what is withdrawn is in force again only where the end of a line has written it anew
    const follows = inForce(at, false, true)
    const until = line.until_at ?? Number.POSITIVE_INFINITY
    const status = statusOf(line, follows, follows?.ends_at !== undefined && follows.ends_at < until)
    if (line.held === undefined)
      judged.push({ variant_key, status, follows: follows?.amount ?? null, line: index })
    const isWanted = status !== "unchanged" || meant.has(index) || isOwed
    if (isWanted || (line.held ?? rules).include_unchanged) {
      const { effective_from, effective_until, until_at } = line
      const ends = until_at === null ? undefined : { at: until_at, until: effective_until! }
      const draft = write(step, { ...said(line), effective_from, ...(ends && { ends }) })
      written.set(index, draft)
      begun.push({ ...said(line), effective_at: at, ends_at: ends?.at, until: ends?.until, draft })
    }
  }
  return { wanted, judged, noReturn, unmeant, left }
}
