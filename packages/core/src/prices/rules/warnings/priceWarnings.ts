import { basePriceList, namedList } from "../../../kernel/basePriceList.ts"
import type { Instant } from "../../../kernel/Instant.ts"
import { dayAfter, effectiveInstant, isClockChange } from "../../../kernel/rules/effectiveInstant.ts"
import { once } from "../../../kernel/rules/once.ts"
import { asAnswered, isPrice } from "../../PriceRecord.ts"
import { type PriceWarning, PriceWarningKind } from "../../PriceWarning.ts"
import { typeName } from "../pairs.ts"
import type { LineJudgement } from "../previewLines.ts"
import { type AboveOf, linesInTime } from "../priceCourse.ts"
import type { RecordsOf } from "../standing.ts"
import { currencyIn, type GuardRails, railsIn } from "./guardRails.ts"
import { type JudgedLine, type ListRails, type WarnedLine, warningKinds } from "./warningKinds.ts"

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
  /** What is shown where a list has no price of its own; not there: nothing. */
  readonly aboveOf?: AboveOf
}

const listRails = (rails: GuardRails, list: string): ListRails => {
  const { time_zone, usedTypes, now } = rails
  const { policy, blackouts } = railsIn(rails, list)
  const { notice_days: days, price_types } = policy
  const allowed_from = days === null ? undefined : dayAfter(now, days, time_zone)
  return {
    policy,
    blackouts,
    now,
    allowed_from,
    firstAllowed: allowed_from === undefined ? undefined : effectiveInstant(allowed_from, time_zone),
    knownTypes: price_types === null ? usedTypes : new Set(price_types),
    currency: currencyIn(rails, list),
  }
}

/** What a warning names as the line that it is of: the request's by its index, what a batch holds as it says it. */
const nameOf = ({ index, line }: Pick<JudgedLine, "index" | "line">, heldBy: string | undefined) => {
  if (heldBy === undefined) return { line: index }
  const { price_type, price_list, effective_from, effective_until = null } = line
  const said = { ...namedList(price_list), ...asAnswered(line), effective_from, effective_until }
  return { line: null, batch_line: { batch_key: heldBy, price_type, ...said } }
}

/**
 * Finds everything that a line breaks, given its judgement and its place, in a total order: by kind as `PriceWarningKind`
 * lists them, then by the first variant. Only variants that a kind is about are named. `recordsOf` is asked for the records
 * of MAP and MSRP, which are compared as the line's list shows them; where that may show prices of lists above it, of each type.
 */
export const priceWarnings = (
  lines: ReadonlyArray<WarnedLine>,
  recordsOf: RecordsOf,
  rails: GuardRails,
  { areCounted = false, areScoped = false, takerOf, heldBy, aboveOf }: LinesTogether = {},
) => {
  const ofRequest = areCounted ? [] : lines.filter(isPrice)
  const inList = once((list: string) => ({
    rails: listRails(rails, list),
    ordered: once((type: string) => linesInTime(ofRequest, type, list)),
  }))
  const lastAt = lastLineAt(areScoped ? [] : lines)
  const meetsClockChange = once((local: string) => isClockChange(local, rails.time_zone))
  return (judgement: Pick<LineJudgement, "variants">, index: number): Array<PriceWarning> => {
    const line = lines[index]!
    const { price_type, price_list, amount, effective_from } = line
    const list = inList(price_list)
    const judged: JudgedLine = {
      index,
      line,
      judgement,
      rails: list.rails,
      courseOf: (key, type) => {
        const above = aboveOf?.(key, type, price_list)
        return { records: recordsOf(key, type, price_list), lines: list.ordered(type), above }
      },
      isBelow: aboveOf !== undefined && price_list !== basePriceList,
      by_line: lastAt(line),
      takerOf: takerOf && ((key) => takerOf(index, key)),
      meetsClockChange,
    }
    const name = `${price_type} ${amount ?? "end"} from ${effective_from}`
    const everyVariant = judgement.variants.map(({ variant_key }) => variant_key)
    return PriceWarningKind.literals.flatMap((kind) =>
      warningKinds[kind](judged).map(
        ({ message, variant_keys = everyVariant, ...facts }) =>
          ({
            kind,
            ...nameOf(judged, heldBy),
            variant_keys,
            message: `${name}: ${message}`,
            ...facts,
          }) as PriceWarning,
      ),
    )
  }
}
