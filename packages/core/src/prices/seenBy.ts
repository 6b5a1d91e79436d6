import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import type { PriceRecord } from "./PriceRecord.ts"

const withoutBatches = ({ publication: _, taken_back, ...record }: PriceRecord): PriceRecord => ({
  ...record,
  batch_key: null,
  ...(taken_back !== undefined && { taken_back: { ...taken_back, by: "" } }),
})

/**
 * Records as they are shown to a caller. One who is bound to price lists is shown no batch and no publication: their keys and numbers are
 * given out for all lists together, and a batch may hold prices of others.
 */
export const recordsSeenBy = (
  { priceLists }: Principal,
  records: ReadonlyArray<PriceRecord>,
): ReadonlyArray<PriceRecord> => (priceLists === undefined ? records : records.map(withoutBatches))

/** What of a price says whose it is. */
interface Source {
  readonly from_list: string | null
  readonly record_key: string | null
  readonly returns_from?: string | null
}

/** A price as it is shown to a caller: of a list that they are not bound to neither that list nor the keys of its records. */
export const sourceSeenBy =
  (principal: Principal) =>
  <Shown extends Source>(shown: Shown): Shown & Source =>
    shown.from_list === null || seesPriceList(principal, shown.from_list)
      ? shown
      : {
          ...shown,
          from_list: null,
          record_key: null,
          ...(shown.returns_from !== undefined && { returns_from: null }),
        }
