import * as Schema from "effect/Schema"
import { PlaceText, paged, pageSchema, SearchText, totals } from "../kernel/Listing.ts"
import { orNull } from "../kernel/withDefault.ts"
import { Attributes, Brand } from "./Catalog.ts"

/** Brands asked for. `search`: a part of key or name. `after`: the key of the last brand of the page before. */
export const BrandQuery = Schema.Struct({ search: SearchText, ...paged(PlaceText) })
export interface BrandQuery extends Schema.Schema.Type<typeof BrandQuery> {}

/** By key. */
export const BrandList = Schema.Struct({ items: Schema.Array(Brand), ...totals }).annotate({
  identifier: "BrandList",
})
/** The list, with the key that the next page comes `after`; null at the end. */
export class BrandPage extends Schema.Opaque<BrandPage>()(pageSchema(BrandList, Schema.String)) {}

/**
 * Products asked for; null: of any. `search`: parts of the key, the latest version's name or variants' keys; `label` and `source`
 * are exactly those of the latest version. `after`: the key of the last product of the page before.
 */
export const ProductQuery = Schema.Struct({
  search: SearchText,
  brand_key: orNull(Schema.String),
  label: orNull(Schema.String),
  source: orNull(Schema.String),
  ...paged(PlaceText),
})
export interface ProductQuery extends Schema.Schema.Type<typeof ProductQuery> {}

/** A version of a product, without its attributes. */
export const VersionSummary = Schema.Struct({
  version: Schema.Int,
  name: Schema.String,
  source: Schema.String,
  labels: Schema.Array(Schema.String),
  /** ISO 8601, UTC. */
  updated_at: Schema.String,
}).annotate({ identifier: "VersionSummary" })
export interface VersionSummary extends Schema.Schema.Type<typeof VersionSummary> {}

/** A product as a list tells it: its latest version, and how many variants and colorways it has. */
export const ListedProduct = Schema.Struct({
  product_key: Schema.String,
  brand_key: Schema.String,
  brand_name: Schema.String,
  ...VersionSummary.fields,
  variant_count: Schema.Int,
  colorway_count: Schema.Int,
}).annotate({ identifier: "ListedProduct" })
export interface ListedProduct extends Schema.Schema.Type<typeof ListedProduct> {}

/** By key; of a search the exact key first, then keys that begin so, then the rest, each by key. */
export const ProductList = Schema.Struct({ items: Schema.Array(ListedProduct), ...totals }).annotate({
  identifier: "ProductList",
})
/** The list, with the key that the next page comes `after`; null at the end. */
export class ProductPage extends Schema.Opaque<ProductPage>()(pageSchema(ProductList, Schema.String)) {}

/** Where a page of colorways begins: behind a color, or within it behind a variant. */
export const ColorwayPlace = Schema.Struct({
  color: PlaceText,
  variant_key: Schema.NullOr(PlaceText),
})
export interface ColorwayPlace extends Schema.Schema.Type<typeof ColorwayPlace> {}

/** Which colorways of a product: those of one color, or all; `limit` counts colorways. */
export const ColorwaysQuery = Schema.Struct({
  color: orNull(Schema.String),
  ...paged(ColorwayPlace),
})
export interface ColorwaysQuery extends Schema.Schema.Type<typeof ColorwaysQuery> {}

/** The variants that one page of colorways has at most. */
export const mostVariants = 1000
/** The versions that are shown of a product, the newest. */
export const mostVersions = 100

/**
 * A colorway with its variants by size (`compareSizes`); of one with many a page may have a part, by key, of which the next
 * page has the rest.
 */
export const ListedColorway = Schema.Struct({
  color: Schema.String,
  /** `#rrggbb`, where a variant says it. */
  swatch: Schema.NullOr(Schema.String),
  vendor_color_codes: Schema.Array(Schema.String),
  /** Of the whole colorway. */
  variant_count: Schema.Int,
  variants: Schema.Array(
    Schema.Struct({
      variant_key: Schema.String,
      name: Schema.String,
      size: Schema.String,
      width: Schema.String,
      vendor_color_code: Schema.String,
    }),
  ),
}).annotate({ identifier: "ListedColorway" })
export interface ListedColorway extends Schema.Schema.Type<typeof ListedColorway> {}

/** A product: its latest version, its versions (the newest first, `mostVersions` at most), and its colorways by color. */
export const ProductWithColorways = Schema.Struct({
  product_key: Schema.String,
  brand: Brand,
  ...VersionSummary.fields,
  attributes: Attributes,
  variant_count: Schema.Int,
  version_count: Schema.Int,
  versions: Schema.Array(VersionSummary),
  colorways: Schema.Array(ListedColorway),
  ...totals,
}).annotate({ identifier: "ProductDetails" })
/** The product, with the place that the next page of its colorways comes `after`; null at the end. */
export class ProductDetails extends Schema.Opaque<ProductDetails>()(
  pageSchema(ProductWithColorways, ColorwayPlace),
) {}
