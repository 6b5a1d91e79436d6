import type { ProductEntry, WriteResult } from "@hangtag/core"
import {
  entryVariant,
  entryVersion,
  type KeptProduct,
  type KeptVariant,
  type KeptVersion,
  sameVariant,
  sameVersion,
  versionId,
} from "./ProductState.ts"
import { productFault } from "./productFault.ts"
import { WriteTally } from "./WriteTally.ts"

/** What the catalog keeps of the products, versions and variants that a call names. */
export interface KeptCatalog {
  readonly brands: ReadonlySet<string>
  readonly products: Map<string, KeptProduct>
  readonly versions: Map<string, KeptVersion>
  readonly variants: Map<string, KeptVariant>
}

/** What a call writes, and its tally. */
export interface ProductChanges {
  readonly result: WriteResult
  readonly products: ReadonlyArray<KeptProduct>
  readonly versions: ReadonlyArray<KeptVersion>
  readonly variants: ReadonlyArray<KeptVariant>
  readonly attributeKeys: ReadonlyArray<string>
}

const rejection = (entry: ProductEntry, { brands, products, variants }: KeptCatalog): string | undefined => {
  const fault = productFault(entry)
  if (fault !== undefined) return fault
  if (!brands.has(entry.brand_key)) return `unknown brand ${JSON.stringify(entry.brand_key)}`
  const product = products.get(entry.product_key)
  if (product !== undefined && product.brand_key !== entry.brand_key) {
    return `product ${JSON.stringify(entry.product_key)} belongs to brand ${JSON.stringify(product.brand_key)}`
  }
  for (const { variant_key } of entry.variants) {
    const owner = variants.get(variant_key)?.product_key
    if (owner !== undefined && owner !== entry.product_key) {
      return `variant ${JSON.stringify(variant_key)} belongs to product ${JSON.stringify(owner)}`
    }
  }
  return undefined
}

/** Applies the entries in their order; `kept` is brought along, so that later entries meet earlier ones. */
export const applyProducts = (entries: ReadonlyArray<ProductEntry>, kept: KeptCatalog): ProductChanges => {
  const tally = new WriteTally()
  const products = new Map<string, KeptProduct>()
  const versions = new Map<string, KeptVersion>()
  const variants = new Map<string, KeptVariant>()
  const attributeKeys = new Set<string>()

  const putProduct = ({ product_key, brand_key, version }: ProductEntry) => {
    const before = kept.products.get(product_key)
    if (before !== undefined && before.latest_version >= version) return
    const product = { product_key, brand_key, latest_version: version }
    kept.products.set(product_key, product)
    products.set(product_key, product)
  }
  /** The greatest version that lists a variant decides its fields; of that one, the entry that came last. */
  const putVariant = (variant: KeptVariant): boolean => {
    const before = kept.variants.get(variant.variant_key)
    if (before !== undefined && (before.version > variant.version || sameVariant(before, variant)))
      return false
    kept.variants.set(variant.variant_key, variant)
    variants.set(variant.variant_key, variant)
    return true
  }

  for (const [index, entry] of entries.entries()) {
    const reason = rejection(entry, kept)
    if (reason !== undefined) {
      tally.reject(index, reason)
      continue
    }
    putProduct(entry)
    const changedVariants = entry.variants.filter((variant) => putVariant(entryVariant(entry, variant)))
    const version = entryVersion(entry)
    const id = versionId(version)
    const before = kept.versions.get(id)
    if (before !== undefined && changedVariants.length === 0 && sameVersion(before, version)) {
      tally.add("unchanged")
      continue
    }
    tally.add(before === undefined ? "inserted" : "updated")
    kept.versions.set(id, version)
    versions.set(id, version)
    for (const key of Object.keys(entry.attributes)) attributeKeys.add(key)
    for (const variant of entry.variants) {
      for (const key of Object.keys(variant.attributes)) attributeKeys.add(key)
    }
  }
  return {
    result: tally.result,
    products: [...products.values()],
    versions: [...versions.values()],
    variants: [...variants.values()],
    attributeKeys: [...attributeKeys],
  }
}
