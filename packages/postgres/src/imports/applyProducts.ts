import type { ProductEntry, ShopProductEntry, ShopWriteResult } from "@hangtag/core"
import {
  attributesFromJson,
  nothingBefore,
  type ProductBefore,
  shownProduct,
  strangeVariants,
} from "@hangtag/core/adapter"
import type { KeptVersion } from "../catalog/productListing.ts"
import { storingFault } from "../database/parameters.ts"
import {
  countCarriers,
  entryVariant,
  entryVersion,
  type KeptBrand,
  type KeptProduct,
  type KeptVariant,
  sameVariant,
  sameVersion,
  versionId,
} from "./ProductState.ts"
import { WriteTally } from "./WriteTally.ts"

/** What the catalog keeps of the products, versions and variants that a call names. */
export interface KeptCatalog {
  readonly brands: ReadonlyMap<string, KeptBrand>
  readonly products: Map<string, KeptProduct>
  readonly versions: Map<string, KeptVersion>
  readonly variants: Map<string, KeptVariant>
}

/** What a call writes, and its tally. */
export interface ProductChanges {
  readonly result: Omit<ShopWriteResult, "to_come">
  readonly products: ReadonlyArray<KeptProduct>
  readonly versions: ReadonlyArray<KeptVersion>
  readonly variants: ReadonlyArray<KeptVariant>
  /** The products that came to another brand, or to variants of another product. */
  readonly moved: ReadonlySet<string>
  /** The brands that became others, and those that are themselves again: with null. */
  readonly became: ReadonlyMap<string, string | null>
  /** The products that lost variants to those. */
  readonly left: ReadonlySet<string>
  /** By attribute key, how many more versions and variants carry it than before. */
  readonly carriers: ReadonlyMap<string, number>
}

const keysOf = (entry: ProductEntry): ReadonlyArray<string> => [
  entry.product_key,
  entry.brand_key,
  ...Object.keys(entry.attributes),
  ...entry.variants.flatMap((variant) => [variant.variant_key, ...Object.keys(variant.attributes)]),
]

const rejection = (entry: ProductEntry, { brands }: KeptCatalog): string | undefined => {
  const fault = storingFault(entry, keysOf(entry))
  if (fault !== undefined) return fault
  if (!Number.isSafeInteger(entry.version)) return `version ${entry.version} is no whole number`
  if (!brands.has(entry.brand_key)) return `unknown brand ${JSON.stringify(entry.brand_key)}`
  return undefined
}

/** What is kept of the entry's product, for the rule of what a shop shows. */
const beforeOf = (
  { product_key, version }: ShopProductEntry,
  { products, versions, variants }: KeptCatalog,
): ProductBefore => {
  const product = products.get(product_key)
  const kept = versions.get(versionId({ product_key, version }))
  return {
    brand_key: product?.brand_key ?? null,
    variants: product?.variant_count ?? 0,
    version: kept === undefined ? null : { ...kept, attributes: attributesFromJson(kept.attributes) },
    variant: (key) => {
      const variant = variants.get(key)
      return variant === undefined ? null : { ...variant, attributes: attributesFromJson(variant.attributes) }
    },
  }
}

/** What of the entry is another brand's or another product's. */
const foreign = (entry: ProductEntry, { products, variants }: KeptCatalog): Array<string> => {
  const { product_key, brand_key } = entry
  const product = products.get(product_key)
  const words = (what: string, key: string, owner: string, of: string) =>
    `${what} ${JSON.stringify(key)} belongs to ${owner} ${JSON.stringify(of)}`
  const others = entry.variants.flatMap(({ variant_key }) => {
    const of = variants.get(variant_key)?.product_key
    return of === undefined || of === product_key ? [] : [words("variant", variant_key, "product", of)]
  })
  return product === undefined || product.brand_key === brand_key
    ? others
    : [words("product", product_key, "brand", product.brand_key), ...others]
}

/**
 * Applies the entries in their order; `kept` is brought along, so that later entries meet earlier ones. Where one has
 * what is another's, that `moves`, or the entry is rejected.
 */
export const applyProducts = (
  entries: ReadonlyArray<ShopProductEntry>,
  kept: KeptCatalog,
  moves: boolean,
): ProductChanges => {
  const tally = new WriteTally()
  const products = new Map<string, KeptProduct>()
  const versions = new Map<string, KeptVersion>()
  const variants = new Map<string, KeptVariant>()
  const carriers = new Map<string, number>()
  const moved = new Set<string>()
  const became = new Map<string, string | null>()
  const brandsShown = new Set<string>()
  const left = new Set<string>()
  const movedBy: Array<ShopWriteResult["moved"][number]> = []
  const emptied: Array<ShopWriteResult["emptied"][number]> = []
  const brandless: Array<number> = []

  /** True when it came to another brand, or back. */
  const putProduct = ({ product_key, brand_key, version }: ProductEntry): boolean => {
    const before = kept.products.get(product_key)
    const isChanged = before !== undefined && (before.brand_key !== brand_key || before.retired)
    if (before !== undefined && before.latest_version >= version && !isChanged) return false
    if (before !== undefined && before.brand_key !== brand_key) {
      moved.add(product_key)
      became.set(before.brand_key, brand_key)
    }
    const latest_version = Math.max(version, before?.latest_version ?? version)
    const variant_count = before?.variant_count ?? 0
    const product = { product_key, brand_key, latest_version, retired: false, variant_count }
    kept.products.set(product_key, product)
    products.set(product_key, product)
    return isChanged
  }
  const put = (variant: KeptVariant) => {
    kept.variants.set(variant.variant_key, variant)
    variants.set(variant.variant_key, variant)
  }
  /** True when it changed: the greatest version that lists a variant decides its fields, its last entry at that. */
  const putVariant = (variant: KeptVariant): boolean => {
    const before = kept.variants.get(variant.variant_key)
    const isMoved = before !== undefined && before.product_key !== variant.product_key
    if (isMoved) {
      moved.add(variant.product_key)
      left.add(before.product_key)
    } else if (before !== undefined && before.version > variant.version) {
      if (before.retired) put({ ...before, retired: false })
      return before.retired
    }
    const isSame = before !== undefined && !isMoved && !before.retired && sameVariant(before, variant)
    if (isSame && before.version === variant.version) return false
    countCarriers(carriers, before, variant)
    put(variant)
    return !isSame
  }

  for (const [index, given] of entries.entries()) {
    const before = moves ? beforeOf(given, kept) : nothingBefore
    const shown = shownProduct(given, before)
    const { entry } = shown
    const others = foreign(entry, kept)
    const strange = strangeVariants(given, before)
    const reason = strange ?? rejection(entry, kept) ?? (moves ? undefined : others[0])
    if (reason !== undefined) {
      tally.reject(index, reason)
      if (strange === undefined && !kept.brands.has(entry.brand_key)) brandless.push(index)
      continue
    }
    emptied.push(...shown.emptied.map((what) => ({ index, what })))
    movedBy.push(...others.map((what) => ({ index, what })))
    brandsShown.add(entry.brand_key)
    const isChanged = putProduct(entry)
    const changedVariants = entry.variants.filter((variant) => putVariant(entryVariant(entry, variant)))
    const version = entryVersion(entry)
    const former = kept.versions.get(versionId(version))
    const isSame = former !== undefined && sameVersion(former, version)
    if (isSame && changedVariants.length === 0 && !isChanged) {
      tally.add("unchanged")
      continue
    }
    tally.add(former === undefined ? "inserted" : "updated")
    countCarriers(carriers, former, version)
    kept.versions.set(versionId(version), version)
    versions.set(versionId(version), version)
  }
  // a brand that the entries have became no other, whichever of its products has left it
  for (const brand_key of moves ? brandsShown : [])
    if (became.has(brand_key) || kept.brands.get(brand_key)?.became) became.set(brand_key, null)
  return {
    result: { ...tally.result, moved: movedBy, emptied, brandless },
    products: [...products.values()],
    versions: [...versions.values()],
    variants: [...variants.values()],
    moved,
    became,
    left,
    carriers,
  }
}
