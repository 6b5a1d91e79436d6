import type { Variant } from "../../catalog/Catalog.ts"
import { inColorwayOrder } from "../../catalog/rules/compareSizes.ts"
import type { ExportCell, ExportRow } from "../../catalog/rules/exportCell.ts"
import type { SheetHeadings } from "../../exports/ChangeSheet.ts"
import type { ColumnKind } from "../../exports/rules/columnKind.ts"
import { dateCell } from "../../exports/rules/exportPriceCells.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { amountDifference, percentText } from "../../kernel/rules/amountRules.ts"
import { dayAfter, effectiveInstant, writtenAt } from "../../kernel/rules/effectiveInstant.ts"
import type { SheetLists } from "../../lists/rules/sheetLists.ts"
import { type ChangedPair, type SheetBatch, sheetTimelines } from "./sheetTimelines.ts"
import { timelineChanges } from "./timelineChanges.ts"

interface SheetColumn {
  readonly kind: ColumnKind
  /** What people read above it, where they did not ask for keys. */
  readonly heading: string
}

/** The columns of a change sheet by their keys. */
export const changeSheetColumns = {
  variant_key: { kind: "text", heading: "Variant" },
  product_key: { kind: "text", heading: "Product" },
  name: { kind: "text", heading: "Name" },
  color: { kind: "text", heading: "Color" },
  size: { kind: "text", heading: "Size" },
  price_type: { kind: "text", heading: "Price type" },
  previous_amount: { kind: "price", heading: "Previous price" },
  new_amount: { kind: "price", heading: "New price" },
  difference: { kind: "price", heading: "Difference" },
  percent: { kind: "number", heading: "Percent" },
  effective_from: { kind: "date-time", heading: "From" },
  effective_until: { kind: "date-time", heading: "Until (exclusive)" },
  last_day: { kind: "date-time", heading: "Last day" },
  change: { kind: "text", heading: "Change" },
  price_list: { kind: "text", heading: "Price list" },
  price_list_name: { kind: "text", heading: "Price list name" },
  currency: { kind: "text", heading: "Currency" },
} as const satisfies Readonly<Record<string, SheetColumn>>

/** What stands above the columns. */
export const changeSheetHeader = (headings: SheetHeadings | null | undefined): ReadonlyArray<string> =>
  headings === "keys"
    ? Object.keys(changeSheetColumns)
    : Object.values(changeSheetColumns).map(({ heading }) => heading)

/** A variant of which a batch holds, or withdraws, some price. */
export interface ChangedVariant extends Pick<Variant, "variant_key" | "product_key" | "color" | "size"> {
  /** Of the product's latest version. */
  readonly product_name: string
  /** Of the product's brand. */
  readonly time_zone: string
  readonly batch: SheetBatch
  /** Of each price type and list of which the batch holds or withdraws a record, by both. */
  readonly pairs: ReadonlyArray<ChangedPair>
  /** Of the same price types, of lists of which the batch neither holds nor withdraws a record; none unless these are asked for. */
  readonly beside?: ReadonlyArray<ChangedPair>
}

/** N variants of one product are sorted together. */
const mostSorted = 2_000

/**
 * Variants of many products as they come, product by product, in parts whose colors and sizes are in order: `add` gives
 * those of products that are over, `rest` what is left. Of a product of very many each part is in order by itself.
 */
export const inSizeOrder = () => {
  let waiting: Array<ChangedVariant> = []
  const rest = (): ReadonlyArray<ChangedVariant> => {
    const sorted = inColorwayOrder(waiting)
    waiting = []
    return sorted
  }
  const add = (variants: ReadonlyArray<ChangedVariant>): Array<ChangedVariant> => {
    const done: Array<ChangedVariant> = []
    for (const variant of variants) {
      const isNext = waiting.length > 0 && waiting[0]!.product_key !== variant.product_key
      if (isNext || waiting.length >= mostSorted) done.push(...rest())
      waiting.push(variant)
    }
    return done
  }
  return { add, rest }
}

const number = (text: string | null): ExportCell => (text === null ? null : { kind: "number", text })

/** The day before one that a price ends with, where it begins and ends with days of the zone; else null. */
const lastDay = (from: Instant, until: Instant, timeZone: string): ExportCell => {
  const isDay = (at: Instant) => effectiveInstant(dayAfter(at, 0, timeZone), timeZone) === at
  return isDay(from) && isDay(until) ? { kind: "date", text: dayAfter(until, -1, timeZone) } : null
}

/**
 * The rows of one variant, made as they are asked for: its price types and lists in order, each in the order of time
 * (`timelineChanges`). Of an open batch as if it were published `now`. A list that stands below others shows their prices until it has one
 * of its own.
 */
export function* changeSheetRows(
  variant: ChangedVariant,
  now: Instant,
  lists: SheetLists,
): Generator<ExportRow, void, undefined> {
  const { time_zone, batch, pairs, beside = [] } = variant
  for (const pair of pairs) {
    const { price_type, price_list, held } = pair
    const { name, currency, listed } = lists.find(price_list, batch.published_at ?? undefined)
    const others = [...pairs, ...beside].filter(
      (each) => each.price_type === price_type && each.price_list !== price_list,
    )
    const timelines = sheetTimelines(pair, batch, now, listed && { listed, others })
    for (const row of timelineChanges(timelines.without, timelines.with, price_list, held)) {
      const { change, previous, amount, at, effective_from, until } = row
      const isBoth = previous !== null && amount !== null
      yield [
        variant.variant_key,
        variant.product_key,
        variant.product_name,
        variant.color,
        variant.size,
        price_type,
        number(previous),
        number(amount),
        number(isBoth ? amountDifference(previous, amount) : null),
        number(isBoth ? percentText(previous, amount) : null),
        dateCell(writtenAt(effective_from, at, time_zone), time_zone),
        until === null ? null : dateCell(writtenAt(until.text, until.at, time_zone), time_zone),
        until === null ? null : lastDay(at, until.at, time_zone),
        change,
        price_list,
        name,
        currency,
      ]
    }
  }
}
