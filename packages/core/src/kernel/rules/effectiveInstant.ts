import * as DateTime from "effect/DateTime"
import { parseEffectiveFrom } from "../EffectiveFrom.ts"
import { type BrandedInstant, type Instant, instantFromMicros, instantToExactText } from "../Instant.ts"
import { wallTimeInUtc } from "./wallTimeInUtc.ts"

/**
 * The instant at which an `effective_from` begins, in microseconds; `undefined` where the text is not one.
 *
 * A date is the start of that day in the brand's time zone; a date-time without offset is wall-clock time
 * there. Where clocks jump forward over the wall time, it is the moment of the jump plus what was skipped
 * (for a date: the first moment of the day); where they repeat it, the first of the two. As RFC 5545 §3.3.5.
 */
export const effectiveInstant = (text: string, timeZone: string): BrandedInstant | undefined => {
  const parts = parseEffectiveFrom(text)
  if (parts === undefined) return undefined
  const { microsecond, offset } = parts
  const asUtc = wallTimeInUtc(parts)
  if (offset !== undefined) return instantFromMicros((asUtc - offset * 60_000) * 1000 + microsecond)
  if (timeZone === "UTC") return instantFromMicros(asUtc * 1000 + microsecond)
  const zoned = DateTime.makeZoned(asUtc, { timeZone, adjustForTimeZone: true, disambiguation: "compatible" })
  return zoned._tag === "None"
    ? undefined
    : instantFromMicros(DateTime.toEpochMillis(zoned.value) * 1000 + microsecond)
}

/** How an instant is written in a time zone: as it was, unless the zone that it was written in is another one by now. */
export type WrittenAt = (text: string, at: Instant) => string

/** Finds each text's instant once. */
export const writtenIn = (timeZone: string): WrittenAt => {
  const known = new Map<string, Instant | undefined>()
  return (text, at) => {
    if (!known.has(text)) known.set(text, effectiveInstant(text, timeZone))
    return known.get(text) === at ? text : instantToExactText(at)
  }
}

export const writtenAt = (text: string, at: Instant, timeZone: string): string =>
  writtenIn(timeZone)(text, at)

/** The records as they are shown: when each begins is `writtenIn` the time zone. */
export const shownIn = (timeZone: string) => {
  const written = writtenIn(timeZone)
  return <Record extends { readonly effective_from: string; readonly effective_at: Instant }>(
    record: Record,
  ): Record => {
    const effective_from = written(record.effective_from, record.effective_at)
    return effective_from === record.effective_from ? record : { ...record, effective_from }
  }
}

/** Tells whether the name is an IANA time zone that this runtime knows. */
export const isTimeZone = (name: string): boolean => DateTime.zoneMakeNamed(name)._tag === "Some"
