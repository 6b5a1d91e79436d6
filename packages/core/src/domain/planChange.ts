import { type Amount, sameAmount } from "../contract/Amount.ts"
import type { Instant } from "../contract/Instant.ts"
import type { ChangeCollision, NoReturn } from "../contract/PriceChange.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { actionOf, amountAt, course, pass, sorted, standing } from "./changePass.ts"
import type { ChangeRules, ChangeStep, TimedChangeLine } from "./changeSteps.ts"
import { withHeldLines } from "./heldLines.ts"
import type { IsTime } from "./isTime.ts"
import type { VariantJudgement } from "./judgeLines.ts"
import type { PairBasis, PairFound } from "./pairBasis.ts"

/** A draft that a batch is to hold. */
export interface NewDraft {
  readonly variant_key: string
  readonly price_type: string
  readonly amount: Amount
  readonly effective_from: string
  readonly effective_at: Instant
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
  /** Records that the batch was to withdraw, and that are met no more. */
  readonly released: ReadonlyArray<PriceRecord>
  /** Drafts of the batch that the request takes the place of. */
  readonly replaced: ReadonlyArray<PriceRecord>
  readonly collisions: ReadonlyArray<ChangeCollision>
  readonly noReturn: ReadonlyArray<NoReturn>
  /** What the batch is then asked for of the pair, for its basis. */
  readonly asked: Pick<PairBasis, "lines" | "since">
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
  const { active, own } = sorted(pair, () => [], rules)
  const stands = active.filter(({ record_key }) => !pair.withdrawing.has(record_key))
  return amountAt([...stands, ...own].map(standing), line.effective_at)
}

/**
 * Takes each draft out of those that the batch holds at its instant, where one is of its amount. Of two at one instant the
 * later one takes over: what is written anew cannot come before what is kept.
 */
const heldDrafts = (held: ReadonlyArray<PriceRecord>) => {
  if (held.length === 0) return { keeps: () => false, others: () => held }
  const nameOf = (effective_at: Instant, amount: Amount) => `${effective_at} ${Number(amount)}`
  const byName = Map.groupBy(held.toReversed(), ({ effective_at, amount }) => nameOf(effective_at, amount))
  const places = new Map(held.map((record, place) => [record, place]))
  const kept = new Set<PriceRecord>()
  const lastAt = new Map<Instant, number>()
  return {
    keeps: ({ effective_at, amount }: NewDraft): boolean => {
      const same = byName.get(nameOf(effective_at, amount)) ?? []
      const after = lastAt.get(effective_at) ?? -1
      const found = same.findLast(
        (record) => places.get(record)! > after && sameAmount(record.amount, amount),
      )
      lastAt.set(effective_at, found === undefined ? Number.POSITIVE_INFINITY : places.get(found)!)
      if (found !== undefined) kept.add(found)
      return found !== undefined
    },
    others: () => held.filter((record) => !kept.has(record)),
  }
}

/** What the batch withdraws of the pair for lines that it was asked for, and that is judged anew with them. */
const judgedAnew = (
  { withdrawing }: PairFound,
  { future, own }: ReturnType<typeof sorted>,
  { before, others }: ReturnType<typeof withHeldLines>,
  rules: ChangeRules,
): ReadonlySet<PriceRecord> => {
  const isOfLines = (record: PriceRecord) =>
    withdrawing.has(record.record_key) &&
    before.some((line) => actionOf(line, record, rules)?.action === "withdrawn")
  return new Set(withdrawing.size > 0 && own.length + others.length === 0 ? future.filter(isOfLines) : [])
}

/**
 * What a price change does to one variant and price type.
 *
 * Each line is judged at its own instant, against what would be in force there when the batch as it is were published,
 * with the lines that begin before it; a draft is wanted where that is another amount. The end of a temporary price
 * wants one that returns to what would be in force there without the line, unless a line of the request begins at that
 * very instant, or it is in force anyway. Withdrawing a record may make others matter, so the pass is done again until
 * no more are withdrawn. What the batch holds at instants of the request and is wanted no longer is replaced, or released.
 * Pauses where `isTime` says so.
 */
export function* planChangeInSteps(
  pair: PairFound,
  asked: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
  isTime: IsTime,
): Generator<void, PairPlan> {
  const whole = withHeldLines(pair, asked)
  const { steps } = whole
  const found = sorted(pair, whole.instants, rules)
  const common = course(pair, found, steps, rules)
  const anew = judgedAnew(pair, found, whole, rules)
  // those of the whole batch may be very many
  const withdrawn = new Set(withdrawnAmong(pair, (record) => !anew.has(record)))
  // those of an earlier pass stay withdrawn, though the line that met them may be needed no more
  const met: Array<ChangeCollision> = []
  const haveMet = new Set<number>()
  const passAgain = () => pass(pair, common, steps, rules, withdrawn, isTime)
  let last = yield* passAgain()
  for (;;) {
    const before = withdrawn.size
    for (const { step } of last.wanted) {
      if (step.isReturn || haveMet.has(step.index)) continue
      haveMet.add(step.index)
      if (isTime(1 + found.future.length / 8)) yield
      for (const collision of common.collisionsOf(step)) {
        if (collision.action !== "withdrawn") continue
        if (step.line.held === undefined) met.push(collision)
        withdrawn.add(collision.record_key)
      }
    }
    if (withdrawn.size === before) break
    last = yield* passAgain()
  }
  const held = heldDrafts(found.held)
  const drafts: Array<NewDraft> = []
  const created = new Set<number>()
  const returnsAt: Array<Instant> = []
  let returns = 0
  for (const { step, ...draft } of last.wanted) {
    if (step.isReturn) returnsAt.push(step.at)
    if (held.keeps(draft)) continue
    drafts.push(draft)
    if (step.isReturn) returns++
    else created.add(step.index)
  }
  const written = new Set(last.wanted.flatMap(({ step }) => (step.isReturn ? [] : step.index)))
  /** Those that a line of the request meets and that stay; nothing keeps a line from changing nothing. */
  const collisionsLeft = (step: ChangeStep): ReadonlyArray<ChangeCollision> => {
    if (step.isReturn || step.line.held !== undefined) return []
    const all = common.collisionsOf(step)
    if (written.has(step.index)) return all.filter(({ action }) => action !== "withdrawn")
    const left = all.filter(({ record_key }) => !withdrawn.has(record_key))
    return left.map((collision) => ({ ...collision, action: "kept" }))
  }
  return {
    asked: whole.asked(rules),
    judged: last.judged.map((each) => ({ ...each, created: created.has(each.line) })),
    drafts,
    returns,
    returnsAt,
    withdrawals: found.active.filter(
      ({ record_key }) => withdrawn.has(record_key) && !pair.withdrawing.has(record_key),
    ),
    released: [...anew].filter(({ record_key }) => !withdrawn.has(record_key)),
    replaced: held.others(),
    collisions: [...met, ...steps.flatMap(collisionsLeft)],
    noReturn: last.noReturn,
  }
}
