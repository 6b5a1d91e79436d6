import { sameAmount } from "../../kernel/Amount.ts"
import { sumOf } from "../../kernel/CallLimits.ts"
import { mostListed } from "../../kernel/Listing.ts"
import type { SpansOf } from "../../lists/rules/listSpans.ts"
import type { ReturnMoved } from "../../prices/ColorwayPreview.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { PriceWarning } from "../../prices/PriceWarning.ts"
import { movedReturns } from "../../prices/rules/judgeReturns.ts"
import {
  byPair,
  type ListedType,
  listsOf,
  oncePerPair,
  pairName,
  typeName,
} from "../../prices/rules/pairs.ts"
import type { VariantJudgement } from "../../prices/rules/previewLines.ts"
import { aboveList } from "../../prices/rules/priceCourse.ts"
import { isReturn, type RecordsOf, withBeneath } from "../../prices/rules/standing.ts"
import { blocksAny, blocksIn, type GuardRails } from "../../prices/rules/warnings/guardRails.ts"
import { priceWarnings } from "../../prices/rules/warnings/priceWarnings.ts"
import type { LineFollows } from "../PriceChange.ts"
import { activeRecord, asPublished, isDraftOf, publishReturns } from "./asPublished.ts"
import { type ColorwayFound, pairsOf, tokenOf } from "./ColorwayFound.ts"
import { byLine, type ChangeRules, changeSteps, type TimedChangeLine } from "./changeSteps.ts"
import type { ColorwayWrites, NewDraft } from "./colorwayWrites.ts"
import { draftWarnings } from "./draftWarnings.ts"
import { isLine } from "./heldLines.ts"
import type { PairFound } from "./pairBasis.ts"
import { type PairPlan, planChange, plannedBasis } from "./planChange.ts"

/** The pair as if what is planned of it were written into the batch. */
export const plannedPair = (
  pair: PairFound,
  { drafts, replaced, withdrawals, released, returnsAt, asked }: PairPlan,
  { batch_key }: ChangeRules,
): PairFound => {
  const { records, withdrawing, basis } = pair
  const others = new Set(replaced)
  const kept = replaced.length === 0 ? records : records.filter((record) => !others.has(record))
  // what returns name has to be distinguished from all others before it is written
  const places = new Map(drafts.map((draft, place) => [draft, place]))
  const keyOf = (draft: NewDraft) => `new ${places.get(draft)}`
  const fresh = drafts.map((draft, index): PriceRecord => {
    const { returns_from: sale } = draft
    return {
      ...activeRecord(draft, batch_key),
      ...(typeof sale === "object" && { returns_from: keyOf(sale) }),
      record_key: keyOf(draft),
      status: "draft",
      sequence: Number.MAX_SAFE_INTEGER - drafts.length + index,
    }
  })
  // the batch may withdraw very many records, of which few are the pair's
  const meant = records.filter(({ record_key }) => withdrawing.has(record_key))
  const gone = new Set([...meant, ...withdrawals].map(({ record_key }) => record_key))
  for (const { record_key } of released) gone.delete(record_key)
  return {
    ...pair,
    records: [...kept, ...fresh],
    withdrawing: gone,
    basis: basis && { ...basis, returns: returnsAt, ...asked },
  }
}

/** The types that lines are about, and the steps of each; they are the same for all variants mostly. */
const stepsFor = (lines: ReadonlyArray<TimedChangeLine>) => {
  type Own = Array<readonly [index: number, line: TimedChangeLine]>
  const byType = new Map<string, ListedType & { readonly all: Own; readonly some: Map<string, Own> }>()
  for (const [index, line] of lines.entries()) {
    const { price_type, price_list } = line
    const of = byType.get(typeName(line)) ?? { price_type, price_list, all: [], some: new Map<string, Own>() }
    byType.set(typeName(line), of)
    if (line.only === undefined) of.all.push([index, line])
    for (const key of line.only ?? []) {
      const own = of.some.get(key)
      if (own === undefined) of.some.set(key, [[index, line]])
      else own.push([index, line])
    }
  }
  return [...byType.values()].map(({ price_type, price_list, all, some }) => {
    const shared = changeSteps(all)
    const stepsOf = (variantKey: string) => {
      const own = some.get(variantKey)
      return own === undefined ? shared : changeSteps([...all, ...own])
    }
    return { price_type, price_list, stepsOf }
  })
}

/** The ends of sales that are published and return to another price once what is planned of the pair is too. */
const returnsMoved = (pair: PairFound, plan: PairPlan, rules: ChangeRules): ReadonlyArray<ReturnMoved> => {
  const isToCome = (record: PriceRecord) => isReturn(record) && record.effective_at > rules.now
  if (plan.drafts.length + plan.withdrawals.length === 0 || !pair.records.some(isToCome)) return []
  const { records, withdrawing } = plannedPair({ ...pair, records: withBeneath(pair.records) }, plan, rules)
  const { drafts, withdrawals } = publishReturns(records, { ...rules, withdrawing })
  const own = records.filter(
    (record) => isDraftOf(record, rules.batch_key) && record.returns_from !== undefined,
  )
  return movedReturns({ drafts: [...own, ...drafts], withdrawals }).filter(
    ({ was, becomes }) => becomes === null || was === null || !sameAmount(was, becomes),
  )
}

/** The variants of each line by what they follow. */
const linesFollow = (judged: ReadonlyArray<ReadonlyArray<VariantJudgement>>): Array<LineFollows> =>
  judged.flatMap((variants, line) =>
    [...Map.groupBy(variants, ({ status, follows }) => `${status} ${follows}`).values()].map((own) => ({
      line,
      status: own[0]!.status,
      previous: own[0]!.follows,
      variants: own.length,
      variant_keys: own.slice(0, mostListed).map(({ variant_key }) => variant_key),
    })),
  )

const warningSize = ({ message, variant_keys }: PriceWarning): number =>
  message.length + sumOf(variant_keys, (key) => key.length)

/**
 * What publishing would warn of in a batch that is filled again: the request may make what the batch holds already break
 * the policy. What takes another batch back is published whatever the policy says.
 */
const warningsInAll = (
  found: ColorwayFound,
  planned: ReadonlyArray<PairFound>,
  batchKey: string,
  rails: GuardRails,
): ReadonlyArray<PriceWarning> => {
  const pairs = [...new Map([...found.pairs, ...planned].map((pair) => [pairName(pair), pair])).values()]
  const isMade = pairs.every(({ basis }) => basis?.lines.every(isLine) ?? true)
  return draftWarnings({ ...found, pairs: isMade ? pairs : [] }, batchKey, rails, mostListed, true)
}

/** Where prices of lists are looked for, and what was found there. */
export interface BesideLists {
  readonly spansOf: SpansOf
  readonly found: ColorwayFound
}

/** What is shown above the lists of lines, of which `limitsOf` has what is planned. */
const aboveBeside = (
  { spansOf, found }: BesideLists,
  lines: ReadonlyArray<ListedType>,
  limitsOf: RecordsOf,
) => {
  const planned = new Set(listsOf(lines))
  const pairOf = pairsOf(found)
  return aboveList(spansOf, (...of) => (planned.has(of[2]) ? limitsOf(...of) : pairOf(...of).records))
}

/**
 * Plans a change of one colorway: every variant, type and list of the lines by `planChange`, with the warnings, and what all
 * of it was judged by. Stops to look for warnings once they have too many characters. `beside`: the colorway with records of
 * the lists that prices of the lines' lists are looked for in.
 */
export const changeColorway = (
  found: ColorwayFound,
  lines: ReadonlyArray<TimedChangeLine>,
  rules: ChangeRules,
  rails: GuardRails,
  mostCharacters = Number.POSITIVE_INFINITY,
  beside?: BesideLists,
) => {
  const { now, batch_key } = rules
  const { product_key, color, variant_keys } = found
  const pairOf = pairsOf(found)
  const types = stepsFor(lines)
  const plans = variant_keys.flatMap((variant_key) =>
    types.flatMap(({ price_type, price_list, stepsOf }) => {
      const steps = stepsOf(variant_key)
      if (steps.length === 0) return []
      const pair = pairOf(variant_key, price_type, price_list)
      const plan = planChange(pair, steps, rules)
      return { pair, plan, basis: plannedBasis(pair, plan, rules) }
    }),
  )
  const all = <A>(of: (plan: PairPlan) => ReadonlyArray<A>): Array<A> => plans.flatMap(({ plan }) => of(plan))
  const judgements = all(({ judged }) => judged)
  const ofLine = Map.groupBy(judgements, ({ line }) => line)
  const judged = lines.map((_, line) => ofLine.get(line) ?? [])
  const planOf = byPair(plans, ({ pair }) => pair)
  /** Records as if what is planned were published. */
  const limitsOf = oncePerPair((...of) => {
    const planned = planOf.get(...of)
    const pair = planned === undefined ? pairOf(...of) : plannedPair(planned.pair, planned.plan, rules)
    return asPublished(pair.records, { batch_key, withdrawing: pair.withdrawing, now })
  })
  const warningsOf = priceWarnings(lines, limitsOf, rails, {
    areCounted: true,
    areScoped: lines.some(({ only }) => only !== undefined),
    ...(beside && { aboveOf: aboveBeside(beside, lines, limitsOf) }),
  })
  const warnings: Array<PriceWarning> = []
  let characters = 0
  for (const [index, variants] of judged.entries()) {
    if (characters > mostCharacters) break
    for (const warning of warningsOf({ variants }, index)) {
      characters += warningSize(warning)
      warnings.push(warning)
    }
  }
  const blocking = warnings.filter(({ line }) => line !== null && blocksIn(rails, lines[line]!.price_list))
  const judgesAll = blocksAny(rails) && found.pairs.some(({ basis }) => basis !== null)
  const inAll = () => plans.map(({ pair, plan, basis }) => ({ ...plannedPair(pair, plan, rules), basis }))
  const writes: ColorwayWrites = {
    drafts: all(({ drafts }) => drafts),
    withdrawals: all(({ withdrawals }) => withdrawals),
    released: all(({ released }) => released),
    replaced: all(({ replaced }) => replaced),
    bases: plans.map(({ basis }) => basis),
    judged: types.map(({ price_type, price_list }) => {
      return { product_key, color, price_type, price_list, variant_keys }
    }),
  }
  return {
    writes,
    /** Of variants and lines. */
    asked: judgements.length,
    created: judgements.filter((each) => each.created).length,
    returns: sumOf(plans, ({ plan }) => plan.returns),
    collisions: all(({ collisions }) => collisions).sort(byLine),
    noReturn: all(({ noReturn }) => noReturn).sort(byLine),
    unmeant: all(({ unmeant }) => unmeant).sort(byLine),
    movedReturns: plans.flatMap(({ pair, plan }) => returnsMoved(pair, plan, rules)),
    /** Each line's variants. */
    judged,
    follows: () => linesFollow(judged),
    warnings,
    warningCharacters: characters,
    /** What is warned of and blocks; where no line is, what is of the lines that the batch was asked for before. */
    blocked: judgesAll && blocking.length === 0 ? warningsInAll(found, inAll(), batch_key, rails) : blocking,
    /** Without the drafts that the batch holds: as it was before the batch was first filled. */
    basis: tokenOf(found, now, (record) => !isDraftOf(record, batch_key)),
    /** With them, as previews since tell it. */
    basisWithDrafts: () => tokenOf(found, now),
  }
}

export type ColorwayPlan = ReturnType<typeof changeColorway>
