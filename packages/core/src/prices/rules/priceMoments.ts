import type { Amount } from "../../kernel/Amount.ts"
import { type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { UpcomingPlace } from "../UpcomingPrices.ts"
import { asPair, colorwayOrder, pairOrder } from "./pairs.ts"
import { everBegins, goneAt, isGone, lastBegun } from "./priceInForce.ts"

/**
 * A moment at which the price of one variant and type may change: the record that has begun last then begins, is
 * withdrawn, or is over. `batch_key` is that record's.
 */
export interface PriceMoment extends UpcomingPlace {
  readonly brand_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  /** The amount in force just before; null: none was. */
  readonly before: Amount | null
  /** The amount in force from then on; null: none is. */
  readonly amount: Amount | null
}

/** What of a moment its variant and type tell. */
type PairMoment = Omit<PriceMoment, "brand_key" | "product_key" | "color">

/** When the record begins and ends, by itself: one that was withdrawn before it began does neither. */
export const recordInstants = (record: PriceRecord): ReadonlyArray<Instant> => {
  const { effective_at } = record
  if (!everBegins(record)) return []
  const gone = goneAt(record)
  return gone !== undefined && gone > effective_at ? [effective_at, gone] : [effective_at]
}

const goneBefore = (record: PriceRecord, at: Instant): boolean => {
  const gone = goneAt(record)
  return gone !== undefined && gone < at
}

/** The moments of one variant and price type among all of its records, in no order. */
export const priceMoments = (records: ReadonlyArray<PriceRecord>): Array<PairMoment> =>
  records.flatMap((record) =>
    recordInstants(record)
      .filter((at) => lastBegun(records, at) === record)
      .map((at) => {
        // not at `at - 1`: far in the future a double does not tell one microsecond from the next
        const earlier = records.filter(({ effective_at }) => effective_at < at)
        const before = lastBegun(earlier, at)
        return {
          at: instantFromMicros(at),
          batch_key: record.batch_key,
          ...asPair(record),
          before: before === undefined || goneBefore(before, at) ? null : before.amount,
          amount: isGone(record, at) ? null : record.amount,
        }
      }),
  )

const compareBatch = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareText(a, b)

/** The total order of rows: by instant, batch (none first), product, color. */
export const upcomingOrder = (a: UpcomingPlace, b: UpcomingPlace): number =>
  a.at - b.at || compareBatch(a.batch_key, b.batch_key) || colorwayOrder(a, b)

/** Whether both are of one row: where their order is 0, decided without a look at each character. */
export const isSameRow = (a: UpcomingPlace, b: UpcomingPlace): boolean =>
  a.at === b.at && a.batch_key === b.batch_key && a.product_key === b.product_key && a.color === b.color

/** The row that a moment belongs to. */
export const placeOfMoment = ({ at, batch_key, product_key, color }: UpcomingPlace): UpcomingPlace => ({
  at,
  batch_key,
  product_key,
  color,
})

/** The total order of moments: by row, variant, type, list; at one instant each of those has one. */
export const momentOrder = (a: PriceMoment, b: PriceMoment): number => upcomingOrder(a, b) || pairOrder(a, b)
