import { namedList } from "../../kernel/basePriceList.ts"
import { type Instant, instantToText } from "../../kernel/Instant.ts"
import type { CollisionKind, FutureRecord, PrefillLine } from "../ColorwayPreview.ts"
import { asAnswered, type PriceRecord } from "../PriceRecord.ts"
import { priceOrderByPair, typeName } from "./pairs.ts"
import { isWithdrawn } from "./priceInForce.ts"

/** A submitted line together with the instant of its `effective_from` in the brand's time zone. */
export interface TimedLine extends PrefillLine {
  readonly price_list: string
  readonly effective_at: Instant
}

/**
 * How a future record and a line of the same variant and price type meet.
 *
 * `same_instant`: both begin at once. `overridden_later`: the record takes over after the line's instant.
 * `leapfrogged`: the line's instant comes after the record's, so that the record holds in between.
 */
export const collisionKind = (record: Instant, line: Instant): CollisionKind =>
  record === line ? "same_instant" : record > line ? "overridden_later" : "leapfrogged"

/** Whether the record was there at an instant already, as far as it is known when it was made. */
export const existedAt = ({ made_at }: Pick<PriceRecord, "made_at">, at: Instant): boolean =>
  made_at === undefined || made_at <= at

/**
 * The draft and active records strictly after `now` that are not withdrawn, each with the lines it collides with, in a total order of
 * variant key, price type, price list, instant, sequence. A record at `now` itself is in force, not future.
 */
export const futureRecords = (
  records: Iterable<PriceRecord>,
  lines: ReadonlyArray<TimedLine>,
  now: Instant,
): Array<FutureRecord> => {
  const linesOfType = Map.groupBy(
    lines.map((line, index) => ({ ...line, index })),
    typeName,
  )
  return Array.from(records)
    .filter((record) => record.effective_at > now && !isWithdrawn(record, now))
    .sort(priceOrderByPair)
    .map((record) => ({
      record_key: record.record_key,
      variant_key: record.variant_key,
      price_type: record.price_type,
      ...namedList(record.price_list),
      ...asAnswered(record),
      effective_from: record.effective_from,
      status: record.status,
      batch_key: record.batch_key,
      ...(record.returns_from !== undefined && { returns_from: record.returns_from }),
      ...(record.withdrawn === undefined ? {} : { withdrawn_at: instantToText(record.withdrawn.at) }),
      collisions: (linesOfType.get(typeName(record)) ?? []).map((line) => ({
        line: line.index,
        kind: collisionKind(record.effective_at, line.effective_at),
      })),
    }))
}
