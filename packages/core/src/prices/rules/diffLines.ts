import { basePriceList, namedList } from "../../kernel/basePriceList.ts"
import type { LinePreview, LineStatus, PrefillLine, VariantLine } from "../ColorwayPreview.ts"
import type { Price } from "../PriceRecord.ts"
import { type Said, saysSame } from "./said.ts"

/** A line against the prices in force now, which is half of its preview. */
export type LineDiff = Omit<LinePreview, "status_at_effective" | "variants"> & {
  readonly variants: ReadonlyArray<Omit<VariantLine, "status_at_effective" | "previous">>
}

/** Finds the price in force of a variant and price type in a list. */
export type IncumbentOf = (variantKey: string, priceType: string, priceList: string) => Price | undefined

/** What a line says against what it follows: `add` a price where there is none, `unchanged` where it says the same, else `changed`. */
export const statusOf = (line: Said, follows?: Said): LineStatus =>
  saysSame(line, follows)
    ? "unchanged"
    : line.amount !== null && (follows?.amount ?? null) === null
      ? "add"
      : "changed"

/** The status of a whole line: `changed` if any variant changed, else `add` if any is one, else `unchanged`. */
export const wholeStatus = (counts: Readonly<Record<LineStatus, number>>): LineStatus =>
  counts.changed > 0 ? "changed" : counts.add > 0 ? "add" : "unchanged"

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
    return { ...line, status: wholeStatus(counts), counts, variants }
  })
