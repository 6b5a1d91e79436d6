import type { Amount } from "../contract/Amount.ts"
import type { Variant } from "../contract/Catalog.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import { amountDifference, percentChange } from "./amountRules.ts"
import type { ColumnKind } from "./columnKind.ts"
import type { ExportCell, ExportRow } from "./exportCell.ts"
import { dateCell } from "./exportRows.ts"
import { priceInForce } from "./priceInForce.ts"
import { priceOrder } from "./priceOrder.ts"

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
export const pairChanges = ({ records, held, withdrawing }: ChangedPair): ReadonlyArray<PriceChange> => {
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

  const changes = sets.flatMap((record): ReadonlyArray<PriceChange & { readonly at: number }> => {
    const next = taking[taking.indexOf(record) + 1]
    if (next?.effective_at === record.effective_at) return []
    const previous = priceInForce(without, record.effective_at - 1)?.amount ?? null
    const { amount, effective_from, effective_at } = record
    const difference = previous === null ? undefined : amountDifference(previous, amount)
    if (difference !== undefined && Number(difference) === 0) return []
    const change = difference === undefined ? "new" : difference.startsWith("-") ? "decrease" : "increase"
    const effective_until = next?.effective_from ?? null
    return [{ change, previous, amount, effective_from, effective_until, at: effective_at }]
  })
  const gone = others
    .filter(({ record_key, status }) => status === "active" && withdrawing.has(record_key))
    .map(({ amount, effective_from, effective_at }) => ({
      change: "withdrawn" as const,
      previous: amount,
      amount: null,
      effective_from,
      effective_until: null,
      at: effective_at,
    }))
  return [...gone, ...changes].sort((a, b) => a.at - b.at).map(({ at: _, ...change }) => change)
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

/** The rows of one variant: its price types in order, each in the order of time. */
export const changeSheetRows = (variant: ChangedVariant): Array<ExportRow> =>
  variant.pairs.flatMap((pair) =>
    pairChanges(pair).map(({ change, previous, amount, effective_from, effective_until }) => {
      const isBoth = previous !== null && amount !== null
      const percent = isBoth ? percentChange(previous, amount) : null
      return [
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
    }),
  )
