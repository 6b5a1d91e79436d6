import { effectiveInstant } from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"

/** The time zone of the brand that a variant belongs to. */
export const zoneOf = (state: OrganizationState, variantKey: string): string | undefined => {
  const product = state.products.get(state.variants.get(variantKey)?.variant.product_key ?? "")
  return state.brands.get(product?.brand_key ?? "")?.time_zone
}

/** The prices with their instants by the zones that variants have `after`, where those are others than `before`. */
export const timedPrices = (
  before: OrganizationState,
  after: OrganizationState,
): OrganizationState["prices"] =>
  new Map(
    [...after.prices].map(([variantKey, records]) => {
      const zone = zoneOf(after, variantKey)!
      if (zone === zoneOf(before, variantKey)) return [variantKey, records]
      return [
        variantKey,
        records.map((record) => ({
          ...record,
          effective_at: effectiveInstant(record.effective_from, zone)!,
          ...(record.ends && { ends: { ...record.ends, at: effectiveInstant(record.ends.until, zone)! } }),
        })),
      ]
    }),
  )
