import type { CatalogContent, Retirement } from "@hangtag/core"
import type { PricedColumn } from "./markets/pricedColumn.ts"

/** What the files of an import have of a product; a product's own answers come before those of its variants. */
export interface Shown {
  readonly hasProduct: (product_key: string) => boolean
  readonly hasVariant: (product_key: string, variant_key: string) => boolean
  readonly hasPrice: (product_key: string, variant_key: string, column: PricedColumn) => boolean
}

/**
 * What the catalog has and the shop's files have not: products, variants of the products that they have, and prices in
 * force of the types that they have columns of, those of a product or variant that is gone among them.
 */
export const goneFromShop = (contents: ReadonlyArray<CatalogContent>, shown: Shown): Retirement => {
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
