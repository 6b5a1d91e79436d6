import {
  type BrandedInstant,
  basePriceList,
  type CatalogContent,
  CatalogWriter,
  type Retirement,
} from "@hangtag/core"
import { Effect } from "effect"
import type { GoneFromShop } from "./ImportSummary.ts"
import { columnText } from "./markets/pricedColumn.ts"
import type { ShopContents } from "./ShopContents.ts"

/**
 * What the catalog has and the shop's files have not: products, variants of the products that they have, and prices in
 * force of the types that they have columns of, those of a product or variant that is gone among them.
 */
const goneFromShop = (contents: ReadonlyArray<CatalogContent>, shown: ShopContents): Retirement => {
  const products: Array<string> = []
  const variants: Array<string> = []
  const prices: Array<Retirement["prices"][number]> = []
  for (const { product_key, variants: listed } of contents) {
    const isGone = !shown.hasProduct(product_key)
    if (isGone) products.push(product_key)
    for (const { variant_key, price_types, list_prices = [] } of listed) {
      const isWithout = isGone || !shown.hasVariant(product_key, variant_key)
      // a product that is gone takes its variants along
      if (isWithout && !isGone) variants.push(variant_key)
      for (const column of [...price_types.map((price_type) => ({ price_type })), ...list_prices]) {
        if (isWithout || !shown.hasPrice(product_key, variant_key, column)) {
          prices.push({ variant_key, ...column })
        }
      }
    }
  }
  return { products, variants, prices }
}

const pageSize = 500

const words = ({ products, variants, prices }: Retirement): ReadonlyArray<string> => [
  ...products.map((key) => `product ${key}`),
  ...variants.map((key) => `variant ${key}`),
  ...prices.map(({ variant_key, ...column }) => `${columnText(column)} of ${variant_key}`),
]

/**
 * Counts what the catalog has of the shop's brands and its files have not, page by page, and retires it with `prune`:
 * not where a row could not be read, since what is gone is then not known.
 */
export const retireGone = Effect.fnUntraced(function* (
  organization: string,
  shop: ShopContents,
  options: {
    readonly at: BrandedInstant
    readonly by: string
    readonly prune: boolean
    readonly most: number
  },
) {
  const { at, by, most } = options
  const pruned = options.prune && shop.unknownRows === 0
  const { contents, retire } = yield* CatalogWriter
  const { base = [], lists = [] } = Object.groupBy(shop.priced, ({ price_list = basePriceList }) =>
    price_list === basePriceList ? "base" : "lists",
  )
  const query = {
    brand_keys: [...shop.brand_keys],
    price_types: base.map(({ price_type }) => price_type),
    ...(lists.length > 0 && {
      list_prices: lists.map(({ price_type, price_list = basePriceList }) => ({ price_type, price_list })),
    }),
    at,
    limit: pageSize,
  }
  const counts = { products: 0, variants: 0, prices: 0 }
  const first: Array<string> = []
  for (let after: string | null = null; ; ) {
    const page: Effect.Success<ReturnType<typeof contents>> = yield* contents(organization, {
      ...query,
      after,
    })
    const gone = goneFromShop(page, shop)
    counts.products += gone.products.length
    counts.variants += gone.variants.length
    counts.prices += gone.prices.length
    first.push(...words(gone).slice(0, most - first.length))
    if (pruned && words(gone).length > 0) yield* retire(organization, gone, at, by)
    after = page.at(-1)?.product_key ?? null
    if (page.length < pageSize) return { ...counts, first, pruned } satisfies GoneFromShop
  }
})
