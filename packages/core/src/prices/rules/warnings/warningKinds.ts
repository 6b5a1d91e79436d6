import type { Amount } from "../../../kernel/Amount.ts"
import { type Instant, instantToExactText } from "../../../kernel/Instant.ts"
import {
  endsWith,
  isAbove,
  isBeyondPercent,
  isUnlikely,
  percentChange,
  placesOf,
} from "../../../kernel/rules/amountRules.ts"
import { minorUnits } from "../../../kernel/rules/minorUnits.ts"
import { isPrice, type Said } from "../../PriceRecord.ts"
import type { PriceWarning, PriceWarningKind } from "../../PriceWarning.ts"
import type { TimedLine } from "../futureRecords.ts"
import type { LineJudgement } from "../previewLines.ts"
import { type Course, shownAt } from "../priceCourse.ts"
import { mapAboveLine, mapAboveReturn, mapAboveShown } from "./belowMap.ts"
import type { GuardRails } from "./guardRails.ts"

/** A line as it is warned of: with its end, where it is temporary. */
export interface WarnedLine extends Omit<TimedLine, "amount">, Said {
  readonly effective_until?: string | null
  readonly until_at?: Instant | null
}

/** The guard rails of one list, with what follows from them. */
export interface ListRails extends Pick<GuardRails, "policy" | "blackouts" | "now"> {
  /** The first day that the notice allows, and its instant; undefined: any. */
  readonly allowed_from: string | undefined
  readonly firstAllowed: Instant | undefined
  readonly knownTypes: ReadonlySet<string> | null
  readonly currency: string | null
}

/** A line, and all that it is judged by. */
export interface JudgedLine {
  readonly index: number
  readonly line: WarnedLine
  readonly judgement: Pick<LineJudgement, "variants">
  readonly rails: ListRails
  readonly courseOf: (variantKey: string, type: string) => Course
  /** Whether its list may show prices of lists above it. */
  readonly isBelow: boolean
  /** The last line of its type and list at its instant. */
  readonly by_line: number
  /** The record that takes over at once from it; not there: none does. */
  readonly takerOf: ((variantKey: string) => string | undefined) | undefined
  readonly meetsClockChange: (local: string) => boolean
}

type Named = "kind" | "line" | "batch_line" | "product_key" | "color" | "variant_keys" | "message"
type FactOf<Warning> = Warning extends PriceWarning ? Omit<Warning, Named> : never

/** What is found of a kind: of the variants that it is about, every one of the line where none are named. */
export type Found<Kind extends PriceWarningKind> = {
  readonly message: string
  readonly variant_keys?: ReadonlyArray<string>
} & FactOf<Extract<PriceWarning, { readonly kind: Kind }>>

/** Groups the variants by a fact of theirs; those without one are left out. The groups come in variants' order. */
const byFact = <A, B>(
  judged: Pick<LineJudgement, "variants">,
  factOf: (follows: Amount | null, key: string) => A | undefined,
  found: (fact: A) => B,
) => {
  const groups = new Map<string, { readonly fact: A; readonly variant_keys: Array<string> }>()
  const known = new Map<Amount | null, A | undefined>()
  for (const { variant_key, follows } of judged.variants) {
    // most variants follow the same price
    const isKnown = factOf.length < 2 && known.has(follows)
    const fact = isKnown ? known.get(follows) : factOf(follows, variant_key)
    known.set(follows, fact)
    if (fact === undefined) continue
    const group = groups.get(JSON.stringify(fact))
    if (group === undefined) groups.set(JSON.stringify(fact), { fact, variant_keys: [variant_key] })
    else group.variant_keys.push(variant_key)
  }
  return [...groups.values()].map(({ fact, variant_keys }) => ({ ...found(fact), variant_keys }))
}

const blackoutsAt = ({ blackouts }: ListRails, at: Instant, verb: "begins" | "ends") =>
  blackouts
    .filter(({ begins, ends }) => begins <= at && at < ends)
    .map(({ reason, until }) => ({
      message: `${verb} in a blackout (${reason}) until ${until}`,
      reason,
      until,
    }))

/** What the list shows of a variant right before the line, and from it on. */
const shownAround = ({ line, courseOf, isBelow }: JudgedLine, follows: Amount | null, key: string) => {
  const { amount, ending, price_type, effective_at } = line
  if (!isBelow) return { before: follows, from: amount }
  const course = courseOf(key, price_type)
  return {
    before: follows ?? shownAt(course, effective_at - 1) ?? null,
    from:
      amount ?? (ending === "fall_back" ? course.above?.priceAt(effective_at)?.amount : undefined) ?? null,
  }
}

/** Groups the variants by a fact about what the list shows of them. */
const byShown = <A, B>(
  judged: JudgedLine,
  factOf: (before: Amount | null, from: Amount) => A | undefined,
  found: (fact: A) => B,
) => {
  const { line, judgement, isBelow } = judged
  const of = (follows: Amount | null, key: string) => {
    const { before, from } = shownAround(judged, follows, key)
    return from === null ? undefined : factOf(before, from)
  }
  if (isBelow) return byFact(judgement, of, found)
  const { amount } = line
  return amount === null ? [] : byFact(judgement, (follows) => factOf(follows, amount), found)
}

const isTaken = ({ by_line, index, takerOf }: JudgedLine, key: string) =>
  by_line > index || takerOf?.(key) !== undefined

const belowMapNow = (judged: JudgedLine) => {
  const { line, courseOf } = judged
  const highest = (_: Amount | null, key: string) => {
    const [msrp, map] = [courseOf(key, "MSRP"), courseOf(key, "MAP")]
    if (isPrice(line)) return mapAboveLine(line, msrp, map, isTaken(judged, key))
    return isTaken(judged, key) ? undefined : mapAboveShown(line.effective_at, msrp, map)?.map
  }
  return byFact(judged.judgement, highest, (map) => ({
    message: `is below the MAP of ${map}, then or later`,
    map,
  }))
}

const belowMapReturned = ({ line: { until_at = null }, courseOf, judgement }: JudgedLine) => {
  if (until_at === null) return []
  const returned = (_: Amount | null, key: string) =>
    mapAboveReturn(until_at, courseOf(key, "MSRP"), courseOf(key, "MAP"))
  return byFact(judgement, returned, (fact) => ({
    message: `once it ends, the MSRP of ${fact.msrp} is below the MAP of ${fact.map}, then or later`,
    ...fact,
    bound: "effective_until" as const,
  }))
}

const when = <const A>(is: boolean, found: A): ReadonlyArray<A> => (is ? [found] : [])

/** What each kind finds of a line. */
export const warningKinds: {
  readonly [Kind in PriceWarningKind]: (judged: JudgedLine) => ReadonlyArray<Found<Kind>>
} = {
  notice_too_short: ({ line, rails: { policy, allowed_from = "", firstAllowed } }) =>
    when(firstAllowed !== undefined && line.effective_at < firstAllowed, {
      message: `${policy.notice_days} days of notice allow ${allowed_from} at the earliest`,
      allowed_from,
    }),

  backdated: ({ line, rails }) => when(line.effective_at <= rails.now, { message: "begins in the past" }),

  above_msrp: ({ line: { price_type, amount, effective_at }, judgement, rails, courseOf }) => {
    if (price_type !== "MAP" || !rails.policy.map_at_most_msrp) return []
    const lower = (_: Amount | null, key: string) => {
      const msrp = shownAt(courseOf(key, "MSRP"), effective_at)
      // what is shown once it has ended
      const map = amount ?? shownAt(courseOf(key, "MAP"), effective_at)
      return msrp !== undefined && map !== undefined && isAbove(map, msrp) ? msrp : undefined
    }
    return byFact(judgement, lower, (msrp) => ({ message: `is above the MSRP of ${msrp} then`, msrp }))
  },

  large_change: (judged) => {
    const { max_increase_percent, max_decrease_percent } = judged.rails.policy
    const large = (before: Amount | null, from: Amount) => {
      if (before === null) return undefined
      const most = isAbove(from, before) ? max_increase_percent : max_decrease_percent
      if (most === null || !isBeyondPercent(before, from, most)) return undefined
      return { percent: percentChange(before, from) }
    }
    return byShown(judged, large, ({ percent }) => ({
      message: `changes ${percent === null ? "from zero" : `by ${percent} percent`}, which is more than allowed`,
      percent,
    }))
  },

  unlikely_amount: (judged) => {
    const { amount } = judged.line
    const { currency } = judged.rails
    if (amount === null) return []
    const unlikely = (before: Amount | null, from: Amount) => isUnlikely(from, before) || undefined
    const message = "is zero, or another magnitude than the price it follows"
    return [
      ...byShown(judged, unlikely, () => ({ message })),
      ...when(currency !== null && placesOf(amount) > minorUnits(currency), {
        message: `has more digits behind the point than ${currency} has`,
      }),
    ]
  },

  ending: ({ line: { amount }, rails: { policy } }) => {
    const endings = policy.endings ?? []
    const isAllowed =
      amount === null || policy.endings === null || endings.some((each) => endsWith(amount, each))
    return when(!isAllowed, { message: `should end in ${endings.join(" or ")}` })
  },

  blackout: ({ line, rails }) => blackoutsAt(rails, line.effective_at, "begins"),

  unknown_price_type: ({ line, rails: { knownTypes } }) =>
    when(knownTypes !== null && !knownTypes.has(line.price_type), {
      message: "the brand uses no such price type",
    }),

  return_in_blackout: ({ line: { until_at = null }, rails }) =>
    until_at === null ? [] : blackoutsAt(rails, until_at, "ends"),

  return_too_soon: ({ line: { until_at = null }, rails: { policy, allowed_from = "", firstAllowed } }) =>
    when(until_at !== null && firstAllowed !== undefined && until_at < firstAllowed, {
      message: `${policy.notice_days} days of notice allow its end on ${allowed_from} at the earliest`,
      allowed_from,
    }),

  below_map: (judged) =>
    judged.line.price_type === "MSRP" && judged.rails.policy.map_at_most_msrp
      ? [...belowMapNow(judged), ...belowMapReturned(judged)]
      : [],

  never_in_force: ({ index, by_line, judgement, takerOf }) => {
    const message = "another price of the batch takes over at once"
    const own = when(by_line > index, { message: `line ${by_line + 1} takes over at once`, by_line })
    if (takerOf === undefined) return own
    return [
      ...own,
      ...byFact(
        judgement,
        (_, key) => takerOf(key),
        (record_key) => ({ message, record_key }),
      ),
    ]
  },

  clock_change: ({ line, meetsClockChange }) => {
    const { effective_from, effective_at, effective_until = null, until_at = null } = line
    const found: Array<Found<"clock_change">> = []
    if (meetsClockChange(effective_from)) {
      const resolved_at = instantToExactText(effective_at)
      found.push({ message: `clocks change then; it begins at ${resolved_at}`, resolved_at })
    }
    if (effective_until !== null && until_at !== null && meetsClockChange(effective_until)) {
      const resolved_at = instantToExactText(until_at)
      const message = `clocks change when it ends, at ${resolved_at}`
      found.push({ message, resolved_at, bound: "effective_until" })
    }
    return found
  },
}
