import type { Attributes, Variant } from "../../catalog/Catalog.ts"
import type { ProductEntry, ShopProductEntry } from "../ProductEntry.ts"

/** What the catalog has of a product that a shop's file shows. */
export interface ProductBefore {
  /** Null where it is new. */
  readonly brand_key: string | null
  /** How many variants it has that are not retired. */
  readonly variants: number
  /** Of the version that the file writes; null where there is none. */
  readonly version: Pick<ProductEntry, "labels" | "attributes"> | null
  readonly variant: (variant_key: string) => Variant | null
}

/** Of a product that nothing is known of, or whose entry says all that it is to have. */
export const nothingBefore: ProductBefore = {
  brand_key: null,
  variants: 0,
  version: null,
  variant: () => null,
}

/** The product as it is to be written, and which values that the catalog has the file empties, in words. */
export interface ProductAfter {
  readonly entry: ProductEntry
  readonly emptied: ReadonlyArray<string>
}

const shownAttributes = (
  before: Attributes,
  given: Attributes,
  emptied: ReadonlyArray<string>,
): Attributes => {
  const gone = new Set(emptied.filter((key) => !Object.hasOwn(given, key)))
  return { ...Object.fromEntries(Object.entries(before).filter(([key]) => !gone.has(key))), ...given }
}

const emptiedOf = (before: Attributes, after: Attributes) =>
  Object.keys(before).filter((key) => !Object.hasOwn(after, key))

const texts = ["color", "size", "width", "vendor_color_code"] as const

/** What a shop's file says of a product over what the catalog has: a value that the file does not speak of stays. */
export const shownProduct = (shown: ShopProductEntry, before: ProductBefore): ProductAfter => {
  const { product_key, version, name, source } = shown
  const kept = before.version ?? { labels: [], attributes: {} }
  const labels = shown.labels ?? kept.labels
  const attributes = shownAttributes(kept.attributes, shown.attributes, shown.emptied ?? [])
  const emptied = [
    ...(kept.labels.length > 0 && labels.length === 0 ? ["labels"] : []),
    ...emptiedOf(kept.attributes, attributes),
  ].map((what) => `${what} of ${product_key}`)
  const variants = shown.variants.map((given) => {
    const { variant_key } = given
    const own = before.variant(variant_key)
    const variant = {
      variant_key,
      name: given.name ?? own?.name ?? given.new_name ?? name,
      color: given.color ?? own?.color ?? "",
      size: given.size ?? own?.size ?? "",
      width: given.width ?? own?.width ?? "",
      vendor_color_code: given.vendor_color_code ?? own?.vendor_color_code ?? "",
      attributes: shownAttributes(own?.attributes ?? {}, given.attributes, given.emptied ?? []),
    }
    if (own !== null)
      emptied.push(
        ...[
          ...texts.filter((field) => own[field] !== "" && variant[field] === ""),
          ...emptiedOf(own.attributes, variant.attributes),
        ].map((what) => `${what} of ${variant_key}`),
      )
    return variant
  })
  const brand_key = shown.keeps_brand ? (before.brand_key ?? shown.brand_key) : shown.brand_key
  return {
    entry: { product_key, brand_key, version, name, source, labels, attributes, variants },
    emptied,
  }
}

/** Why the product cannot be taken, though each of its values could: which of its variants the file means is not known. */
export const strangeVariants = (
  { product_key, made_keys = [] }: ShopProductEntry,
  before: ProductBefore,
): string | undefined => {
  const strange =
    before.variants === 0
      ? undefined
      : made_keys.find((key) => before.variant(key)?.product_key !== product_key)
  return strange === undefined
    ? undefined
    : `none of the ${before.variants} variants of ${product_key} is called ${strange}, which is made of the columns that the file has; add the columns Variant SKU and Option1 to 3, or leave the options and prices out`
}
