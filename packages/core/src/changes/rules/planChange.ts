import type { Instant } from "../../kernel/Instant.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { VariantJudgement } from "../../prices/rules/previewLines.ts"
import type { ChangeCollision, NoReturn } from "../PriceChange.ts"
import { actionOf, course, pass, sorted } from "./changePass.ts"
import { beginsOf, type ChangeRules, type ChangeStep } from "./changeSteps.ts"
import type { NewDraft } from "./colorwayWrites.ts"
import { withHeldLines } from "./heldLines.ts"
import { type PairBasis, type PairFound, pairBasis } from "./pairBasis.ts"

type Judged = VariantJudgement & { readonly line: number }

/** What is to be done to one pair. */
export interface PairPlan {
  /** Each line that is about the pair; `created` where a draft is to be written for it. */
  readonly judged: ReadonlyArray<Judged & { readonly created: boolean }>
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
  /** Those of them that no line has asked for. */
  readonly unmeant: ReadonlyArray<NoReturn>
  /** What the batch is then asked for of the pair, for its basis. */
  readonly asked: Pick<PairBasis, "lines" | "since">
}

/**
 * Takes each draft out of those that the batch holds, where one is of its date and its amount. Of two at one instant the
 * later one takes over: what is written anew cannot come before what is kept.
 */
const heldDrafts = (held: ReadonlyArray<PriceRecord>) => {
  if (held.length === 0) return { keeps: () => undefined, others: () => held }
  // the same instant may be written in several ways, of which a policy takes some
  const nameOf = ({ effective_from, amount, ending, ends, returns_from }: NewDraft) =>
    typeof returns_from === "object"
      ? undefined
      : [
          effective_from,
          amount === null ? ending! : shortestAmount(amount),
          ends?.until ?? "",
          returns_from ?? "",
        ].join(" ")
  const byName = Map.groupBy(held.toReversed(), nameOf)
  const places = new Map(held.map((record, place) => [record, place]))
  const kept = new Set<PriceRecord>()
  const lastAt = new Map<Instant, number>()
  return {
    /** The one that is the draft, if there is any. */
    keeps: (draft: NewDraft): PriceRecord | undefined => {
      const { effective_at } = draft
      const same = byName.get(nameOf(draft)) ?? []
      const after = lastAt.get(effective_at) ?? -1
      // what came before one that is kept never comes behind it
      while (same.length > 0 && places.get(same.at(-1)!)! <= after) same.pop()
      const found = same.at(-1)
      lastAt.set(effective_at, found === undefined ? Number.POSITIVE_INFINITY : places.get(found)!)
      if (found !== undefined) kept.add(found)
      return found
    },
    others: () => held.filter((record) => !kept.has(record)),
  }
}

/**
 * What the batch is to withdraw of the pair: what of it is judged `anew`, and what `stays`. Anew are those that lines were
 * to withdraw, and of what only lines keep those that are to come no more, which cannot be withdrawn.
 */
const withdrawalsOf = (
  { records, withdrawing }: PairFound,
  { before, isOfOther }: ReturnType<typeof withHeldLines>,
  rules: ChangeRules,
) => {
  const anew: Array<PriceRecord> = []
  const stays = new Map<string, Instant>()
  if (withdrawing.size === 0) return { anew, stays }
  for (const record of records) {
    if (!withdrawing.has(record.record_key)) continue
    const isToCome = record.effective_at > rules.now && record.withdrawn === undefined
    const isOfLine = () => before.some((line) => actionOf(line, record, rules)?.action === "withdrawn")
    if (!isOfOther(record) && (!isToCome || isOfLine())) anew.push(record)
    else if (isToCome) stays.set(record.record_key, Number.POSITIVE_INFINITY)
  }
  return { anew, stays }
}

/**
 * What a price change does to one variant and price type of a list.
 *
 * Each line is judged at its own instant, against what would be in force there when the batch as it is were published,
 * with the lines that begin before it; a draft is wanted where that is another amount, or one that is over before the
 * line is. The end of a temporary price
 * wants one that returns to what would be in force there without the line, unless a line of the request begins at that
 * very instant, or something else holds anyway. Withdrawing a record may make others matter, so the pass is done again until
 * no more are withdrawn. What the batch holds at instants of the request and is wanted no longer is replaced, or released.
 * Lines of before that begin at `begins` are left out.
 */
export const planChange = (
  pair: PairFound,
  asked: ReadonlyArray<ChangeStep>,
  rules: ChangeRules,
  begins: ReadonlySet<Instant> = beginsOf(asked),
): PairPlan => {
  const whole = withHeldLines(pair, asked, begins)
  const found = sorted(pair, whole.instants, rules)
  const { anew, stays } = withdrawalsOf(pair, whole, rules)
  let { steps } = whole
  /** When each comes back: what is to be withdrawn, or an earlier pass has. */
  let withdrawn = new Map(stays)
  // those of an earlier pass stay withdrawn, and their lines written, though they may be needed no more
  let met: Array<ChangeCollision> = []
  let meant = new Set<number>()
  const leftOut = { judged: [] as Array<Judged>, noReturn: [] as Array<NoReturn> }
  const common = course(pair, found, rules)
  const passAgain = () => pass(pair, common, steps, rules, withdrawn, meant)
  let last = passAgain()
  for (const haveMet = new Set<number>(); ; last = passAgain()) {
    if (last.left.size > 0) {
      // without lines that are left out all of it begins anew
      const { left } = last
      leftOut.judged.push(...last.judged.filter(({ line }) => left.has(line)))
      leftOut.noReturn.push(...last.noReturn.filter(({ line }) => line !== null && left.has(line)))
      steps = steps.filter(({ index }) => !left.has(index))
      withdrawn = new Map(stays)
      met = []
      meant = new Set()
      haveMet.clear()
      continue
    }
    let isMore = false
    for (const { step } of last.wanted) {
      if (step.isReturn || haveMet.has(step.index)) continue
      haveMet.add(step.index)
      for (const collision of common.collisionsOf(step)) {
        if (collision.action !== "withdrawn") continue
        meant.add(step.index)
        if (step.line.held === undefined) met.push(collision)
        // what several lines withdraw comes back when the last of them has ended
        const until = step.line.until_at ?? Number.POSITIVE_INFINITY
        if (until <= (withdrawn.get(collision.record_key) ?? Number.NEGATIVE_INFINITY)) continue
        withdrawn.set(collision.record_key, until)
        isMore = true
      }
    }
    if (!isMore) break
  }
  const held = heldDrafts(found.held)
  const drafts: Array<NewDraft> = []
  /** What each temporary price is that a return names: the draft that is kept, or the one that is written. */
  const placed = new Map<NewDraft, string | NewDraft>()
  const created = new Set<number>()
  const returnsAt: Array<Instant> = []
  let returns = 0
  for (const wanted of last.wanted) {
    const { step, returns_from: sale, ...own } = wanted
    const from = typeof sale === "object" ? placed.get(sale) : sale
    const draft: NewDraft = from === undefined ? own : { ...own, returns_from: from }
    if (step.isReturn) returnsAt.push(step.at)
    const kept = held.keeps(draft)
    placed.set(wanted, kept?.record_key ?? draft)
    if (kept !== undefined) continue
    drafts.push(draft)
    if (step.isReturn) returns++
    else created.add(step.index)
  }
  const written = new Set(last.wanted.flatMap(({ step }) => (step.isReturn ? [] : step.index)))
  /**
   * Those that a line of the request meets and that stay, and what rejects an earlier one; nothing keeps a line from
   * changing nothing.
   */
  const collisionsLeft = (step: ChangeStep): ReadonlyArray<ChangeCollision> => {
    if (step.isReturn || (step.line.held !== undefined && !written.has(step.index))) return []
    const all = common.collisionsOf(step)
    if (step.line.held !== undefined) return all.filter(({ action }) => action === "rejected")
    if (written.has(step.index)) return all.filter(({ action }) => action !== "withdrawn")
    const left = all.filter(({ record_key }) => !withdrawn.has(record_key))
    return left.map((collision) => ({ ...collision, action: "kept" }))
  }
  return {
    asked: whole.asked(rules),
    judged: [...last.judged, ...leftOut.judged].map((each) => ({ ...each, created: created.has(each.line) })),
    drafts,
    returns,
    returnsAt,
    withdrawals: found.active.filter(
      ({ record_key }) => withdrawn.has(record_key) && !pair.withdrawing.has(record_key),
    ),
    released: anew.filter(({ record_key }) => !withdrawn.has(record_key)),
    replaced: held.others(),
    collisions: [...met, ...steps.flatMap(collisionsLeft)],
    noReturn: [...leftOut.noReturn, ...last.noReturn],
    unmeant: last.unmeant,
  }
}

/** What the batch is judged by for the pair, once the plan is written. */
export const plannedBasis = (
  pair: PairFound,
  { returnsAt: returns, asked }: PairPlan,
  { batch_key, now }: ChangeRules,
): PairBasis => ({ ...pairBasis(pair, batch_key, now), returns, ...asked })
