/**
 * A moment as whole microseconds since 1970-01-01T00:00:00Z.
 *
 * A JavaScript number: exact to the microsecond until the year 2255 and to the second until 9999.
 */
export type Instant = number

/** The moment as ISO 8601 text in UTC, to the millisecond. */
export const instantToText = (instant: Instant): string => new Date(Math.floor(instant / 1000)).toISOString()

/** The same with every digit. */
export const instantToExactText = (instant: Instant): string => {
  const micros = ((instant % 1000) + 1000) % 1000
  const text = instantToText(instant)
  return micros === 0 ? text : text.replace("Z", `${String(micros).padStart(3, "0")}Z`)
}

/** The moment of a clock reading in milliseconds. */
export const instantFromMillis = (millis: number): Instant => millis * 1000
