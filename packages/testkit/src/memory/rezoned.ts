import {
  type BrandWriteResult,
  compareText,
  type Instant,
  movedToZone,
  type PriceRecord,
} from "@hangtag/core"
import type { OrganizationState } from "./MemoryState.ts"

/** The time zone of the brand that a variant belongs to. */
export const zoneOf = (state: OrganizationState, variantKey: string): string | undefined => {
  const product = state.products.get(state.variants.get(variantKey)?.variant.product_key ?? "")
  return state.brands.get(product?.brand_key ?? "")?.time_zone
}

interface Rezoned {
  readonly to_come: BrandWriteResult["to_come"]
  readonly prices: OrganizationState["prices"]
  /** Whose prices were moved. */
  readonly variants: ReadonlyArray<string>
}

/** The prices to come of variants that have another zone `after`, or are of brands `asked` for: counted, and moved where `moves`. */
export const rezoned = (
  before: OrganizationState,
  after: OrganizationState,
  asked: ReadonlySet<string>,
  at: Instant,
  moves: boolean,
): Rezoned => {
  const moving: Array<{ readonly record: PriceRecord; readonly brand_key: string }> = []
  const prices = new Map(
    [...after.prices].map(([variantKey, records]) => {
      const zone = zoneOf(after, variantKey)!
      const { brand_key } = after.products.get(after.variants.get(variantKey)!.variant.product_key)!
      if (zone === zoneOf(before, variantKey) && !asked.has(brand_key)) return [variantKey, records]
      return [
        variantKey,
        records.map((record) => {
          const moved = movedToZone(record, zone, at)
          if (moved !== undefined) moving.push({ record, brand_key })
          return moves ? (moved ?? record) : record
        }),
      ]
    }),
  )
  const isOpen = (key: string | null) => key !== null && before.batches.get(key)?.status === "open"
  const to_come = [...Map.groupBy(moving, (each) => each.brand_key)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([brand_key, all]) => ({
      brand_key,
      records: all.length,
      batch_keys: [
        ...new Set(all.flatMap(({ record: { batch_key } }) => (isOpen(batch_key) ? batch_key! : []))),
      ]
        .sort(compareText)
        .slice(0, 100),
    }))
  const variants = moves ? moving.map(({ record }) => record.variant_key) : []
  return { to_come, prices, variants }
}
