import * as DateTime from "effect/DateTime"
import { parseEffectiveFrom } from "../EffectiveFrom.ts"
import type { Instant } from "../Instant.ts"
import { wallTimeInUtc } from "./wallTimeInUtc.ts"

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
