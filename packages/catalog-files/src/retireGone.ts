import { type BrandedInstant, basePriceList, CatalogWriter, type Retirement } from "@hangtag/core"
import { Effect } from "effect"
import { goneFromShop } from "./goneFromShop.ts"
import type { GoneFromShop } from "./ImportSummary.ts"
import { columnText } from "./markets/pricedColumn.ts"
import type { ShopContents } from "./ShopContents.ts"

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
