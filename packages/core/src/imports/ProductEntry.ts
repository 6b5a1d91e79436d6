import type { Attributes, Variant } from "../catalog/Catalog.ts"

/** A product version as a catalog file gives it, with the variants it lists. */
export interface ProductEntry {
  readonly product_key: string
  readonly brand_key: string
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly attributes: Attributes
  readonly variants: ReadonlyArray<Omit<Variant, "product_key">>
}

/** A variant as a shop's file shows it: of what is absent the file does not speak, and it stays. */
export interface ShopVariantEntry
  extends Partial<Omit<Variant, "product_key" | "variant_key" | "attributes">> {
  readonly variant_key: string
  /** The name of one that is new, where `name` is absent; else its product's. */
  readonly new_name?: string
  /** Those to write; others stay. */
  readonly attributes: Attributes
  /** Keys of attributes that it is to have no longer. */
  readonly emptied?: ReadonlyArray<string>
}

/** A product as a shop's file shows it: of what is absent the file does not speak, and it stays. */
export interface ShopProductEntry extends Omit<ProductEntry, "labels" | "variants"> {
  readonly labels?: ReadonlyArray<string>
  /** Keys of attributes that it is to have no longer; of the others those in `attributes` are written. */
  readonly emptied?: ReadonlyArray<string>
  readonly variants: ReadonlyArray<ShopVariantEntry>
  /** The file names no brand: `brand_key` is for a product that is new, any other stays in its own. */
  readonly keeps_brand?: boolean
  /** Keys of its variants that were made of the product's and of options, where the file has not all columns that say which they are. */
  readonly made_keys?: ReadonlyArray<string>
}
