import type { Attributes, ProductEntry, Variant } from "@hangtag/core"
import { searchText } from "../repositories/variantSearch.ts"

/** A product version as it is kept; attributes as JSON text, in which equal values are equal texts. */
export interface KeptVersion {
  readonly product_key: string
  readonly version: number
  readonly name: string
  readonly source: string
  readonly labels: ReadonlyArray<string>
  readonly attributes: string
}

/** A variant as it is kept; `version` is the greatest that lists it. */
export interface KeptVariant extends Omit<Variant, "attributes"> {
  readonly attributes: string
  readonly version: number
}

export interface KeptProduct {
  readonly product_key: string
  readonly brand_key: string
  readonly latest_version: number
}

const attributesText = (attributes: Attributes): string => JSON.stringify(attributes)

/** Names a version among those of all products; the number holds no space, so any two differ. */
export const versionId = (version: Pick<KeptVersion, "product_key" | "version">): string =>
  `${version.version} ${version.product_key}`

export const entryVersion = ({
  product_key,
  version,
  name,
  source,
  labels,
  attributes,
}: ProductEntry): KeptVersion => ({
  product_key,
  version,
  name,
  source,
  labels,
  attributes: attributesText(attributes),
})

export const sameVersion = (a: KeptVersion, b: KeptVersion): boolean =>
  a.name === b.name &&
  a.source === b.source &&
  a.attributes === b.attributes &&
  a.labels.length === b.labels.length &&
  a.labels.every((label, i) => label === b.labels[i])

export const entryVariant = (
  entry: ProductEntry,
  variant: ProductEntry["variants"][number],
): KeptVariant => ({
  ...variant,
  product_key: entry.product_key,
  attributes: attributesText(variant.attributes),
  version: entry.version,
})

const variantFields = [
  "name",
  "color",
  "size",
  "width",
  "vendor_color_code",
  "attributes",
  "version",
] as const

export const sameVariant = (a: KeptVariant, b: KeptVariant): boolean =>
  variantFields.every((field) => a[field] === b[field])

/** The variant as a row to write, with what searches compare. */
export const variantRow = (variant: KeptVariant) => ({
  ...variant,
  search_text: searchText(variant),
})
