import {
  CatalogListing,
  type ColorwayVariant,
  compareText,
  type ListedProduct,
  matchesWords,
  type ProductFound,
  type ProductReading,
  type ProductVersion,
  type Variant,
  wordOrder,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { found } from "./listing/found.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { productOf, variantsOf } from "./MemoryCatalogRepository.ts"
import { type OrganizationState, organizationOf, type StoredProduct } from "./MemoryState.ts"

/** The newest first; each product's brand is that of now. */
const versionsOf = ({ versions }: StoredProduct): ReadonlyArray<ProductVersion> =>
  [...versions.values()].sort((a, b) => b.version - a.version)

/** The version whose fields a list tells. */
export const latestOf = (product: StoredProduct): ProductVersion => versionsOf(product)[0]!

const summary = ({ version, name, source, labels, updated_at }: ProductVersion) => ({
  version,
  name,
  source,
  labels,
  updated_at,
})

const listed = (own: OrganizationState, latest: ProductVersion): ListedProduct => {
  const variants = variantsOf(own, latest.product_key)
  return {
    product_key: latest.product_key,
    brand_key: latest.brand_key,
    brand_name: own.brands.get(latest.brand_key)!.name,
    ...summary(latest),
    variant_count: variants.length,
    colorway_count: new Set(variants.map(({ color }) => color)).size,
  }
}

const wanted = ({ attributes, ...variant }: Variant, keys: ReadonlyArray<string>): Variant => ({
  ...variant,
  attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.includes(key))),
})

/** Whether the variant comes behind the place. */
const isBehind =
  (after: ProductReading["after"]) =>
  ({ color, variant_key }: Variant): boolean => {
    if (after === null) return true
    const order = compareText(color, after.color)
    return (
      order > 0 ||
      (order === 0 && after.variant_key !== null && compareText(variant_key, after.variant_key) > 0)
    )
  }

const productFound = (
  own: OrganizationState,
  product: StoredProduct,
  { color, after, colors, variants, versions, attributes }: ProductReading,
): ProductFound => {
  const latest = latestOf(product)
  const all = variantsOf(own, latest.product_key)
  const byColor = Map.groupBy(
    all.filter((each) => color === null || each.color === color),
    (each) => each.color,
  )
  const behind = [...byColor]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, each]) =>
      each.filter(isBehind(after)).map(
        (variant): ColorwayVariant => ({
          variant: wanted(variant, attributes),
          variant_count: each.length,
        }),
      ),
    )
    .filter((each) => each.length > 0)
  return {
    brand: own.brands.get(product.brand_key)!,
    latest,
    version_count: product.versions.size,
    versions: versionsOf(product).slice(0, versions).map(summary),
    variant_count: all.length,
    colorway_count: byColor.size,
    variants: behind.slice(0, colors).flat().slice(0, variants),
  }
}

/** The catalog's lists by plain loops. */
export const memoryCatalogListing: Layer.Layer<CatalogListing, never, MemoryCatalog> = Layer.effect(
  CatalogListing,
  Effect.map(MemoryCatalog, ({ read }) =>
    CatalogListing.of({
      brands: (organization, { search, limit, after }) =>
        read((state) => {
          const brands = [...organizationOf(state, organization).brands.values()]
            .filter(({ brand_key, name }) => matchesWords(search, [brand_key, name]))
            .sort((a, b) => compareText(a.brand_key, b.brand_key))
          return found(brands, limit, (each) => after === null || compareText(each.brand_key, after) > 0)
        }),
      products: (organization, { search, brand_key, label, source, limit, after }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const order = wordOrder(search)
          const products = [...own.products.values()]
            .filter(({ retired }) => retired === undefined)
            .map(latestOf)
            .filter((each) =>
              matchesWords(search, [
                each.product_key,
                each.name,
                ...variantsOf(own, each.product_key).map(({ variant_key }) => variant_key),
              ]),
            )
            .filter((each) => brand_key === null || each.brand_key === brand_key)
            .filter((each) => label === null || each.labels.includes(label))
            .filter((each) => source === null || each.source === source)
            .sort((a, b) => order(a.product_key, b.product_key))
          const page = found(products, limit, (each) => after === null || order(each.product_key, after) > 0)
          return { ...page, items: page.items.map((each) => listed(own, each)) }
        }),
      product: (organization, productKey, reading) =>
        read((state) => {
          const own = organizationOf(state, organization)
          return Option.map(Option.fromUndefinedOr(productOf(own, productKey)), (product) =>
            productFound(own, product, reading),
          )
        }),
    }),
  ),
)
