import type { EffectiveFromParts } from "../EffectiveFrom.ts"

/** A date and time of day as clocks show it. */
type WallTime = Omit<EffectiveFromParts, "microsecond" | "offset">

/** The milliseconds since 1970 at which clocks of UTC show that time; a day beyond its month is one of the next. */
export const wallTimeInUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  // Date.UTC reads the years 0 to 99 as 1900 to 1999
  new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year, month - 1, day)
