import * as DateTime from "effect/DateTime"
import type { Instant } from "../contract/Instant.ts"

/** What no clock shows: of moments that fall outside of the years 0 to 9999 there. */
const outside = "0000-00-00T00:00:00.000000"

const offsetMillis = (millis: number, timeZone: string): number => {
  if (timeZone === "UTC") return 0
  const zoned = DateTime.makeZoned(millis, { timeZone })
  return zoned._tag === "None" ? 0 : DateTime.zonedOffset(zoned.value)
}

/** The moment as clocks in the time zone show it, always of this form: `2026-12-01T09:00:00.123456`. */
export const localDateTime = (instant: Instant, timeZone: string): string => {
  const millis = Math.floor(instant / 1000)
  const shown = new Date(millis + offsetMillis(millis, timeZone)).toISOString()
  if (shown.length !== 24) return outside
  return shown.slice(0, 23) + String(instant - millis * 1000).padStart(3, "0")
}
