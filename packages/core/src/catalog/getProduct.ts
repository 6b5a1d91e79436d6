import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { totalsOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { CatalogListing } from "./CatalogListing.ts"
import { ColorwaysQuery, mostVariants, mostVersions, ProductDetails } from "./CatalogPages.ts"
import { colorwayPage } from "./rules/colorwayPage.ts"
import { swatchAttributes } from "./rules/swatch.ts"

/**
 * A product with its versions and a page of its colorways: `mostVariants` variants at most, so that a colorway may go on
 * on the next page. Fails with `NotFound`. Needs `product:read`.
 */
export const getProduct = operation({
  name: "getProduct",
  permission: "product:read",
  input: Schema.Struct({ product_key: Key, ...ColorwaysQuery.fields }),
  output: ProductDetails,
  errors: [NotFound],
  ports: [CatalogListing],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* ({ organization }, { product_key, color, after, limit }) {
    const { product } = yield* CatalogListing
    const reading = {
      color,
      after,
      colors: limit + 1,
      variants: mostVariants + 1,
      versions: mostVersions,
      attributes: swatchAttributes,
    }
    const found = product(organization, product_key, reading)
    const { brand, latest, variant_count, version_count, versions, colorway_count, variants } =
      yield* requireFound(found, "product", product_key)
    const { brand_key: _, ...summary } = latest
    const { colorways, next } = colorwayPage(variants, limit)
    const counts = { variant_count, version_count, ...totalsOf(colorway_count) }
    return { ...summary, brand, versions, colorways, ...counts, next }
  }),
})
