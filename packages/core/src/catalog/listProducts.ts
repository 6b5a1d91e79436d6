import * as Effect from "effect/Effect"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { readLate } from "../kernel/StaleReads.ts"
import { CatalogListing } from "./CatalogListing.ts"
import { ProductPage, ProductQuery } from "./CatalogPages.ts"

/** Lists products, each with its latest version, by key, or the nearest to a search first. Needs `product:read`. */
export const listProducts = operation({
  name: "listProducts",
  permission: "product:read",
  input: ProductQuery,
  output: ProductPage,
  errors: [],
  ports: [CatalogListing],
  limits: [],
  effect: "read",
  mayBeStale: readLate,
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization }, query) {
    const { products } = yield* CatalogListing
    return pageOf(yield* products(organization, query), ({ product_key }) => product_key)
  }),
})
