import type { Amount } from "../../kernel/Amount.ts"
import { namedList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import {
  endsWith,
  isAbove,
  isBeyondPercent,
  isUnlikely,
  percentChange,
  placesOf,
} from "../../kernel/rules/amountRules.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import { dayAfter, isClockChange } from "../../kernel/rules/localDays.ts"
import { minorUnits } from "../../kernel/rules/minorUnits.ts"
import { asAnswered, isPrice } from "../PriceRecord.ts"
import type { PriceWarning, PriceWarningKind } from "../PriceWarning.ts"
import type { AboveOf } from "./aboveList.ts"
import { mapAboveLine, mapAboveReturn, mapAboveShown } from "./belowMap.ts"
import type { TimedLine } from "./futureRecords.ts"
import { currencyIn, type GuardRails, railsIn } from "./guardRails.ts"
import { linesInTime, shownAt } from "./highestAmount.ts"
import type { LineJudgement, RecordsOf } from "./judgeLines.ts"
import { listsOf, typeName } from "./pairName.ts"
import type { Said } from "./said.ts"

type Named = "kind" | "line" | "batch_line" | "product_key" | "color" | "variant_keys" | "message"
type FactOf<Warning> = Warning extends PriceWarning ? Omit<Warning, Named> : never
type Fact<Kind extends PriceWarningKind> = FactOf<Extract<PriceWarning, { readonly kind: Kind }>>

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

/** A line as it is warned of: with its end, where it is temporary. */
export interface WarnedLine extends Omit<TimedLine, "amount">, Said {
  readonly effective_until?: string | null
  readonly until_at?: Instant | null
}

/** Finds the index of the last line of a type and list at an instant. */
const lastLineAt = (lines: ReadonlyArray<WarnedLine>) => {
  const byType = new Map<string, Map<Instant, number>>()
  for (const [index, line] of lines.entries()) {
    const instants = byType.get(typeName(line))
    if (instants === undefined) byType.set(typeName(line), new Map([[line.effective_at, index]]))
    else instants.set(line.effective_at, index)
  }
  return (line: WarnedLine): number => byType.get(typeName(line))?.get(line.effective_at) ?? -1
}

/** How the lines of a list are held against each other. */
export interface LinesTogether {
  /** `recordsOf` counts what they do, ends of temporary prices and withdrawals too. */
  readonly areCounted?: boolean
  /** Each is about some variants only: then none takes over from another. */
  readonly areScoped?: boolean
  /** The record that takes over at once from a line. */
  readonly takerOf?: (line: number, variantKey: string) => string | undefined
  /** The batch that holds them; not there: they are the request's. */
  readonly heldBy?: string
  /** What is shown where a list has no MAP or MSRP of its own; not there: nothing. */
  readonly aboveOf?: AboveOf
}

/**
 * Finds everything that a line breaks, given its judgement and its place, in a total order: by kind as `PriceWarningKind`
 * lists them, then by the first variant. Only variants that a kind is about are named. `recordsOf` is asked for the records
 * of MAP and MSRP, which are compared as the line's list shows them.
 */
export const priceWarnings = (
  lines: ReadonlyArray<WarnedLine>,
  recordsOf: RecordsOf,
  rails: GuardRails,
  { areCounted = false, areScoped = false, takerOf, heldBy, aboveOf }: LinesTogether = {},
) => {
  const { time_zone, usedTypes, now } = rails
  const ofRequest = areCounted ? [] : lines.filter(isPrice)
  const limits = new Map(
    listsOf(lines).map((list) => [
      list,
      { advertised: linesInTime(ofRequest, "MAP", list), suggested: linesInTime(ofRequest, "MSRP", list) },
    ]),
  )
  const lastAt = lastLineAt(areScoped ? [] : lines)
  const judging = new Map(
    listsOf(lines).map((list) => {
      const { policy, blackouts } = railsIn(rails, list)
      const { notice_days: days, price_types } = policy
      const allowed_from = days === null ? undefined : dayAfter(now, days, time_zone)
      const firstAllowed = allowed_from === undefined ? undefined : effectiveInstant(allowed_from, time_zone)
      const knownTypes = price_types === null ? usedTypes : new Set(price_types)
      const currency = currencyIn(rails, list)
      return [list, { policy, blackouts, allowed_from, firstAllowed, knownTypes, currency }]
    }),
  )

  const clockChanges = new Map<string, boolean>()
  const meetsClockChange = (effective_from: string): boolean => {
    const known = clockChanges.get(effective_from) ?? isClockChange(effective_from, time_zone)
    clockChanges.set(effective_from, known)
    return known
  }

  const warningsOf = (judgement: LineJudgement, index: number): Array<PriceWarning> => {
    const line = lines[index]!
    const { amount, price_type, price_list, effective_from, effective_at } = line
    const { effective_until = null, until_at = null } = line
    const { advertised, suggested } = limits.get(price_list)!
    const { policy, blackouts, allowed_from, firstAllowed, knownTypes, currency } = judging.get(price_list)!
    const everyVariant = judgement.variants.map((variant) => variant.variant_key)
    const name = `${price_type} ${amount ?? "end"} from ${effective_from}`
    const named =
      heldBy === undefined
        ? { line: index }
        : {
            line: null,
            batch_line: {
              batch_key: heldBy,
              price_type,
              ...namedList(price_list),
              ...asAnswered(line),
              effective_from,
              effective_until,
            },
          }
    const courseOf = (key: string, type: "MAP" | "MSRP") => ({
      records: recordsOf(key, type, price_list),
      lines: type === "MAP" ? advertised : suggested,
      above: aboveOf?.(key, type, price_list),
    })
    const by_line = lastAt(line)
    const isTaken = (key: string) => by_line > index || takerOf?.(index, key) !== undefined
    const found: Array<PriceWarning> = []
    const warn = <Kind extends PriceWarningKind>(
      kind: Kind,
      message: string,
      facts: Fact<Kind>,
      variant_keys: ReadonlyArray<string> = everyVariant,
    ) => {
      found.push({ kind, ...named, variant_keys, message: `${name}: ${message}`, ...facts } as never)
    }

    if (firstAllowed !== undefined && effective_at < firstAllowed)
      warn("notice_too_short", `${policy.notice_days} days of notice allow ${allowed_from} at the earliest`, {
        allowed_from: allowed_from!,
      })
    if (effective_at <= now) warn("backdated", "begins in the past", {})
    if (price_type === "MAP" && policy.map_at_most_msrp) {
      const above = byFact(judgement, (_, key) => {
        const msrp = shownAt(courseOf(key, "MSRP"), effective_at)
        // what is shown once it has ended
        const map = amount ?? shownAt(courseOf(key, "MAP"), effective_at)
        return msrp !== undefined && map !== undefined && isAbove(map, msrp) ? msrp : undefined
      })
      for (const { fact: msrp, variant_keys } of above)
        warn("above_msrp", `is above the MSRP of ${msrp} then`, { msrp }, variant_keys)
    }
    const large = byFact(judgement, (follows) => {
      if (follows === null || amount === null) return undefined
      const most = isAbove(amount, follows) ? policy.max_increase_percent : policy.max_decrease_percent
      if (most === null || !isBeyondPercent(follows, amount, most)) return undefined
      return { percent: percentChange(follows, amount) }
    })
    for (const { fact, variant_keys } of large) {
      const percent = fact.percent === null ? "from zero" : `by ${fact.percent} percent`
      warn("large_change", `changes ${percent}, which is more than allowed`, fact, variant_keys)
    }
    const unlikely = byFact(judgement, (follows) =>
      amount !== null && isUnlikely(amount, follows) ? true : undefined,
    )
    for (const { variant_keys } of unlikely)
      warn("unlikely_amount", "is zero, or another magnitude than the price it follows", {}, variant_keys)
    if (amount !== null && currency !== null && placesOf(amount) > minorUnits(currency))
      warn("unlikely_amount", `has more digits behind the point than ${currency} has`, {})
    if (
      amount !== null &&
      policy.endings !== null &&
      !policy.endings.some((ending) => endsWith(amount, ending))
    )
      warn("ending", `should end in ${policy.endings.join(" or ")}`, {})
    for (const { begins, ends, reason, until } of blackouts) {
      if (begins <= effective_at && effective_at < ends)
        warn("blackout", `begins in a blackout (${reason}) until ${until}`, { reason, until })
    }
    if (knownTypes !== null && !knownTypes.has(price_type))
      warn("unknown_price_type", "the brand uses no such price type", {})
    if (until_at !== null) {
      for (const { begins, ends, reason, until } of blackouts) {
        if (begins <= until_at && until_at < ends)
          warn("return_in_blackout", `ends in a blackout (${reason}) until ${until}`, { reason, until })
      }
      if (firstAllowed !== undefined && until_at < firstAllowed)
        warn(
          "return_too_soon",
          `${policy.notice_days} days of notice allow its end on ${allowed_from} at the earliest`,
          { allowed_from: allowed_from! },
        )
    }
    if (price_type === "MSRP" && policy.map_at_most_msrp) {
      const below = byFact(judgement, (_, key) => {
        const [msrp, map] = [courseOf(key, "MSRP"), courseOf(key, "MAP")]
        return isPrice(line)
          ? mapAboveLine(line, msrp, map, isTaken(key))
          : isTaken(key)
            ? undefined
            : mapAboveShown(effective_at, msrp, map)?.map
      })
      for (const { fact: map, variant_keys } of below)
        warn("below_map", `is below the MAP of ${map}, then or later`, { map }, variant_keys)
      const after = byFact(judgement, (_, key) =>
        until_at === null ? undefined : mapAboveReturn(until_at, courseOf(key, "MSRP"), courseOf(key, "MAP")),
      )
      for (const { fact, variant_keys } of after) {
        const message = `once it ends, the MSRP of ${fact.msrp} is below the MAP of ${fact.map}, then or later`
        warn("below_map", message, { ...fact, bound: "effective_until" }, variant_keys)
      }
    }
    if (by_line > index) warn("never_in_force", `line ${by_line + 1} takes over at once`, { by_line })
    const taken = takerOf === undefined ? [] : byFact(judgement, (_, key) => takerOf(index, key))
    for (const { fact: record_key, variant_keys } of taken)
      warn("never_in_force", "another price of the batch takes over at once", { record_key }, variant_keys)
    if (meetsClockChange(effective_from)) {
      const resolved_at = instantToExactText(effective_at)
      warn("clock_change", `clocks change then; it begins at ${resolved_at}`, { resolved_at })
    }
    if (effective_until !== null && until_at !== null && meetsClockChange(effective_until)) {
      const resolved_at = instantToExactText(until_at)
      const message = `clocks change when it ends, at ${resolved_at}`
      warn("clock_change", message, { resolved_at, bound: "effective_until" })
    }
    return found
  }
  return warningsOf
}
