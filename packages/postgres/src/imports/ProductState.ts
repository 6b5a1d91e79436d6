import { isDeepStrictEqual } from "node:util"
import type { Brand, ProductEntry, Variant } from "@hangtag/core"
import { attributesFromJson } from "@hangtag/core/adapter"
import type { KeptVersion } from "../catalog/productListing.ts"
import { searchText } from "../catalog/variantSearch.ts"

/** A variant as it is kept; `version` is the greatest that lists it. */
export interface KeptVariant extends Omit<Variant, "attributes"> {
  readonly attributes: string
  readonly version: number
  readonly retired: boolean
}

/** A brand as it is kept, and the one that its products were moved to, if any. */
export interface KeptBrand extends Brand {
  readonly became: string | null
}

export interface KeptProduct {
  readonly product_key: string
  readonly brand_key: string
  readonly latest_version: number
  readonly retired: boolean
  /** How many it has that are not retired. */
  readonly variant_count: number
}

/** Names a version among those of all products; the number holds no space, so any two differ. */
export const versionId = ({ version, product_key }: Pick<KeptVersion, "product_key" | "version">): string =>
  `${version} ${product_key}`

export const entryVersion = (entry: ProductEntry): KeptVersion => {
  const { product_key, version, name, source, labels, attributes } = entry
  return { product_key, version, name, source, labels, attributes: JSON.stringify(attributes) }
}

export const entryVariant = (
  { product_key, version }: ProductEntry,
  variant: ProductEntry["variants"][number],
): KeptVariant => ({
  variant_key: variant.variant_key,
  product_key,
  version,
  name: variant.name,
  color: variant.color,
  size: variant.size,
  width: variant.width,
  vendor_color_code: variant.vendor_color_code,
  attributes: JSON.stringify(variant.attributes),
  retired: false,
})

/** Tells whether two attribute texts have the same value, whatever the order of members. */
const sameAttributes = (a: string, b: string): boolean =>
  a === b || isDeepStrictEqual(attributesFromJson(a), attributesFromJson(b))

export const sameVersion = (a: KeptVersion, b: KeptVersion): boolean =>
  a.name === b.name &&
  a.source === b.source &&
  isDeepStrictEqual(a.labels, b.labels) &&
  sameAttributes(a.attributes, b.attributes)

const variantFields = ["name", "color", "size", "width", "vendor_color_code"] as const

/** Tells whether two states of a variant have the same fields, whichever version listed it. */
export const sameVariant = (a: KeptVariant, b: KeptVariant): boolean =>
  variantFields.every((field) => a[field] === b[field]) && sameAttributes(a.attributes, b.attributes)

/** The variant as a row to write, with what searches compare. */
export const variantRow = (variant: KeptVariant) => ({ ...variant, search_text: searchText(variant) })

/** Counts how many more, or fewer, carry each attribute key once `after` stands in the place of `before`. */
export const countCarriers = (
  carriers: Map<string, number>,
  before: { readonly attributes: string } | undefined,
  after: { readonly attributes: string },
): void => {
  if (before?.attributes === after.attributes) return
  const count = (attributes: string, by: 1 | -1) => {
    for (const key of Object.keys(JSON.parse(attributes))) carriers.set(key, (carriers.get(key) ?? 0) + by)
  }
  if (before !== undefined) count(before.attributes, -1)
  count(after.attributes, 1)
}
