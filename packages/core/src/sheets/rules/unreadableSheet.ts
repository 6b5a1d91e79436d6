import type { ListedType } from "../../prices/rules/pairs.ts"
import { priceSheetColumns } from "./priceSheetRows.ts"
import { columnsOf, ofPairs, pairHeading } from "./sheetColumns.ts"

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
  return `a sheet of ${called} could not be taken back: ${why}. Write a sheet without the price type that is called like another column`
}
