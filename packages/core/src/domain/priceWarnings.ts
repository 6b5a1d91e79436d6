import type { Amount } from "../contract/Amount.ts"
import { type Instant, instantToExactText } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { PriceWarning, PriceWarningKind } from "../contract/PriceWarning.ts"
import { endsWith, isAbove, isBeyondPercent, isUnlikely, percentChange } from "./amountRules.ts"
import { effectiveInstant } from "./effectiveInstant.ts"
import type { TimedLine } from "./futureRecords.ts"
import { type GuardRails, localTimeWork } from "./guardRails.ts"
import { amountAt, type LineJudgement, lineTimeOrder } from "./judgeLines.ts"
import { dayAfter, isClockChange } from "./localDays.ts"

type Fact<Kind extends PriceWarningKind> = Omit<
  Extract<PriceWarning, { readonly kind: Kind }>,
  "kind" | "line" | "variant_keys" | "message"
>

/** Groups the variants by a fact of theirs; those without one are left out. The groups come in variants' order. */
const byFact = <A>(judged: LineJudgement, factOf: (follows: Amount | null, key: string) => A | undefined) => {
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
  return [...groups.values()]
}

/** Finds the line of a type that begins last by an instant. */
const lastBegunLine = (lines: ReadonlyArray<TimedLine>, priceType: string) => {
  const ordered = lineTimeOrder(lines)
    .map((index) => lines[index]!)
    .filter((line) => line.price_type === priceType)
  return (at: Instant): TimedLine | undefined => {
    let [begun, end] = [0, ordered.length]
    while (begun < end) {
      const middle = (begun + end) >> 1
      if (ordered[middle]!.effective_at <= at) begun = middle + 1
      else end = middle
    }
    return ordered[begun - 1]
  }
}

/** Finds the index of the last line of a type at an instant. */
const lastLineAt = (lines: ReadonlyArray<TimedLine>) => {
  const byType = new Map<string, Map<Instant, number>>()
  for (const [index, { price_type, effective_at }] of lines.entries()) {
    const instants = byType.get(price_type)
    if (instants === undefined) byType.set(price_type, new Map([[effective_at, index]]))
    else instants.set(effective_at, index)
  }
  return (priceType: string, at: Instant): number => byType.get(priceType)?.get(at) ?? -1
}

/** How the lines of a list are held against each other. */
export interface LinesTogether {
  /** `suggestedOf` counts what they do to MSRP, ends of temporary prices and withdrawals too. */
  readonly areCounted?: boolean
  /** Each is about some variants only: then none takes over from another. */
  readonly areScoped?: boolean
  /** The record that takes over at once from a line. */
  readonly takerOf?: (line: number, variantKey: string) => string | undefined
}

/** About how much work it is to find a line's warnings: one is some microseconds. */
export const lineWork = (variants: number, { policy, time_zone, blackouts }: GuardRails) =>
  5 + variants / 2 + blackouts.length + (policy.endings?.length ?? 0) / 2 + 2 * localTimeWork(time_zone)

/**
 * Everything that the lines break, in a total order: by line, then by kind as `PriceWarningKind` lists them, then by
 * the first variant. Only variants that a kind is about are named. The lines can be judged in parts. `suggestedOf` finds
 * the MSRP records of a variant, as `RecordsOf` does.
 */
export const priceWarnings = (
  lines: ReadonlyArray<TimedLine>,
  suggestedOf: (variantKey: string) => ReadonlyArray<PriceRecord>,
  { policy, time_zone, usedTypes, now, blackouts }: GuardRails,
  { areCounted = false, areScoped = false, takerOf }: LinesTogether = {},
) => {
  const suggestedAt = lastBegunLine(areCounted ? [] : lines, "MSRP")
  const lastAt = lastLineAt(areScoped ? [] : lines)
  const allowed_from = policy.notice_days === null ? undefined : dayAfter(now, policy.notice_days, time_zone)
  const firstAllowed = allowed_from === undefined ? undefined : effectiveInstant(allowed_from, time_zone)
  const knownTypes = policy.price_types === null ? usedTypes : new Set(policy.price_types)

  const clockChanges = new Map<string, boolean>()
  const meetsClockChange = (effective_from: string): boolean => {
    const known = clockChanges.get(effective_from) ?? isClockChange(effective_from, time_zone)
    clockChanges.set(effective_from, known)
    return known
  }

  const warningsOf = (judgement: LineJudgement, index: number): Array<PriceWarning> => {
    const { amount, price_type, effective_from, effective_at } = lines[index]!
    const everyVariant = judgement.variants.map((variant) => variant.variant_key)
    const name = `${price_type} ${amount} from ${effective_from}`
    const found: Array<PriceWarning> = []
    const warn = <Kind extends PriceWarningKind>(
      kind: Kind,
      message: string,
      facts: Fact<Kind>,
      variant_keys: ReadonlyArray<string> = everyVariant,
    ) => {
      found.push({ kind, line: index, variant_keys, message: `${name}: ${message}`, ...facts } as never)
    }

    if (firstAllowed !== undefined && effective_at < firstAllowed)
      warn("notice_too_short", `${policy.notice_days} days of notice allow ${allowed_from} at the earliest`, {
        allowed_from: allowed_from!,
      })
    if (effective_at <= now) warn("backdated", "begins in the past", {})
    if (price_type === "MAP" && policy.map_at_most_msrp) {
      const ofRequest = suggestedAt(effective_at)
      const above = byFact(judgement, (_, key) => {
        const msrp = amountAt(suggestedOf(key), effective_at, ofRequest)
        return msrp !== undefined && isAbove(amount, msrp) ? msrp : undefined
      })
      for (const { fact: msrp, variant_keys } of above)
        warn("above_msrp", `is above the MSRP of ${msrp} then`, { msrp }, variant_keys)
    }
    const large = byFact(judgement, (follows) => {
      if (follows === null) return undefined
      const most = isAbove(amount, follows) ? policy.max_increase_percent : policy.max_decrease_percent
      if (most === null || !isBeyondPercent(follows, amount, most)) return undefined
      return { percent: percentChange(follows, amount) }
    })
    for (const { fact, variant_keys } of large) {
      const percent = fact.percent === null ? "from zero" : `by ${fact.percent} percent`
      warn("large_change", `changes ${percent}, which is more than allowed`, fact, variant_keys)
    }
    const unlikely = byFact(judgement, (follows) => (isUnlikely(amount, follows) ? true : undefined))
    for (const { variant_keys } of unlikely)
      warn("unlikely_amount", "is zero, or another magnitude than the price it follows", {}, variant_keys)
    if (policy.endings !== null && !policy.endings.some((ending) => endsWith(amount, ending)))
      warn("ending", `should end in ${policy.endings.join(" or ")}`, {})
    for (const { begins, ends, reason, until } of blackouts) {
      if (begins <= effective_at && effective_at < ends)
        warn("blackout", `begins in a blackout (${reason}) until ${until}`, { reason, until })
    }
    if (knownTypes !== null && !knownTypes.has(price_type))
      warn("unknown_price_type", "the brand uses no such price type", {})
    const by_line = lastAt(price_type, effective_at)
    if (by_line > index) warn("never_in_force", `line ${by_line + 1} takes over at once`, { by_line })
    const taken = takerOf === undefined ? [] : byFact(judgement, (_, key) => takerOf(index, key))
    for (const { fact: record_key, variant_keys } of taken)
      warn("never_in_force", "another price of the batch takes over at once", { record_key }, variant_keys)
    if (meetsClockChange(effective_from)) {
      const resolved_at = instantToExactText(effective_at)
      warn("clock_change", `clocks change then; it begins at ${resolved_at}`, { resolved_at })
    }
    return found
  }
  return (judged: ReadonlyArray<LineJudgement>, from = 0): Array<PriceWarning> =>
    judged.flatMap((judgement, place) => warningsOf(judgement, from + place))
}
