import { type Brand, isTimeZone, type WriteResult } from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { writeEntries } from "./writeEntries.ts"

/** Brands into a copy of the organization's. */
export const saveBrands = (
  own: OrganizationState,
  entries: ReadonlyArray<Brand>,
): readonly [WriteResult, Pick<OrganizationState, "brands">] => {
  const brands = new Map(own.brands)
  const result = writeEntries(entries, (brand) => {
    if (!isTimeZone(brand.time_zone)) return { rejected: `unknown time zone ${brand.time_zone}` }
    const before = brands.get(brand.brand_key)
    if (before !== undefined && sameValue(before, brand)) return "unchanged"
    brands.set(brand.brand_key, brand)
    return before === undefined ? "inserted" : "updated"
  })
  return [result, { brands }]
}
