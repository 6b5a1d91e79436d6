import {
  instantToText,
  type ProductEntry,
  type ProductVersion,
  type Variant,
  type WriteResult,
} from "@hangtag/core"
import { type OrganizationState, type StoredProduct, withEntry } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { type EntryOutcome, writeEntries } from "./writeEntries.ts"

const versionOf = ({ variants: _, ...product }: ProductEntry, at: number): ProductVersion => ({
  ...product,
  updated_at: instantToText(at),
})

/** Product versions and their variants into copies of the organization's. */
export const saveProducts = (
  own: OrganizationState,
  entries: ReadonlyArray<ProductEntry>,
  at: number,
): readonly [WriteResult, Partial<OrganizationState>] => {
  const products = new Map(own.products)
  const variants = new Map(own.variants)

  const rejection = ({ brand_key, product_key, variants: listed }: ProductEntry): string | undefined => {
    if (!own.brands.has(brand_key)) return `unknown brand ${brand_key}`
    const product = products.get(product_key)
    if (product !== undefined && product.brand_key !== brand_key)
      return `product ${product_key} belongs to brand ${product.brand_key}`
    const foreign = listed
      .map(({ variant_key }) => variants.get(variant_key)?.variant)
      .find((variant) => variant !== undefined && variant.product_key !== product_key)
    return foreign && `variant ${foreign.variant_key} belongs to product ${foreign.product_key}`
  }

  /** True when the variant changed. */
  const saveVariant = (variant: Variant, version: number): boolean => {
    const stored = variants.get(variant.variant_key)
    if (stored !== undefined && stored.version > version) return false
    if (stored?.version === version && sameValue(stored.variant, variant)) return false
    variants.set(variant.variant_key, { variant, version })
    return stored === undefined || !sameValue(stored.variant, variant)
  }

  const apply = (entry: ProductEntry): EntryOutcome => {
    const reason = rejection(entry)
    if (reason !== undefined) return { rejected: reason }
    const { brand_key, product_key, version } = entry
    const stored: StoredProduct = products.get(product_key) ?? { brand_key, versions: new Map() }
    const before = stored.versions.get(version)
    const next = versionOf(entry, at)
    const isSame =
      before !== undefined && sameValue({ ...before, updated_at: null }, { ...next, updated_at: null })
    const changedVariants = entry.variants.filter((variant) =>
      saveVariant({ ...variant, product_key }, version),
    ).length
    if (isSame && changedVariants === 0) return "unchanged"
    products.set(product_key, { brand_key, versions: withEntry(stored.versions, version, next) })
    return before === undefined ? "inserted" : "updated"
  }

  return [writeEntries(entries, apply), { products, variants }]
}
