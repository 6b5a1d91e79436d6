import type { ExportCell } from "../../catalog/rules/exportCell.ts"
import { basePriceList } from "../../kernel/basePriceList.ts"
import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"
import { effectiveInstant, shownIn } from "../../kernel/rules/effectiveInstant.ts"
import { localDateTime } from "../../kernel/rules/localDateTime.ts"
import { once } from "../../kernel/rules/once.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"
import type { ExportSource } from "./exportColumns.ts"

/** A date, or a date-time as clocks in the zone show it; a text that is neither as it is. */
export const dateCell = (text: string, timeZone: string): ExportCell => {
  if (text.length === 10) return parseEffectiveFrom(text) === undefined ? text : { kind: "date", text }
  const instant = effectiveInstant(text, timeZone)
  return instant === undefined ? text : { kind: "date-time", text, local: localDateTime(instant, timeZone) }
}

/** A price in force, as an export reads it. */
export type ExportPrice = Pick<
  PriceRecord,
  "variant_key" | "price_type" | "amount" | "effective_from" | "effective_at"
> &
  Partial<Pick<PriceRecord, "price_list">>
type PriceSource = ExportSource & { readonly kind: "price" }
export type PriceOf = (source: PriceSource) => ExportPrice | undefined

/** Among this many, looking takes less than making a map of them. */
const fewPrices = 8

const ownList = [basePriceList]

/** What a variant's prices are in a column: of the first of its lists that has one. */
export const shownPrices = (prices: ReadonlyArray<ExportPrice> = []): PriceOf => {
  const byType = prices.length <= fewPrices ? undefined : Map.groupBy(prices, ({ price_type }) => price_type)
  return ({ price_type, lists = ownList }) => {
    const ofType = byType === undefined ? prices : (byType.get(price_type) ?? [])
    for (const list of lists) {
      const found = ofType.find(
        (price) => price.price_type === price_type && (price.price_list ?? basePriceList) === list,
      )
      if (found !== undefined) return found
    }
    return undefined
  }
}

export type SinceOf = (price: ExportPrice) => ExportCell

/** What a column or row of prices has: the amount, or since when. */
export const priceCell = (source: PriceSource, priceOf: PriceOf, sinceOf: SinceOf): ExportCell => {
  const price = priceOf(source)
  if (price === undefined || price.amount === null) return null
  return source.field === "price" ? { kind: "number", text: price.amount } : sinceOf(price)
}

/** When prices begin, each written once: the prices of a product mostly begin together. */
export const sinceCells = (timeZone: string): SinceOf => {
  const shown = shownIn(timeZone)
  const cellOf = once((text: string) => dateCell(text, timeZone))
  return (price) => cellOf(shown(price).effective_from)
}
