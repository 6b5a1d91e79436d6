import * as Schema from "effect/Schema"

/** The calendar parts of an `effective_from`; `offset` is minutes east of UTC, absent where the brand's zone decides. */
export interface EffectiveFromParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly microsecond: number
  readonly offset?: number
}

const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,6})0{0,3})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/** The calendar is the same every 400 years, and `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/**
 * Reads an ISO 8601 calendar date or date-time in extended format, years 0001 to 9999, to the microsecond.
 *
 * `undefined` for anything else: other notations, days that do not exist, and fractions finer than a
 * microsecond, which could only be rounded.
 */
export const parseEffectiveFrom = (text: string): EffectiveFromParts | undefined => {
  const match = ISO_8601.exec(text)
  if (match === null) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const microsecond = Number((match[7] ?? "").padEnd(6, "0"))
  const parts = { year, month, day, hour, minute, second, microsecond }
  const zone = match[8]
  if (zone === undefined) return parts
  if (zone === "Z") return { ...parts, offset: 0 }
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))]
  if (hours > 23 || minutes > 59) return undefined
  return { ...parts, offset: (zone[0] === "-" ? -1 : 1) * (hours * 60 + minutes) }
}

/** When a price takes effect: an ISO 8601 date or date-time, kept as the text that came in (`effectiveInstant`). */
export const EffectiveFrom = Schema.String.check(
  Schema.makeFilter((text: string) => parseEffectiveFrom(text) !== undefined, {
    expected: "an ISO 8601 date or date-time, such as 2026-12-01 or 2026-12-01T09:00:00-05:00",
    dateForm: true,
  }),
)
