import * as DateTime from "effect/DateTime"
import { type EffectiveFromParts, parseEffectiveFrom } from "../EffectiveFrom.ts"
import {
  type BrandedInstant,
  type Instant,
  instantFromMicros,
  instantToExactText,
  isWithinYears,
} from "../Instant.ts"

/** A date and time of day as clocks show it. */
type WallTime = Omit<EffectiveFromParts, "microsecond" | "offset">

/** The milliseconds since 1970 at which clocks of UTC show that time; a day beyond its month is one of the next. */
const wallTimeInUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  // Date.UTC reads the years 0 to 99 as 1900 to 1999
  new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year, month - 1, day)

const instantOf = (text: string, timeZone: string): BrandedInstant | undefined => {
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

/** Instants by time zone and text: prices share their dates, and one takes 8 µs to be found where clocks change. */
const known = new Map<string, Map<string, BrandedInstant>>()
const mostKnown = 20_000
let count = 0

/**
 * The instant at which an `effective_from` begins, in microseconds; `undefined` where the text is not one, or begins
 * outside of the years 0001 to 9999 in UTC, in which answers have it.
 *
 * A date is the start of that day in the brand's time zone; a date-time without offset is wall-clock time
 * there. Where clocks jump forward over the wall time, it is the moment of the jump plus what was skipped
 * (for a date: the first moment of the day); where they repeat it, the first of the two. As RFC 5545 §3.3.5.
 */
export const effectiveInstant = (text: string, timeZone: string): BrandedInstant | undefined => {
  const before = known.get(timeZone)?.get(text)
  if (before !== undefined) return before
  const instant = instantOf(text, timeZone)
  if (instant === undefined || !isWithinYears(instant)) return undefined
  if (++count > mostKnown) {
    known.clear()
    count = 1
  }
  const ofZone = known.get(timeZone) ?? new Map<string, BrandedInstant>()
  known.set(timeZone, ofZone.set(text, instant))
  return instant
}

/** How an instant is written in a time zone: as it was, unless the zone that it was written in is another one by now. */
export type WrittenAt = (text: string, at: Instant) => string

export const writtenIn =
  (timeZone: string): WrittenAt =>
  (text, at) =>
    effectiveInstant(text, timeZone) === at ? text : instantToExactText(at)

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

const pad = (number: number, length = 2) => String(number).padStart(length, "0")

/** The day that is N days after the one that it is in the zone at an instant, as a date. */
export const dayAfter = (at: Instant, days: number, timeZone: string): string => {
  const parts = DateTime.toParts(DateTime.makeZonedUnsafe(Math.floor(at / 1000), { timeZone }))
  const date = new Date(wallTimeInUtc({ ...parts, day: parts.day + days, hour: 0, minute: 0, second: 0 }))
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
}

/** When clocks of the zone show the same time a day later, which is 23 to 25 hours after it where they are changed. */
export const nextDay = (at: Instant, timeZone: string): Instant => {
  const millis = Math.floor(at / 1000)
  const next = DateTime.add(DateTime.makeZonedUnsafe(millis, { timeZone }), { days: 1 })
  return at + (DateTime.toEpochMillis(next) - millis) * 1000
}

/** Whether clocks of the zone pass over the local time of an `effective_from`, or show it twice. */
export const isClockChange = (text: string, timeZone: string): boolean => {
  const parts = parseEffectiveFrom(text)
  if (parts === undefined || parts.offset !== undefined || timeZone === "UTC") return false
  const asUtc = wallTimeInUtc(parts)
  const read = (disambiguation: "earlier" | "later") =>
    DateTime.makeZoned(asUtc, { timeZone, adjustForTimeZone: true, disambiguation })
  const [earlier, later] = [read("earlier"), read("later")]
  return (
    earlier._tag === "Some" &&
    later._tag === "Some" &&
    DateTime.toEpochMillis(earlier.value) !== DateTime.toEpochMillis(later.value)
  )
}
