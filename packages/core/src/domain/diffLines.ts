import { type Amount, sameAmount } from "../contract/Amount.ts"
import type { LinePreview, LineStatus, PrefillLine, VariantLine } from "../contract/ColorwayPreview.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"

/** Finds the price in force of a variant and price type. */
export type IncumbentOf = (variantKey: string, priceType: string) => PriceRecord | undefined

/** A line's amount against one incumbent: `add` without one, `unchanged` when equal as numbers, else `changed`. */
export const lineStatus = (amount: Amount, incumbent: PriceRecord | undefined): LineStatus =>
  incumbent === undefined ? "add" : sameAmount(amount, incumbent.amount) ? "unchanged" : "changed"

/**
 * Compares every line with the incumbent of every variant, keeping the order of both.
 *
 * The whole line is `changed` if any variant changed, else `add` if any is an add, else `unchanged`.
 */
export const diffLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<PrefillLine>,
  incumbentOf: IncumbentOf,
): Array<LinePreview> =>
  lines.map(({ price_type, amount, effective_from }) => {
    const counts = { add: 0, changed: 0, unchanged: 0 }
    const variants = variantKeys.map((variant_key): VariantLine => {
      const incumbent = incumbentOf(variant_key, price_type)
      const status = lineStatus(amount, incumbent)
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
    const status = counts.changed > 0 ? "changed" : counts.add > 0 ? "add" : "unchanged"
    return { price_type, amount, effective_from, status, counts, variants }
  })
