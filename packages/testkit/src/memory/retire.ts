import {
  type BrandedInstant,
  basePriceList,
  type CatalogContent,
  type CatalogWriter,
  compareText,
  lastBegun,
  type PriceRecord,
  type Retirement,
} from "@hangtag/core"
import { pairName, typeName } from "@hangtag/core/adapter"
import { variantsOf } from "./MemoryCatalogRepository.ts"
import { pricesInForce } from "./MemoryPriceRepository.ts"
import type { OrganizationState } from "./MemoryState.ts"

type ContentsQuery = Parameters<CatalogWriter["Service"]["contents"]>[1]

/** The brands, and those that became them. */
const withFormer = (
  { became }: OrganizationState,
  brand_keys: ReadonlyArray<string>,
): ReadonlySet<string> => {
  const all = new Set(brand_keys)
  // a set that grows is iterated to its end
  for (const key of all) for (const [former, now] of became) if (now === key) all.add(former)
  return all
}

/** What the catalog has of some brands, and of those that became them. */
export const contents = (
  own: OrganizationState,
  { brand_keys, price_types, list_prices, at, after, limit }: ContentsQuery,
): ReadonlyArray<CatalogContent> => {
  const lists = [...new Set((list_prices ?? []).map(({ price_list }) => price_list))]
  const brands = withFormer(own, brand_keys)
  return [...own.products]
    .filter(([, { brand_key, retired }]) => brands.has(brand_key) && retired === undefined)
    .map(([product_key]) => product_key)
    .sort(compareText)
    .filter((product_key) => after === null || compareText(product_key, after) > 0)
    .slice(0, limit)
    .map((product_key) => ({
      product_key,
      variants: variantsOf(own, product_key).map(({ variant_key }) => ({
        variant_key,
        price_types: pricesInForce(own, variant_key, at)
          .map(({ price_type }) => price_type)
          .filter((type) => price_types.includes(type)),
        ...(list_prices && {
          list_prices: pricesInForce(own, variant_key, at, lists)
            .map(({ price_type, price_list }) => ({ price_type, price_list }))
            .filter((found) => list_prices.some((each) => typeName(each) === typeName(found))),
        }),
      })),
    }))
}

/** Products, variants and prices that a shop no longer shows, out of copies of the organization's. */
export const retire = (
  own: OrganizationState,
  retirement: Retirement,
  at: BrandedInstant,
  by: string,
): readonly [
  Readonly<Record<keyof Retirement, number>>,
  Pick<OrganizationState, "products" | "variants" | "prices">,
] => {
  const products = new Map(own.products)
  const variants = new Map(own.variants)
  const prices = new Map(own.prices)
  const retired = { at, by }
  const counts = { products: 0, variants: 0, prices: 0 }
  for (const key of new Set(retirement.products)) {
    const product = products.get(key)
    if (product === undefined || product.retired !== undefined) continue
    products.set(key, { ...product, retired })
    counts.products++
  }
  const gone = [...variants.values()].filter(
    ({ variant: { variant_key, product_key } }) =>
      retirement.variants.includes(variant_key) || retirement.products.includes(product_key),
  )
  for (const stored of gone.filter((each) => each.retired === undefined)) {
    variants.set(stored.variant.variant_key, { ...stored, retired })
    counts.variants++
  }
  const pairs = new Map(
    retirement.prices
      .map(({ price_list = basePriceList, ...pair }) => ({ ...pair, price_list }))
      .map((pair) => [pairName(pair), pair]),
  )
  for (const { variant_key, price_type, price_list } of pairs.values()) {
    const isOfPair = (record: PriceRecord) =>
      record.price_type === price_type && record.price_list === price_list
    const records = prices.get(variant_key) ?? []
    const last = lastBegun(records.filter(isOfPair), at)
    const ends = (record: PriceRecord) =>
      isOfPair(record) &&
      record.withdrawn === undefined &&
      (record === last || (record.status === "active" && record.effective_at > at))
    if (!records.some(ends)) continue
    prices.set(
      variant_key,
      records.map((record) => (ends(record) ? { ...record, withdrawn: retired } : record)),
    )
    counts.prices++
  }
  return [counts, { products, variants, prices }]
}
