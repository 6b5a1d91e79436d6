import {
  type Brand,
  type BrandWriteResult,
  compareText,
  effectiveInstant,
  type Instant,
  isTimeZone,
  type PriceRecord,
} from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"
import { sameValue } from "./sameValue.ts"
import { zoneOf } from "./timedPrices.ts"
import { writeEntries } from "./writeEntries.ts"

/** Brands into a copy of the organization's; of their prices those to come that other zones move. */
export const saveBrands = (
  own: OrganizationState,
  entries: ReadonlyArray<Brand>,
  at: Instant,
  movesToCome: boolean,
): readonly [BrandWriteResult, Partial<OrganizationState>] => {
  const brands = new Map(own.brands)
  const result = writeEntries(entries, (brand) => {
    if (!isTimeZone(brand.time_zone)) return { rejected: `unknown time zone ${brand.time_zone}` }
    const before = brands.get(brand.brand_key)
    if (before !== undefined && sameValue(before, brand)) return "unchanged"
    brands.set(brand.brand_key, brand)
    return before === undefined ? "inserted" : "updated"
  })
  const after = { ...own, brands }
  const moving: Array<PriceRecord & { readonly brand_key: string }> = []
  const prices = new Map(
    [...own.prices].map(([variantKey, records]) => {
      const zone = zoneOf(after, variantKey)!
      if (zone === zoneOf(own, variantKey)) return [variantKey, records]
      const brand_key = own.products.get(own.variants.get(variantKey)!.variant.product_key)!.brand_key
      return [
        variantKey,
        records.map((record) => {
          const effective_at = effectiveInstant(record.effective_from, zone)!
          const isToCome = record.effective_at > at && record.withdrawn === undefined
          if (!isToCome || effective_at === record.effective_at) return record
          moving.push({ ...record, brand_key })
          return movesToCome ? { ...record, effective_at } : record
        }),
      ]
    }),
  )
  const isOpen = (key: string | null) => key !== null && own.batches.get(key)?.status === "open"
  const to_come = [...Map.groupBy(moving, (each) => each.brand_key)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([brand_key, records]) => ({
      brand_key,
      records: records.length,
      batch_keys: [...new Set(records.flatMap(({ batch_key }) => (isOpen(batch_key) ? batch_key! : [])))]
        .sort(compareText)
        .slice(0, 100),
    }))
  return [
    { ...result, to_come },
    { brands, prices },
  ]
}
