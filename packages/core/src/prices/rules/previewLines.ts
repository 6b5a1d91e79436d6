import type { Amount } from "../../kernel/Amount.ts"
import { basePriceList, namedList } from "../../kernel/basePriceList.ts"
import type { InvalidField } from "../../kernel/errors.ts"
import { dateFault } from "../../kernel/faults.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { ListsByKey } from "../../lists/rules/listChain.ts"
import { archivedFaults } from "../../lists/rules/placementAt.ts"
import type { LinePreview, LineStatus, PrefillLine, VariantLine } from "../ColorwayPreview.ts"
import { type Price, type Said, saysSame } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { typeName } from "./pairs.ts"
import { lineTimeOrder } from "./priceCourse.ts"
import { amountAt, type RecordsOf } from "./standing.ts"

/** The lines with their instants in the brand's zone; what is no date, and lists that are archived then, at their places. */
export const timedLines = (
  given: ReadonlyArray<PrefillLine>,
  timeZone: string,
  lists: ListsByKey,
): { readonly lines: ReadonlyArray<TimedLine>; readonly faults: ReadonlyArray<InvalidField> } => {
  const lines = given.map((line) => ({
    price_list: basePriceList,
    ...line,
    effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
  }))
  const faults = lines.flatMap(({ effective_at, effective_from, price_list }, index) =>
    Number.isNaN(effective_at)
      ? [dateFault(["lines", index, "effective_from"], effective_from)]
      : archivedFaults(lists, [{ loc: ["lines", index, "price_list"], price_list, effective_at }]),
  )
  return { lines, faults }
}

/** A line against the prices in force now, which is half of its preview. */
export type LineDiff = Omit<LinePreview, "status_at_effective" | "variants"> & {
  readonly variants: ReadonlyArray<Omit<VariantLine, "status_at_effective" | "previous">>
}

/** Finds the price in force of a variant and price type in a list. */
export type IncumbentOf = (variantKey: string, priceType: string, priceList: string) => Price | undefined

/**
 * What a line says against what it follows: `add` a price where there is none, `unchanged` where it says the same, unless it goes on when
 * what it follows is over, else `changed`.
 */
export const statusOf = (line: Said, follows?: Said, goesOn = false): LineStatus =>
  saysSame(line, follows) && !goesOn
    ? "unchanged"
    : line.amount !== null && (follows?.amount ?? null) === null
      ? "add"
      : "changed"

/** The status of a whole line: `changed` if any variant changed, else `add` if any is one, else `unchanged`. */
const wholeStatus = (variants: ReadonlyArray<{ readonly status: LineStatus }>): LineStatus =>
  (["changed", "add"] as const).find((each) => variants.some(({ status }) => status === each)) ?? "unchanged"

/** Compares every line with the incumbent of every variant, keeping the order of both. */
export const diffLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<PrefillLine>,
  incumbentOf: IncumbentOf,
): Array<LineDiff> =>
  lines.map(({ price_type, price_list = basePriceList, amount, effective_from }) => {
    const counts = { add: 0, changed: 0, unchanged: 0 }
    const variants = variantKeys.map((variant_key): LineDiff["variants"][number] => {
      const incumbent = incumbentOf(variant_key, price_type, price_list)
      const status = statusOf({ amount }, incumbent)
      counts[status]++
      return {
        variant_key,
        status,
        incumbent: incumbent
          ? {
              record_key: incumbent.record_key,
              amount: incumbent.amount,
              effective_from: incumbent.effective_from,
            }
          : null,
      }
    })
    const line = { price_type, ...namedList(price_list), amount, effective_from }
    return { ...line, status: wholeStatus(variants), counts, variants }
  })

/** A line against one variant at the line's own instant; `follows` is the amount in force right before it. */
export interface VariantJudgement {
  readonly variant_key: string
  readonly status: LineStatus
  readonly follows: Amount | null
}

export interface LineJudgement {
  readonly status: LineStatus
  readonly variants: ReadonlyArray<VariantJudgement>
}

/** For each line, the line of the same type and list that begins last before it in `lineTimeOrder`. */
export const linesBefore = (lines: ReadonlyArray<TimedLine>): Array<TimedLine | undefined> => {
  const last = new Map<string, TimedLine>()
  const before: Array<TimedLine | undefined> = lines.map(() => undefined)
  for (const index of lineTimeOrder(lines)) {
    const line = lines[index]!
    const name = typeName(line)
    before[index] = last.get(name)
    last.set(name, line)
  }
  return before
}

/**
 * Judges every line at its own instant: against the price that would be in force there, with the lines of the request
 * that begin before it.
 */
export const judgeLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<TimedLine>,
  recordsOf: RecordsOf,
): Array<LineJudgement> => {
  const before = linesBefore(lines)
  return lines.map((line, index) => {
    const variants = variantKeys.map((variant_key): VariantJudgement => {
      const records = recordsOf(variant_key, line.price_type, line.price_list)
      const follows = amountAt(records, line.effective_at, before[index]) ?? null
      return { variant_key, status: statusOf(line, { amount: follows }), follows }
    })
    return { status: wholeStatus(variants), variants }
  })
}

/** Every line against the prices in force now (`diffLines`), and at its own instant (`judgeLines`). */
export const previewLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<TimedLine>,
  incumbentOf: IncumbentOf,
  recordsOf: RecordsOf,
): Array<{ readonly preview: LinePreview; readonly judged: LineJudgement }> => {
  const judgements = judgeLines(variantKeys, lines, recordsOf)
  return diffLines(variantKeys, lines, incumbentOf).map(({ variants, ...line }, index) => {
    const judged = judgements[index]!
    const preview = {
      ...line,
      status_at_effective: judged.status,
      variants: variants.map((variant, place) => ({
        ...variant,
        status_at_effective: judged.variants[place]!.status,
        previous: judged.variants[place]!.follows,
      })),
    }
    return { preview, judged }
  })
}
