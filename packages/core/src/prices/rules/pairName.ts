import { basePriceList } from "../../kernel/basePriceList.ts"
import type { PriceRecord } from "../PriceRecord.ts"

/** A variant and price type of one price list: what prices are compared within. */
export type Pair = Pick<PriceRecord, "variant_key" | "price_type" | "price_list">

/** A price type of one price list, whichever the variant. */
export type ListedType = Pick<Pair, "price_type" | "price_list">

/**
 * One text for a pair; with lengths, since any separator may stand in a key. A preview makes thousands of them: texts of JSON
 * took several times as long.
 */
export const pairName = ({ variant_key, price_type, price_list }: Pair): string =>
  `${variant_key.length} ${price_type.length} ${variant_key}${price_type}${price_list}`

/** The same for a price type of a list. */
export const typeName = ({ price_type, price_list }: ListedType): string =>
  `${price_type.length} ${price_type}${price_list}`

/** The lists of lines, each once; `base` where there is no line. */
export const listsOf = (lines: ReadonlyArray<Pick<Pair, "price_list">>): ReadonlyArray<string> =>
  lines.length === 0 ? [basePriceList] : [...new Set(lines.map(({ price_list }) => price_list))]
