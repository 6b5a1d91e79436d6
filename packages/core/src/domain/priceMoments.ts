import type { Instant } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { UpcomingPlace } from "../contract/UpcomingPrices.ts"
import { compareText } from "./compareText.ts"
import { lastBegun } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"

/** A moment at which the price of one variant and type may change: a record of it begins, or is withdrawn. */
export interface PriceMoment {
  readonly at: Instant
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly record: PriceRecord
  /** `lastBegun` of the pair just before the moment. */
  readonly before: PriceRecord | null
  /** `lastBegun` of the pair at the moment. */
  readonly last: PriceRecord | null
}

/** The moments of one variant and price type among all of its records, in no order. */
export const priceMoments = (
  records: ReadonlyArray<PriceRecord>,
): Array<Pick<PriceMoment, "at" | "record" | "before" | "last">> =>
  records
    .filter((record) => lastBegun([record], record.effective_at) !== undefined)
    .flatMap((record) => {
      const gone = record.withdrawn?.at ?? record.effective_at
      return gone > record.effective_at
        ? [record.effective_at, gone].map((at) => ({ at, record }))
        : [{ at: record.effective_at, record }]
    })
    .map(({ at, record }) => ({
      at,
      record,
      // not at `at - 1`: far in the future a double does not tell one microsecond from the next
      before:
        lastBegun(
          records.filter(({ effective_at }) => effective_at < at),
          at,
        ) ?? null,
      last: lastBegun(records, at) ?? null,
    }))

const compareBatch = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareText(a, b)

/** The total order of rows: by instant, batch (none first), product, color. */
export const upcomingOrder = (a: UpcomingPlace, b: UpcomingPlace): number =>
  a.at - b.at ||
  compareBatch(a.batch_key, b.batch_key) ||
  compareText(a.product_key, b.product_key) ||
  compareText(a.color, b.color)

/** The row that a moment belongs to. */
export const placeOfMoment = ({ at, record, product_key, color }: PriceMoment): UpcomingPlace => ({
  at,
  batch_key: record.batch_key,
  product_key,
  color,
})

/** The total order of moments: by row, variant, type, then as records are ordered. */
export const momentOrder = (a: PriceMoment, b: PriceMoment): number =>
  upcomingOrder(placeOfMoment(a), placeOfMoment(b)) ||
  compareText(a.record.variant_key, b.record.variant_key) ||
  compareText(a.record.price_type, b.record.price_type) ||
  priceOrder(a.record, b.record)
