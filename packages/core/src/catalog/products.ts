import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../kernel/errors.ts"
import { pageOf, totalsOf } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { CatalogListing } from "./CatalogListing.ts"
import {
  type BrandPage,
  type BrandQuery,
  type ColorwaysQuery,
  mostVariants,
  mostVersions,
  type ProductDetails,
  type ProductPage,
  type ProductQuery,
} from "./CatalogPages.ts"
import { colorwayPage } from "./rules/colorwayPage.ts"
import { swatchAttributes } from "./rules/swatch.ts"

/** Lists brands by key. Needs `product:read`. */
export const listBrands = Effect.fn("listBrands")(function* (principal: Principal, query: BrandQuery) {
  yield* requirePermission(principal, "product:read")
  const { brands } = yield* CatalogListing
  const page: BrandPage = pageOf(yield* brands(principal.organization, query), ({ brand_key }) => brand_key)
  return page
})

/** Lists products, each with its latest version, by key, or the nearest to a search first. Needs `product:read`. */
export const listProducts = Effect.fn("listProducts")(function* (principal: Principal, query: ProductQuery) {
  yield* requirePermission(principal, "product:read")
  const { products } = yield* CatalogListing
  const found = yield* products(principal.organization, query)
  const page: ProductPage = pageOf(found, ({ product_key }) => product_key)
  return page
})

/**
 * A product with its versions and a page of its colorways: `mostVariants` variants at most, so that a colorway may go on
 * on the next page. Fails with `NotFound`. Needs `product:read`.
 */
export const getProduct = Effect.fn("getProduct")(function* (
  principal: Principal,
  product_key: string,
  { color, after, limit }: ColorwaysQuery,
) {
  yield* requirePermission(principal, "product:read")
  const { product } = yield* CatalogListing
  const found = yield* product(principal.organization, product_key, {
    color,
    after,
    colors: limit + 1,
    variants: mostVariants + 1,
    versions: mostVersions,
    attributes: swatchAttributes,
  })
  if (Option.isNone(found)) return yield* new NotFound({ resource: "product", key: product_key })
  const { brand, latest, variant_count, version_count, versions, colorway_count, variants } = found.value
  const { brand_key: _, ...summary } = latest
  const { colorways, next } = colorwayPage(variants, limit)
  const details: ProductDetails = {
    ...summary,
    brand,
    variant_count,
    version_count,
    versions,
    colorways,
    ...totalsOf(colorway_count),
    next,
  }
  return details
})
