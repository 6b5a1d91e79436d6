import { basePriceList } from "../../kernel/basePriceList.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { priceOrder, recordInForce } from "./priceInForce.ts"

/** A variant and price type of one price list: what prices are compared within. */
export type Pair = Pick<PriceRecord, "variant_key" | "price_type" | "price_list">

/** A price type of one price list, whichever the variant. */
export type ListedType = Pick<Pair, "price_type" | "price_list">

/** The pair of what has more to it. */
export const asPair = ({ variant_key, price_type, price_list }: Pair): Pair => ({
  variant_key,
  price_type,
  price_list,
})

/**
 * One text for a pair; with lengths, since any separator may stand in a key. A preview makes thousands of them: texts of JSON
 * took several times as long.
 */
export const pairName = ({ variant_key, price_type, price_list }: Pair): string =>
  `${variant_key.length} ${price_type.length} ${variant_key}${price_type}${price_list}`

/** The same for a price type of a list. */
export const typeName = ({ price_type, price_list }: ListedType): string =>
  `${price_type.length} ${price_type}${price_list}`

/** The price types of lines, each once. */
export const eachType = (lines: Iterable<ListedType>): ReadonlyArray<ListedType> => {
  const types = new Map<string, ListedType>()
  for (const { price_type, price_list } of lines)
    types.set(typeName({ price_type, price_list }), { price_type, price_list })
  return [...types.values()]
}

/** The lists of lines, each once; `base` where there is no line. */
export const listsOf = (lines: ReadonlyArray<Pick<Pair, "price_list">>): ReadonlyArray<string> =>
  lines.length === 0 ? [basePriceList] : [...new Set(lines.map(({ price_list }) => price_list))]

/** The order of colorways within a brand. */
export const colorwayOrder = (
  a: { readonly product_key: string; readonly color: string },
  b: { readonly product_key: string; readonly color: string },
): number => compareText(a.product_key, b.product_key) || compareText(a.color, b.color)

/** The order of variants and of their price types, whichever the list. */
export const variantTypeOrder = (a: Omit<Pair, "price_list">, b: Omit<Pair, "price_list">): number =>
  compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type)

/** The order of variants, of their price types, and of the price lists that have one. */
export const pairOrder = (a: Pair, b: Pair): number =>
  variantTypeOrder(a, b) || compareText(a.price_list, b.price_list)

/** The one total order of prices of many variants and types: pair by pair, each as `priceOrder` has it. */
export const priceOrderByPair = (a: PriceRecord, b: PriceRecord): number =>
  pairOrder(a, b) || priceOrder(a, b)

/**
 * Values under variant, price type and price list: nested maps, which are looked up faster than texts are made (`pairName`). Variants are the
 * innermost, since lists and types are few.
 */
export class PairMap<A> {
  readonly #lists = new Map<string, Map<string, Map<string, A>>>()

  get(variantKey: string, priceType: string, priceList: string): A | undefined {
    return this.#lists.get(priceList)?.get(priceType)?.get(variantKey)
  }

  set(variantKey: string, priceType: string, priceList: string, value: A): void {
    const types = this.#lists.get(priceList) ?? new Map<string, Map<string, A>>()
    const variants = types.get(priceType) ?? new Map<string, A>()
    if (types.size === 0) this.#lists.set(priceList, types)
    if (variants.size === 0) types.set(priceType, variants)
    variants.set(variantKey, value)
  }
}

/** Finds what is asked of a pair once, however often that is. */
export const oncePerPair = <A>(
  of: (variantKey: string, priceType: string, priceList: string) => A,
): typeof of => {
  const known = new PairMap<{ readonly found: A }>()
  return (...pair) => {
    const before = known.get(...pair)
    if (before !== undefined) return before.found
    const found = of(...pair)
    known.set(...pair, { found })
    return found
  }
}

/** Each under the pair that it is of. */
export const byPair = <A>(all: Iterable<A>, pairOf: (each: A) => Pair): PairMap<A> => {
  const found = new PairMap<A>()
  for (const each of all) {
    const { variant_key, price_type, price_list } = pairOf(each)
    found.set(variant_key, price_type, price_list, each)
  }
  return found
}

const none: ReadonlyArray<PriceRecord> = []

/** Records under variant, type and list, in the order in which they come. */
export const pricesByPair = (records: Iterable<PriceRecord>) => {
  const found = new PairMap<Array<PriceRecord>>()
  const pairs: Array<ReadonlyArray<PriceRecord>> = []
  let pair: Array<PriceRecord> = []
  for (const record of records) {
    const { variant_key, price_type, price_list } = record
    const first = pair[0]
    const isSame = first?.variant_key === variant_key && first.price_type === price_type
    // most come pair by pair: those are not looked up
    if (!isSame || first.price_list !== price_list) {
      pair = found.get(variant_key, price_type, price_list) ?? []
      if (pair.length === 0) {
        found.set(variant_key, price_type, price_list, pair)
        pairs.push(pair)
      }
    }
    pair.push(record)
  }
  return {
    /** Each pair's, in the order in which they came first. */
    pairs: pairs as ReadonlyArray<ReadonlyArray<PriceRecord>>,
    /** Those of a variant and price type in a list. */
    of: (variantKey: string, priceType: string, priceList = basePriceList): ReadonlyArray<PriceRecord> =>
      found.get(variantKey, priceType, priceList) ?? none,
    /** The record in force of every pair that has one. */
    inForce: (at: Instant): Array<PriceRecord> => pairs.flatMap((pair) => recordInForce(pair, at) ?? []),
  }
}
