import { type Instant, instantFromMicros } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { goneAt } from "./priceInForce.ts"

/**
 * The record with its instants to come as another time zone has them; undefined where that changes none of them. What has begun
 * by `at` stays, as does the end of what is over, and anything that is withdrawn.
 */
export const movedToZone = (record: PriceRecord, timeZone: string, at: Instant): PriceRecord | undefined => {
  const { effective_from, effective_at, ends, withdrawn } = record
  if (withdrawn !== undefined) return undefined
  const begins =
    effective_at > at ? (effectiveInstant(effective_from, timeZone) ?? effective_at) : effective_at
  const isToEnd = ends !== undefined && ends.at > at && ends.at === goneAt(record)
  const over = isToEnd ? (effectiveInstant(ends.until, timeZone) ?? ends.at) : ends?.at
  if (begins === effective_at && over === ends?.at) return undefined
  const was = { at: instantFromMicros(at), effective_at, ends_at: ends?.at ?? null }
  return {
    ...record,
    effective_at: begins,
    ...(ends && { ends: { ...ends, at: over! } }),
    rezoned: [...(record.rezoned ?? []), was],
  }
}
