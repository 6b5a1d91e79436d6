import { type Brand, effectiveInstant, isTimeZone, type WriteResult } from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { writeEntries } from "./writeEntries.ts"

/** Brands into a copy of the organization's, and every price's instant by its brand's zone. */
export const saveBrands = (
  own: OrganizationState,
  entries: ReadonlyArray<Brand>,
): readonly [WriteResult, Partial<OrganizationState>] => {
  const brands = new Map(own.brands)
  const result = writeEntries(entries, (brand) => {
    if (!isTimeZone(brand.time_zone)) return { rejected: `unknown time zone ${brand.time_zone}` }
    const before = brands.get(brand.brand_key)
    if (before !== undefined && sameValue(before, brand)) return "unchanged"
    brands.set(brand.brand_key, brand)
    return before === undefined ? "inserted" : "updated"
  })
  const prices = new Map(
    [...own.prices].map(([variantKey, records]) => {
      const product = own.products.get(own.variants.get(variantKey)!.variant.product_key)!
      const zone = brands.get(product.brand_key)!.time_zone
      if (zone === own.brands.get(product.brand_key)!.time_zone) return [variantKey, records]
      return [
        variantKey,
        records.map((record) => ({
          ...record,
          effective_at: effectiveInstant(record.effective_from, zone)!,
        })),
      ]
    }),
  )
  return [result, { brands, prices }]
}
