import type { ProductEntry, WriteResult } from "@hangtag/core"
import { storingFault } from "../sql/storable.ts"
import {
  countCarriers,
  entryVariant,
  entryVersion,
  type KeptProduct,
  type KeptVariant,
  type KeptVersion,
  sameVariant,
  sameVersion,
  versionId,
} from "./ProductState.ts"
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
  /** By attribute key, how many more versions and variants carry it than before. */
  readonly carriers: ReadonlyMap<string, number>
}

const keysOf = (entry: ProductEntry): ReadonlyArray<string> => [
  entry.product_key,
  entry.brand_key,
  ...Object.keys(entry.attributes),
  ...entry.variants.flatMap((variant) => [variant.variant_key, ...Object.keys(variant.attributes)]),
]

const rejection = (entry: ProductEntry, { brands, products, variants }: KeptCatalog): string | undefined => {
  const fault = storingFault(entry, keysOf(entry))
  if (fault !== undefined) return fault
  if (!Number.isSafeInteger(entry.version)) return `version ${entry.version} is no whole number`
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
  const carriers = new Map<string, number>()

  const putProduct = ({ product_key, brand_key, version }: ProductEntry) => {
    const before = kept.products.get(product_key)
    if (before !== undefined && before.latest_version >= version) return
    const product = { product_key, brand_key, latest_version: version }
    kept.products.set(product_key, product)
    products.set(product_key, product)
  }
  /** True when its fields changed: the greatest version that lists a variant decides them, its last entry at that. */
  const putVariant = (variant: KeptVariant): boolean => {
    const before = kept.variants.get(variant.variant_key)
    if (before !== undefined && before.version > variant.version) return false
    const isSame = before !== undefined && sameVariant(before, variant)
    if (isSame && before.version === variant.version) return false
    countCarriers(carriers, before, variant)
    kept.variants.set(variant.variant_key, variant)
    variants.set(variant.variant_key, variant)
    return !isSame
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
    const before = kept.versions.get(versionId(version))
    if (before !== undefined && changedVariants.length === 0 && sameVersion(before, version)) {
      tally.add("unchanged")
      continue
    }
    tally.add(before === undefined ? "inserted" : "updated")
    countCarriers(carriers, before, version)
    kept.versions.set(versionId(version), version)
    versions.set(versionId(version), version)
  }
  return {
    result: tally.result,
    products: [...products.values()],
    versions: [...versions.values()],
    variants: [...variants.values()],
    carriers,
  }
}
