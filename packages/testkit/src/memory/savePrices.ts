import {
  Amount,
  basePriceList,
  importedInstant,
  instantFromMicros,
  type PriceEntry,
  type PriceRecord,
  unknownList,
  type WriteResult,
} from "@hangtag/core"
import { saysSame } from "@hangtag/core/adapter"
import * as Schema from "effect/Schema"
import { type MemoryState, organizationOf, withOrganization } from "./MemoryState.ts"
import { zoneOf } from "./rezoned.ts"
import { type EntryOutcome, writeEntries } from "./writeEntries.ts"

const isAmount = Schema.is(Amount)

/** Prices appended to their variants, each under the next sequence. */
export const savePrices = (
  state: MemoryState,
  organization: string,
  entries: ReadonlyArray<PriceEntry>,
  at: number,
): readonly [WriteResult, MemoryState] => {
  const own = organizationOf(state, organization)
  const prices = new Map(own.prices)
  let { sequence } = state

  const apply = (entry: PriceEntry): EntryOutcome => {
    const zone = zoneOf(own, entry.variant_key)
    if (zone === undefined) return { rejected: `unknown variant ${entry.variant_key}` }
    const { price_list = basePriceList } = entry
    if (price_list !== basePriceList && !own.priceLists.has(price_list))
      return { rejected: unknownList(price_list) }
    if (entry.batch_key !== null && !own.batches.has(entry.batch_key))
      return { rejected: `unknown batch ${entry.batch_key}` }
    if (
      !(entry.amount === null
        ? entry.ending !== undefined
        : isAmount(entry.amount) && entry.ending === undefined)
    )
      return { rejected: `amount ${entry.amount} is no plain non-negative decimal` }
    const effective_at = importedInstant(entry.effective_from, zone)
    if (typeof effective_at === "object") return effective_at
    const records = prices.get(entry.variant_key) ?? []
    const isAs = (status: PriceRecord["status"]) => (record: PriceRecord) =>
      record.price_type === entry.price_type &&
      record.price_list === price_list &&
      saysSame(record, entry) &&
      record.effective_from === entry.effective_from &&
      record.status === status &&
      record.batch_key === entry.batch_key
    // a draft of a batch that has been published is there as the price that it became
    const isOver = entry.status === "draft" && own.batches.get(entry.batch_key ?? "")?.status === "published"
    const before = own.prices.get(entry.variant_key) ?? []
    if (records.some(isAs(entry.status)) || (isOver && before.some(isAs("active")))) return "unchanged"
    sequence++
    const record: PriceRecord = {
      ...entry,
      price_list,
      record_key: `PRICE-${sequence}`,
      effective_at,
      sequence,
      known_at: instantFromMicros(at),
    }
    prices.set(entry.variant_key, [...records, record])
    return "inserted"
  }

  const result = writeEntries(entries, apply)
  return [result, { ...withOrganization(state, organization, { prices }), sequence }]
}
