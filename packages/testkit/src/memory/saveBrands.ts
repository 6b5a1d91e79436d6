import { type Brand, isTimeZone, type WriteResult } from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { timedPrices } from "./timedPrices.ts"
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
  return [result, { brands, prices: timedPrices(own, { ...own, brands }) }]
}
