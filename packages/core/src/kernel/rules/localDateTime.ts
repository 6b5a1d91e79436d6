import * as DateTime from "effect/DateTime"
import type { Instant } from "../Instant.ts"

/** What no clock shows: of moments that fall outside of the years 0 to 9999 there. */
const outside = "0000-00-00T00:00:00.000000"

const computedOffset = (millis: number, timeZone: string): number => {
  const zoned = DateTime.makeZoned(millis, { timeZone })
  return zoned._tag === "None" ? 0 : DateTime.zonedOffset(zoned.value)
}

// Since 1973 no clock was ever set at another moment than a quarter of an hour of UTC. An offset takes ten times as long
// to compute as everything else here, and the products of a catalog were mostly written in few of these quarters.
const quarter = 900_000
const quarterly = Date.UTC(1973, 0)
const most = 10_000
let known = new Map<string, number>()

const offsetMillis = (millis: number, timeZone: string): number => {
  if (timeZone === "UTC") return 0
  if (millis < quarterly) return computedOffset(millis, timeZone)
  const key = `${Math.floor(millis / quarter)} ${timeZone}`
  const before = known.get(key)
  if (before !== undefined) return before
  const offset = computedOffset(millis, timeZone)
  if (known.size >= most) known = new Map()
  known.set(key, offset)
  return offset
}

/** The moment as clocks in the time zone show it, always of this form: `2026-12-01T09:00:00.123456`. */
export const localDateTime = (instant: Instant, timeZone: string): string => {
  const millis = Math.floor(instant / 1000)
  const shown = new Date(millis + offsetMillis(millis, timeZone)).toISOString()
  if (shown.length !== 24) return outside
  return shown.slice(0, 23) + String(instant - millis * 1000).padStart(3, "0")
}
