import { type Amount, sameAmount } from "../contract/Amount.ts"
import type { Instant } from "../contract/Instant.ts"
import type { ChangeCollision, ChangeLine, NoReturn, OnCollision } from "../contract/PriceChange.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { lineStatus } from "./diffLines.ts"
import { collisionKind, type TimedLine } from "./futureRecords.ts"
import type { VariantJudgement } from "./judgeLines.ts"
import type { PairFound } from "./pairBasis.ts"
import { isWithdrawn } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"

/** A line with the instants at which it begins and, where it is temporary, ends. */
export interface TimedChangeLine extends ChangeLine, TimedLine {
  readonly until_at: Instant | null
  /** The variants that it is about; all of the colorway's unless given. */
  readonly only?: ReadonlySet<string>
}

/** A draft that a batch is to hold. */
export interface NewDraft {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: Amount
  readonly effective_from: string
  readonly effective_at: Instant
}

export interface ChangeRules {
  /** The batch that is filled; its own drafts count as in force from their instants on. */
  readonly batch_key: string
  readonly on_collision: OnCollision
  readonly include_unchanged: boolean
  readonly now: Instant
}

/** What is to be done to one pair. */
export interface PairPlan {
  /** Each line that is about the pair; `created` where a draft is to be written for it. */
  readonly judged: ReadonlyArray<VariantJudgement & { readonly line: number; readonly created: boolean }>
  readonly drafts: ReadonlyArray<NewDraft>
  /** How many of the drafts end a temporary price. */
  readonly returns: number
  /** The instants of all drafts that do, those that the batch holds already too. */
  readonly returnsAt: ReadonlyArray<Instant>
  readonly withdrawals: ReadonlyArray<PriceRecord>
  /** Drafts of the batch that the request takes the place of. */
  readonly replaced: ReadonlyArray<PriceRecord>
  readonly collisions: ReadonlyArray<ChangeCollision>
  readonly noReturn: ReadonlyArray<NoReturn>
}

/** A line's beginning or its end. */
export interface ChangeStep {
  readonly line: TimedChangeLine
  readonly index: number
  readonly at: Instant
  readonly isReturn: boolean
}

/** The lines' beginnings and ends in the order of time; at one instant ends come first, then lines as they are written. */
export const changeSteps = (
  lines: Iterable<readonly [index: number, line: TimedChangeLine]>,
): Array<ChangeStep> =>
  Array.from(lines)
    .flatMap(([index, line]): Array<ChangeStep> => {
      const begin = { line, index, at: line.effective_at, isReturn: false }
      return line.until_at === null ? [begin] : [begin, { line, index, at: line.until_at, isReturn: true }]
    })
    .sort((a, b) => a.at - b.at || Number(b.isReturn) - Number(a.isReturn) || a.index - b.index)

/** What a price is from an instant on; in a list of them the later of two at one instant takes over. */
interface Standing {
  readonly effective_at: Instant
  readonly amount: Amount
  /** From when on there is none instead: it was withdrawn while it was in force. */
  readonly gone_at?: Instant | undefined
}

const amountAt = (prices: Iterable<Standing>, at: Instant): Amount | undefined => {
  let found: Standing | undefined
  for (const price of prices)
    if (price.effective_at <= at && (found === undefined || price.effective_at >= found.effective_at))
      found = price
  return found === undefined || (found.gone_at !== undefined && found.gone_at <= at)
    ? undefined
    : found.amount
}

const statusOf = (amount: Amount, follows: Amount | undefined) =>
  lineStatus(amount, follows === undefined ? undefined : { amount: follows })

/** What becomes of a future record that a line meets; undefined where they do not. */
const actionOf = (line: TimedChangeLine, record: PriceRecord, { on_collision }: ChangeRules) => {
  // what comes when a temporary price is over does not meet it
  if (line.until_at !== null && record.effective_at >= line.until_at) return undefined
  const kind = collisionKind(record.effective_at, line.effective_at)
  const wanted = on_collision[kind]
  const action =
    wanted === "reject"
      ? "rejected"
      : wanted === "withdraw" && record.status === "active"
        ? "withdrawn"
        : "kept"
  return { kind, action } as const
}

/** The records of a pair, sorted by what they are to a change. */
const sorted = (
  { records }: PairFound,
  steps: ReadonlyArray<ChangeStep>,
  { batch_key, now }: ChangeRules,
) => {
  const ordered = records.length < 2 ? records : records.toSorted(priceOrder)
  const active: Array<PriceRecord> = []
  const future: Array<PriceRecord> = []
  const own: Array<PriceRecord> = []
  const held: Array<PriceRecord> = []
  for (const record of ordered) {
    const { status, effective_at, withdrawn } = record
    const isGone = isWithdrawn(record, now)
    if (status === "draft") {
      if (isGone) continue
      if (record.batch_key === batch_key)
        (steps.some(({ at }) => at === effective_at) ? held : own).push(record)
      else if (effective_at > now) future.push(record)
      continue
    }
    if (withdrawn !== undefined && withdrawn.at < effective_at) continue
    active.push(record)
    if (effective_at > now && !isGone) future.push(record)
  }
  return { active, future, own, held }
}

/** The keys of the pair's records that the batch withdraws. */
const withdrawnAmong = (
  { records, withdrawing }: PairFound,
  isMeant: (record: PriceRecord) => boolean = () => true,
): ReadonlySet<string> =>
  new Set(
    records.flatMap((record) =>
      withdrawing.has(record.record_key) && isMeant(record) ? record.record_key : [],
    ),
  )

const standing = ({ effective_at, amount, withdrawn }: PriceRecord): Standing => ({
  effective_at,
  amount,
  gone_at: withdrawn?.at,
})

/** The pair as if the batch held nothing at the instants of a line, and nothing that this line withdraws. */
export const withoutLine = (pair: PairFound, line: TimedChangeLine, rules: ChangeRules): PairFound => {
  const isHeld = ({ status, batch_key, effective_at }: PriceRecord) =>
    status === "draft" &&
    batch_key === rules.batch_key &&
    (effective_at === line.effective_at || effective_at === line.until_at)
  const isOfLine = (record: PriceRecord) => actionOf(line, record, rules)?.action === "withdrawn"
  return {
    ...pair,
    records: pair.records.filter((record) => !isHeld(record)),
    withdrawing: withdrawnAmong(pair, (record) => !isOfLine(record)),
  }
}

/** What is in force when a line begins, with what the batch holds. */
export const amountBefore = (
  pair: PairFound,
  line: TimedChangeLine,
  rules: ChangeRules,
): Amount | undefined => {
  const { active, own } = sorted(pair, [], rules)
  const stands = active.filter(({ record_key }) => !pair.withdrawing.has(record_key))
  return amountAt([...stands, ...own].map(standing), line.effective_at)
}

/** One pass over time, with some records as good as withdrawn. */
const pass = (
  { variant_key, price_type }: PairFound,
  { active, future, own }: ReturnType<typeof sorted>,
  steps: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
  withdrawn: ReadonlySet<string>,
) => {
  const stands: Array<Standing> = []
  for (const record of active) if (!withdrawn.has(record.record_key)) stands.push(standing(record))
  for (const record of own) stands.push(standing(record))
  const wanted: Array<NewDraft & { readonly step: ChangeStep }> = []
  const judged: Array<VariantJudgement & { readonly line: number }> = []
  const collisions: Array<ChangeCollision> = []
  const noReturn: Array<NoReturn> = []

  const write = (step: ChangeStep, amount: Amount, effective_from: string) => {
    wanted.push({ variant_key, price_type, amount, effective_from, effective_at: step.at, step })
    stands.push({ effective_at: step.at, amount })
  }
  /** What would be in force at the end of a line without it and what it alone withdraws. */
  const without = ({ line, index, at }: ChangeStep): Amount | undefined => {
    const isOfLine = (record: PriceRecord) =>
      actionOf(line, record, rules)?.action === "withdrawn" &&
      !steps.some(
        (other) => other.index !== index && actionOf(other.line, record, rules)?.action === "withdrawn",
      )
    const others = steps.filter(
      (other) =>
        other.index !== index &&
        !other.isReturn &&
        (other.line.until_at === null || other.line.until_at > at),
    )
    return amountAt(
      [
        ...active.filter((record) => !withdrawn.has(record.record_key) || isOfLine(record)).map(standing),
        ...own.map(standing),
        ...others.map((other) => ({ effective_at: other.at, amount: other.line.amount })),
      ],
      at,
    )
  }

  for (const step of steps) {
    const { line, index, at, isReturn } = step
    const follows = amountAt(stands, at)
    if (isReturn) {
      if (steps.some((other) => !other.isReturn && other.at === at)) continue
      const back = without(step)
      if (back !== undefined && statusOf(back, follows) !== "unchanged")
        write(step, back, line.effective_until!)
      else if (back === undefined && follows !== undefined)
        noReturn.push({ line: index, variant_key, price_type })
      continue
    }
    const status = statusOf(line.amount, follows)
    judged.push({ variant_key, status, follows: follows ?? null, line: index })
    if (status === "unchanged" && !rules.include_unchanged) continue
    write(step, line.amount, line.effective_from)
    for (const record of future) {
      const met = actionOf(line, record, rules)
      if (met === undefined) continue
      const { record_key, amount, effective_from, batch_key } = record
      const named = {
        record_key,
        variant_key,
        price_type,
        amount,
        effective_from,
        status: record.status,
        batch_key,
      }
      collisions.push({ line: index, ...met, ...named })
    }
  }
  return { wanted, judged, collisions, noReturn }
}

/**
 * What a price change does to one variant and price type.
 *
 * Each line is judged at its own instant, against what would be in force there when the batch as it is were published,
 * with the lines that begin before it; a draft is wanted where that is another amount. The end of a temporary price
 * wants one that returns to what would be in force there without the line, unless a line of the request begins at that
 * very instant, or it is in force anyway. Withdrawing a record may make others matter, so the pass is done again until
 * no more are withdrawn. What the batch holds at instants of the request and is wanted no longer is replaced.
 */
export const planChange = (
  pair: PairFound,
  steps: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
): PairPlan => {
  const found = sorted(pair, steps, rules)
  // those of the whole batch may be very many
  let withdrawn = withdrawnAmong(pair)
  let last = pass(pair, found, steps, rules, withdrawn)
  // those of an earlier pass stay withdrawn, though the line that met them may be needed no more
  const met = new Map<string, ChangeCollision>()
  while (true) {
    for (const collision of last.collisions)
      if (collision.action === "withdrawn")
        met.set(JSON.stringify([collision.record_key, collision.line]), collision)
    const more = last.collisions.filter(
      ({ action, record_key }) => action === "withdrawn" && !withdrawn.has(record_key),
    )
    if (more.length === 0) break
    withdrawn = new Set([...withdrawn, ...more.map(({ record_key }) => record_key)])
    last = pass(pair, found, steps, rules, withdrawn)
  }
  const { held } = found
  const drafts: Array<NewDraft> = []
  const created = new Set<number>()
  const returnsAt: Array<Instant> = []
  let returns = 0
  for (const { step, ...draft } of last.wanted) {
    if (step.isReturn) returnsAt.push(step.at)
    const kept = held.findIndex(
      (record) => record.effective_at === draft.effective_at && sameAmount(record.amount, draft.amount),
    )
    if (kept >= 0) {
      held.splice(kept, 1)
      continue
    }
    drafts.push(draft)
    if (step.isReturn) returns++
    else created.add(step.index)
  }
  return {
    judged: last.judged.map((each) => ({ ...each, created: created.has(each.line) })),
    drafts,
    returns,
    returnsAt,
    withdrawals: found.active.filter(
      ({ record_key }) => withdrawn.has(record_key) && !pair.withdrawing.has(record_key),
    ),
    replaced: held,
    collisions: [...met.values(), ...last.collisions.filter(({ action }) => action !== "withdrawn")],
    noReturn: last.noReturn,
  }
}
