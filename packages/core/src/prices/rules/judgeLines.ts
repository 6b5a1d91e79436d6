import type { Amount } from "../../kernel/Amount.ts"
import type { LineStatus } from "../ColorwayPreview.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { statusOf, wholeStatus } from "./diffLines.ts"
import type { TimedLine } from "./futureRecords.ts"
import { standingAt, standingOf } from "./judgeReturns.ts"
import { typeName } from "./pairName.ts"
import { recordInForce } from "./priceInForce.ts"
import { pricesInTime } from "./pricesInTime.ts"
import { withBeneath } from "./withBeneath.ts"

/** Finds the records of a variant and price type in a list: those in force at some time since the earliest line, at least. */
export type RecordsOf = (
  variantKey: string,
  priceType: string,
  priceList: string,
) => ReadonlyArray<PriceRecord>

/** A line against one variant at the line's own instant; `follows` is the amount in force right before it. */
export interface VariantJudgement {
  readonly variant_key: string
  readonly status: LineStatus
  readonly follows: Amount | null
}

export interface LineJudgement {
  readonly status: LineStatus
  readonly variants: ReadonlyArray<VariantJudgement>
}

/** The lines' indices in the order in which they begin; of several at one instant the later written comes later. */
export const lineTimeOrder = (lines: ReadonlyArray<TimedLine>): Array<number> =>
  lines.map((_, index) => index).sort((a, b) => lines[a]!.effective_at - lines[b]!.effective_at || a - b)

/** For each line, the line of the same type and list that begins last before it in `lineTimeOrder`. */
export const linesBefore = (lines: ReadonlyArray<TimedLine>): Array<TimedLine | undefined> => {
  const last = new Map<string, TimedLine>()
  const before: Array<TimedLine | undefined> = lines.map(() => undefined)
  for (const index of lineTimeOrder(lines)) {
    const line = lines[index]!
    const name = typeName(line)
    before[index] = last.get(name)
    last.set(name, line)
  }
  return before
}

/** This many records are looked through as fast as in their order. */
export const few = 32
const inTime = new WeakMap<ReadonlyArray<PriceRecord>, ReturnType<typeof pricesInTime>>()

/** Returns follow from what else there is, lines too: a price that begins before the end of a sale is what it returns to. */
const inForceAround = (records: ReadonlyArray<PriceRecord>): ReturnType<typeof pricesInTime> => {
  const isTemporary = records.some(
    ({ ends, returns_from }) => ends !== undefined || returns_from !== undefined,
  )
  if (!isTemporary) return pricesInTime(records)
  const standing = standingOf(withBeneath(records))
  return (at) => standingAt(standing, at)
}

/** The active record in force at an instant, a price or an ending; of returns what they return to. The list is looked at for many, and never changed. */
export const recordAt = (records: ReadonlyArray<PriceRecord>, at: number): PriceRecord | undefined => {
  const isShort = records.length <= few
  if (isShort && records.every(({ ends, returns_from }) => ends === undefined && returns_from === undefined))
    return recordInForce(records, at)
  const found = inTime.get(records) ?? inForceAround(records)
  inTime.set(records, found)
  return found(at)
}

/**
 * The amount in force at an instant among the active records, a list that is looked at for many and never changed, and,
 * where it is given, a line that begins by then.
 *
 * A line counts as published after all of them: at one instant it takes over.
 */
export const amountAt = (
  records: ReadonlyArray<PriceRecord>,
  at: number,
  line?: TimedLine,
): Amount | undefined => {
  const record = recordAt(records, at)
  return line !== undefined && (record === undefined || line.effective_at >= record.effective_at)
    ? line.amount
    : (record?.amount ?? undefined)
}

/**
 * Judges every line at its own instant: against the price that would be in force there, with the lines of the request
 * that begin before it.
 */
export const judgeLines = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<TimedLine>,
  recordsOf: RecordsOf,
): Array<LineJudgement> => {
  const before = linesBefore(lines)
  return lines.map((line, index) => {
    const counts = { add: 0, changed: 0, unchanged: 0 }
    const variants = variantKeys.map((variant_key): VariantJudgement => {
      const records = recordsOf(variant_key, line.price_type, line.price_list)
      const follows = amountAt(records, line.effective_at, before[index])
      const status = statusOf(line, { amount: follows ?? null })
      counts[status]++
      return { variant_key, status, follows: follows ?? null }
    })
    return { status: wholeStatus(counts), variants }
  })
}
