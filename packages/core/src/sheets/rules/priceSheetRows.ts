import type { ExportCell, ExportRow } from "../../catalog/rules/exportCell.ts"
import type { ExportSelection } from "../../exports/ExportRepository.ts"
import type { PriceSheetJob } from "../../exports/PriceSheetAsked.ts"
import type { ColumnKind } from "../../exports/rules/columnKind.ts"
import type { ExportProduct } from "../../exports/rules/exportRows.ts"
import { basePriceList } from "../../kernel/basePriceList.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { ListedType } from "../../prices/rules/pairs.ts"
import { columnsOf, ofPairs, pairHeading, shownHeading, tokenHeading } from "./sheetColumns.ts"
import { publicId, writeToken } from "./sheetToken.ts"

const named = ["variant_key", "product", "name", "color", "size"] as const

/** A price type of a list, and the lists that its price is looked for in, that list first. */
export interface SheetPair extends ListedType {
  readonly lists: ReadonlyArray<string>
}

/** What a price sheet that is written is of. */
export interface PriceSheetShape extends Pick<PriceSheetJob["price_sheet"], "brand_key" | "brand"> {
  readonly organization: string
  readonly at: Instant
  readonly pairs: ReadonlyArray<SheetPair>
}

/** The columns of a price sheet that is written, in their order: what they are called, and what they are for. */
export const priceSheetColumns = (
  pairs: ReadonlyArray<ListedType>,
): ReadonlyArray<{
  readonly heading: string
  readonly kind: ColumnKind
  /** What people may write there; `hidden` is for programs. */
  readonly takes?: "amount" | "date" | "hidden"
}> => [
  ...named.map((heading) => ({ heading, kind: "text" as const })),
  ...pairs.flatMap(({ price_type, price_list }) => {
    const type = pairHeading(price_type, price_list)
    const isBase = price_list === basePriceList
    return [
      ...(isBase ? [] : [{ heading: `${type} ${shownHeading}`, kind: "price" as const }]),
      { heading: type, kind: "price" as const },
      { heading: `${type} new`, kind: "any" as const, takes: "amount" as const },
      { heading: `${type} from`, kind: "any" as const, takes: "date" as const },
      { heading: `${type} until`, kind: "any" as const, takes: "date" as const },
    ]
  }),
  { heading: tokenHeading, kind: "text", takes: "hidden" },
]

/** The rows of a product, which is of that brand: a variant each, by key. */
export function* priceSheetRows(
  { organization, brand_key, brand, pairs, at }: PriceSheetShape,
  { product, variants, prices }: ExportProduct,
): Generator<ExportRow, void, undefined> {
  const { product_key } = product
  const known = Map.groupBy(prices, ({ variant_key }) => variant_key)
  for (const { variant_key, name, color, size } of variants.toSorted((a, b) =>
    compareText(a.variant_key, b.variant_key),
  )) {
    const own = known.get(variant_key) ?? []
    const priceOf = (type: string, list: string) =>
      own.find(({ price_type, price_list = basePriceList }) => price_type === type && price_list === list)
    const seen = pairs.map(({ price_type, price_list, lists }) => {
      // what a list does not offer has a record without an amount
      const found = lists.map((list) => priceOf(price_type, list)).find((price) => price !== undefined)
      const shown = found?.amount ?? null
      const amount = priceOf(price_type, price_list)?.amount ?? null
      return { price_type, price_list, amount, ...(price_list !== basePriceList && { shown }) }
    })
    const token = writeToken({
      organization: publicId(organization),
      brand_key,
      brand,
      variant_key,
      product_key,
      at,
      prices: seen,
    })
    const cellOf = (text: string | null): ExportCell => (text === null ? null : { kind: "number", text })
    const cells = seen.flatMap(
      ({ amount, shown }): ExportRow => [
        ...(shown === undefined ? [] : [cellOf(shown)]),
        ...[cellOf(amount), null, null, null],
      ],
    )
    yield [variant_key, product_key, name, color, size, ...cells, token]
  }
}

/** Which product versions a price sheet reads. */
export const sheetSelection = ({
  product_keys,
  brand_key,
}: Pick<PriceSheetJob["price_sheet"], "product_keys" | "brand_key">): ExportSelection => ({
  product_keys: product_keys ?? [],
  brand_key,
  label_keys: null,
  sources: null,
  latest_only: true,
})

/** Why a sheet of these pairs would not come back, read as `columnsOf` reads it: two of its columns would be called the same; undefined: it would. */
export const unreadableSheet = (pairs: ReadonlyArray<ListedType>): string | undefined => {
  const headings = priceSheetColumns(pairs).map(({ heading }) => heading)
  const cells = headings.map((text, place) => ({ column: place + 1, kind: "text" as const, text }))
  const read = columnsOf({ row: 1, cells })
  const amounts = typeof read === "object" ? ofPairs(read, pairs).amounts : []
  const places = new Set(amounts.map(({ amount }) => amount))
  const isWhole = amounts.length === pairs.length && places.size === pairs.length
  const isOf = ({ price_type, price_list }: ListedType) =>
    amounts.some(
      (each) =>
        each.price_type === price_type &&
        each.price_list === price_list &&
        headings[each.amount - 1] === `${pairHeading(price_type, price_list)} new`,
    )
  if (isWhole && pairs.every(isOf)) return undefined
  const called = pairs.map(({ price_type, price_list }) => pairHeading(price_type, price_list)).join(", ")
  const why = typeof read === "string" ? read : "its headings would not say of which price each column is"
  return `a sheet of ${called} could not be taken back: ${why}; leave out the price type that is called like another column`
}
