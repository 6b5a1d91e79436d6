import {
  Amount,
  basePriceList,
  comparedAt,
  importedInstant,
  instantFromMicros,
  lastBegun,
  type PriceRecord,
  type ShopPriceEntry,
  shopPrice,
  unknownList,
  type WriteResult,
} from "@hangtag/core"
import { instantToExactText } from "@hangtag/core/adapter"
import * as Schema from "effect/Schema"
import { type MemoryState, organizationOf, withOrganization } from "./MemoryState.ts"
import { zoneOf } from "./rezoned.ts"
import { type EntryOutcome, writeEntries } from "./writeEntries.ts"

const isAmount = Schema.is(Amount)

/** What a shop shows now, appended where it is not in force, each under the next sequence. */
export const saveShopPrices = (
  state: MemoryState,
  organization: string,
  entries: ReadonlyArray<ShopPriceEntry>,
  at: number,
): readonly [WriteResult, MemoryState] => {
  const own = organizationOf(state, organization)
  const prices = new Map(own.prices)
  let { sequence } = state

  const apply = (entry: ShopPriceEntry): EntryOutcome => {
    const { product_key, variant_key, price_type, price_list = basePriceList, amount } = entry
    const variant = own.variants.get(variant_key)?.variant
    if (variant === undefined) return { rejected: `unknown variant ${variant_key}` }
    if (variant.product_key !== product_key) {
      return { rejected: `variant ${variant_key} belongs to product ${variant.product_key}` }
    }
    if (price_list !== basePriceList && !own.priceLists.has(price_list))
      return { rejected: unknownList(price_list) }
    if (!isAmount(amount)) return { rejected: `amount ${amount} is no plain non-negative decimal` }
    const zone = zoneOf(own, variant_key)!
    const since = entry.effective_from === null ? at : importedInstant(entry.effective_from, zone)
    if (typeof since === "object") return since
    const records = prices.get(variant_key) ?? []
    const ofType = records.filter(
      (record) => record.price_type === price_type && record.price_list === price_list,
    )
    const shown = { amount, since, at }
    const effective_at = shopPrice(shown, lastBegun(ofType, comparedAt(shown)))
    if (effective_at === undefined) return "unchanged"
    sequence++
    const record: PriceRecord = {
      record_key: `PRICE-${sequence}`,
      variant_key,
      price_type,
      price_list,
      amount,
      effective_from:
        effective_at === since && entry.effective_from !== null
          ? entry.effective_from
          : instantToExactText(effective_at),
      effective_at: instantFromMicros(effective_at),
      status: "active",
      sequence,
      batch_key: null,
      known_at: instantFromMicros(at),
    }
    prices.set(variant_key, [...records, record])
    return "inserted"
  }

  const result = writeEntries(entries, apply)
  return [result, { ...withOrganization(state, organization, { prices }), sequence }]
}
