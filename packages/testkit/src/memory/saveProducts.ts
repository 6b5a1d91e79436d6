import {
  instantToText,
  type ProductEntry,
  type ProductVersion,
  type ShopProductEntry,
  type ShopWriteResult,
  type Variant,
} from "@hangtag/core"
import { nothingBefore, type ProductBefore, shownProduct, strangeVariants } from "@hangtag/core/adapter"
import { momentInTurn, type OrganizationState, type StoredVariant, withEntry } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { type EntryOutcome, writeEntries } from "./writeEntries.ts"

const versionOf = ({ variants: _, ...product }: ProductEntry, at: number): ProductVersion => ({
  ...product,
  updated_at: instantToText(at),
})

/** A variant in the place of what was kept of it, with where it belonged until then. */
const placed = (
  variant: Variant,
  version: number,
  before: StoredVariant | undefined,
  at: number,
): StoredVariant => {
  if (before === undefined) return { variant, version, known_at: at, former: [] }
  const { product_key, color, size } = before.variant
  const isStill = product_key === variant.product_key && color === variant.color && size === variant.size
  const { known_at, former } = before
  // what was for no time was nowhere
  const isNew = !isStill && known_at < at && (former.at(-1)?.until ?? known_at) < at
  return {
    variant,
    version,
    known_at,
    former: isNew ? [...former, { product_key, color, size, until: at }] : former,
  }
}

/** What the catalog keeps of the versions that a call names; each product's instants are its brand's. */
export interface SavedProducts {
  readonly result: Omit<ShopWriteResult, "to_come">
  readonly changed: Pick<OrganizationState, "products" | "variants" | "became" | "formerTypes">
}

/** The types that brands keep of prices whose variants have become another brand's. */
const typesLeft = (
  own: OrganizationState,
  now: Pick<OrganizationState, "products" | "variants">,
): OrganizationState["formerTypes"] => {
  const left = new Map(own.formerTypes)
  const brandOf = ({ products, variants }: typeof now, key: string) =>
    products.get(variants.get(key)!.variant.product_key)!.brand_key
  for (const key of own.variants.keys()) {
    const former = brandOf(own, key)
    if (former === brandOf(now, key)) continue
    const types = (own.prices.get(key) ?? []).map(({ price_type }) => price_type)
    left.set(former, new Set([...(left.get(former) ?? []), ...types]))
  }
  return left
}

/** Product versions and their variants into copies of the organization's; `moves` as `saveShopProducts` says. */
export const saveProducts = (
  own: OrganizationState,
  entries: ReadonlyArray<ShopProductEntry>,
  at: number,
  moves = false,
): SavedProducts => {
  const moment = momentInTurn(own, at)
  const products = new Map(own.products)
  const variants = new Map(own.variants)
  const became = new Map(own.became)
  const shown = new Set<string>()
  const moved: Array<{ readonly index: number; readonly what: string }> = []
  const emptied: Array<{ readonly index: number; readonly what: string }> = []
  const brandless: Array<number> = []

  const beforeOf = ({ product_key, version, made_keys = [] }: ShopProductEntry): ProductBefore => ({
    brand_key: products.get(product_key)?.brand_key ?? null,
    variants:
      made_keys.length > 0
        ? [...variants.values()].filter(
            (each) => each.variant.product_key === product_key && each.retired === undefined,
          ).length
        : 0,
    version: products.get(product_key)?.versions.get(version) ?? null,
    variant: (key) => variants.get(key)?.variant ?? null,
  })

  /** What of the entry is another brand's or product's. */
  const foreign = ({ brand_key, product_key, variants: listed }: ProductEntry): ReadonlyArray<string> => {
    const product = products.get(product_key)
    const owner =
      product !== undefined && product.brand_key !== brand_key
        ? [`product ${product_key} belongs to brand ${product.brand_key}`]
        : []
    const others = listed.flatMap(({ variant_key }) => {
      const of = variants.get(variant_key)?.variant.product_key
      return of === undefined || of === product_key ? [] : [`variant ${variant_key} belongs to product ${of}`]
    })
    return [...owner, ...others]
  }

  /** True when the variant changed. */
  const saveVariant = (variant: Variant, version: number): boolean => {
    const stored = variants.get(variant.variant_key)
    const isBack = stored?.retired !== undefined
    const isMoved = stored !== undefined && stored.variant.product_key !== variant.product_key
    if (stored !== undefined && !isMoved && stored.version > version) {
      if (isBack) variants.set(variant.variant_key, placed(stored.variant, stored.version, stored, moment))
      return isBack
    }
    if (stored?.version === version && !isBack && sameValue(stored.variant, variant)) return false
    variants.set(variant.variant_key, placed(variant, version, stored, moment))
    return stored === undefined || isBack || !sameValue(stored.variant, variant)
  }

  const apply = (given: ShopProductEntry, index: number): EntryOutcome => {
    const known = moves ? beforeOf(given) : nothingBefore
    const strange = strangeVariants(given, known)
    if (strange !== undefined) return { rejected: strange }
    const { entry, emptied: lost } = shownProduct(given, known)
    const { brand_key, product_key, version } = entry
    if (!own.brands.has(brand_key)) {
      brandless.push(index)
      return { rejected: `unknown brand ${brand_key}` }
    }
    const others = foreign(entry)
    if (!moves && others[0] !== undefined) return { rejected: others[0] }
    moved.push(...others.map((what) => ({ index, what })))
    emptied.push(...lost.map((what) => ({ index, what })))
    const stored = products.get(product_key)
    shown.add(brand_key)
    if (stored !== undefined && stored.brand_key !== brand_key) became.set(stored.brand_key, brand_key)
    const before = stored?.versions.get(version)
    const next = versionOf(entry, at)
    const isSame =
      before !== undefined && sameValue({ ...before, updated_at: null }, { ...next, updated_at: null })
    const changedVariants = entry.variants.filter((variant) =>
      saveVariant({ ...variant, product_key }, version),
    ).length
    if (isSame && changedVariants === 0 && stored?.retired === undefined) return "unchanged"
    const versions = withEntry<number, ProductVersion>(stored?.versions ?? new Map(), version, next)
    products.set(product_key, {
      brand_key,
      versions: new Map([...versions].map(([number, each]) => [number, { ...each, brand_key }])),
    })
    return before === undefined ? "inserted" : "updated"
  }

  const result = { ...writeEntries(entries, apply), moved, emptied, brandless }
  // a brand that the entries have became no other, whichever of its products has left it
  if (moves) for (const brand_key of shown) became.delete(brand_key)
  const formerTypes = moved.length === 0 ? own.formerTypes : typesLeft(own, { products, variants })
  return { result, changed: { products, variants, became, formerTypes } }
}
