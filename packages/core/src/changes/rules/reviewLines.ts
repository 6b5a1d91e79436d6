import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { writtenAt } from "../../kernel/rules/effectiveInstant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { Above } from "../../prices/rules/priceCourse.ts"
import type { ReviewLine } from "../BatchReview.ts"
import { type SheetBatch, sheetTimelines } from "./sheetTimelines.ts"
import { timelineChanges } from "./timelineChanges.ts"

/** One variant and price type of a list in a batch. */
interface ReviewedPair {
  readonly price_type: string
  readonly price_list: string
  readonly records: ReadonlyArray<PriceRecord>
  readonly withdrawing: ReadonlySet<string>
}

/**
 * Adds up what a batch does, or did, to the variants of a colorway, from the same rows as its change sheet: a line for each price
 * type, list, change, amounts and time. `add` takes a pair at a time, with what stands above it; `lines` are by price type, list and instant.
 */
export const reviewLines = (batch: SheetBatch, time_zone: string, now: Instant) => {
  const known = new Map<
    string,
    { readonly line: Omit<ReviewLine, "variants">; at: Instant; variants: number }
  >()
  return {
    add: ({ price_type, price_list, records, withdrawing }: ReviewedPair, above?: Above): void => {
      const pair = { price_type, price_list, records, held: new Set<string>(), withdrawing }
      const { without, with: instead } = sheetTimelines(pair, batch, now)
      for (const { change, previous, amount, at, effective_from, until } of timelineChanges(
        without,
        instead,
        price_list,
      )) {
        const shown =
          change === "new" ? above?.priceAt(at - 1) : change === "ended" ? above?.priceAt(at) : undefined
        const line = {
          price_type,
          price_list,
          change,
          previous,
          amount,
          shown: shown === undefined ? null : { amount: shown.amount, price_list: shown.price_list },
          effective_from: writtenAt(effective_from, at, time_zone),
          effective_until: until === null ? null : writtenAt(until.text, until.at, time_zone),
          next_amount: change === "withdrawn" ? null : (until?.amount ?? null),
        }
        const name = JSON.stringify([line, at, until?.at])
        const found = known.get(name)
        if (found === undefined) known.set(name, { line, at, variants: 1 })
        else found.variants++
      }
    },
    lines: (): Array<ReviewLine> =>
      [...known.values()]
        .sort(
          (a, b) =>
            compareText(a.line.price_type, b.line.price_type) ||
            compareText(a.line.price_list, b.line.price_list) ||
            a.at - b.at,
        )
        .map(({ line, variants }) => ({ ...line, variants })),
  }
}
