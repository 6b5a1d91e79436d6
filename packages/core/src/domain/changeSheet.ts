import type { Amount } from "../contract/Amount.ts"
import type { Variant } from "../contract/Catalog.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { amountDifference, percentChange } from "./amountRules.ts"
import type { ColumnKind } from "./columnKind.ts"
import type { ExportCell, ExportRow } from "./exportCell.ts"
import { dateCell } from "./exportRows.ts"
import { priceOrder } from "./priceOrder.ts"
import { pricesInTime } from "./pricesInTime.ts"

/** One variant and price type of which a batch holds or withdraws some record. */
export interface ChangedPair {
  readonly price_type: string
  /** All of them, withdrawn ones too. */
  readonly records: ReadonlyArray<PriceRecord>
  /** The keys of those that the batch holds. */
  readonly held: ReadonlySet<string>
  /** The keys of those that publishing it would withdraw, or has withdrawn. */
  readonly withdrawing: ReadonlySet<string>
}

/** What becomes of a price at an instant. */
export interface PriceChange {
  readonly change: "new" | "increase" | "decrease" | "withdrawn"
  /** Null where there was none. Of a withdrawn price its own amount. */
  readonly previous: Amount | null
  /** Null of a withdrawn price. */
  readonly amount: Amount | null
  /** As they were written. */
  readonly effective_from: string
  /** When the price that comes next takes over; null where none is known. */
  readonly effective_until: string | null
}

const notWithdrawn = ({ withdrawn: _, ...record }: PriceRecord): PriceRecord => record

/**
 * What a batch changes of one variant and price type, in the order of time, withdrawn prices first: each record that it
 * holds, against what is in force just before it begins if there were no such batch, and each that it withdraws.
 *
 * What is the same amount then is no change, such as the end of a temporary price; nor is what another record takes over
 * at once.
 */
export function* pairChanges({
  records,
  held,
  withdrawing,
}: ChangedPair): Generator<PriceChange, void, undefined> {
  const others = records.filter(({ record_key }) => !held.has(record_key))
  const without = others.map((record) => (withdrawing.has(record.record_key) ? notWithdrawn(record) : record))
  const sets = records
    .filter(({ record_key }) => held.has(record_key))
    .sort(priceOrder)
    // drafts take over what is at their instant once they are published
    .map((record, index) =>
      record.status === "draft"
        ? { ...record, status: "active" as const, sequence: Number.MAX_SAFE_INTEGER - records.length + index }
        : record,
    )
  const taking = [
    ...sets,
    ...others.filter(
      ({ status, record_key, withdrawn, effective_at }) =>
        status === "active" &&
        !withdrawing.has(record_key) &&
        (withdrawn === undefined || withdrawn.at >= effective_at),
    ),
  ].sort(priceOrder)

  const places = new Map(taking.map((record, place) => [record, place]))
  const inForceWithout = pricesInTime(without)
  const gone = others
    .filter(({ record_key, status }) => status === "active" && withdrawing.has(record_key))
    .sort((a, b) => a.effective_at - b.effective_at)
  let told = 0
  function* goneUntil(at: number): Generator<PriceChange, void, undefined> {
    for (; told < gone.length && gone[told]!.effective_at <= at; told++) {
      const { amount: previous, effective_from } = gone[told]!
      yield { change: "withdrawn", previous, amount: null, effective_from, effective_until: null }
    }
  }
  for (const record of sets) {
    const { amount, effective_from, effective_at } = record
    yield* goneUntil(effective_at)
    const next = taking[places.get(record)! + 1]
    if (next?.effective_at === effective_at) continue
    const previous = inForceWithout(effective_at - 1)?.amount ?? null
    const difference = previous === null ? undefined : amountDifference(previous, amount)
    if (difference !== undefined && Number(difference) === 0) continue
    const change = difference === undefined ? "new" : difference.startsWith("-") ? "decrease" : "increase"
    yield { change, previous, amount, effective_from, effective_until: next?.effective_from ?? null }
  }
  yield* goneUntil(Number.POSITIVE_INFINITY)
}

/** The columns of a change sheet, and what their cells are. */
export const changeSheetColumns = {
  variant_key: "text",
  product_key: "text",
  name: "text",
  color: "text",
  size: "text",
  price_type: "text",
  previous_amount: "price",
  new_amount: "price",
  difference: "price",
  percent: "number",
  effective_from: "date-time",
  effective_until: "date-time",
  change: "text",
} as const satisfies Readonly<Record<string, ColumnKind>>

/** A variant of which a batch holds, or withdraws, some price. */
export interface ChangedVariant extends Pick<Variant, "variant_key" | "product_key" | "color" | "size"> {
  /** Of the product's latest version. */
  readonly product_name: string
  /** Of the product's brand. */
  readonly time_zone: string
  /** Of each price type of which the batch holds or withdraws a record, by type. */
  readonly pairs: ReadonlyArray<ChangedPair>
}

const number = (text: string | null): ExportCell => (text === null ? null : { kind: "number", text })

/** The rows of one variant, made as they are asked for: its price types in order, each in the order of time. */
export function* changeSheetRows(variant: ChangedVariant): Generator<ExportRow, void, undefined> {
  for (const pair of variant.pairs) {
    for (const { change, previous, amount, effective_from, effective_until } of pairChanges(pair)) {
      const isBoth = previous !== null && amount !== null
      const percent = isBoth ? percentChange(previous, amount) : null
      yield [
        variant.variant_key,
        variant.product_key,
        variant.product_name,
        variant.color,
        variant.size,
        pair.price_type,
        number(previous),
        number(amount),
        number(isBoth ? amountDifference(previous, amount) : null),
        number(percent === null ? null : String(percent)),
        dateCell(effective_from, variant.time_zone),
        effective_until === null ? null : dateCell(effective_until, variant.time_zone),
        change,
      ]
    }
  }
}
