import * as Effect from "effect/Effect"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { readLate } from "../kernel/StaleReads.ts"
import { CatalogListing } from "./CatalogListing.ts"
import { BrandPage, BrandQuery } from "./CatalogPages.ts"

/** Lists brands by key. Needs `product:read`. */
export const listBrands = operation({
  name: "listBrands",
  permission: "product:read",
  input: BrandQuery,
  output: BrandPage,
  errors: [],
  ports: [CatalogListing],
  limits: [],
  effect: "read",
  mayBeStale: readLate,
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization }, query) {
    const { brands } = yield* CatalogListing
    return pageOf(yield* brands(organization, query), ({ brand_key }) => brand_key)
  }),
})
