/** Product fields an export column may read, by `source_field`. */
export const productFields = [
  "product_key",
  "brand_key",
  "name",
  "version",
  "source",
  "labels",
  "updated_at",
] as const
export type ProductField = (typeof productFields)[number]

/** Variant fields; a mapping that reads one makes the export one row per variant. */
export const variantFields = [
  "variant_key",
  "variant_name",
  "color",
  "size",
  "width",
  "vendor_color_code",
] as const
export type VariantField = (typeof variantFields)[number]

/** Fields of the price in force, whose `sub_field` is the price type; they too make one row per variant. */
export const priceFields = ["price", "price_effective_from"] as const
export type PriceField = (typeof priceFields)[number]

/** Before an attribute key that is also the name of a built-in field: `attributes.color`. */
export const attributePrefix = "attributes."
