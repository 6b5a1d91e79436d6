import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * A moment as whole microseconds since 1970-01-01T00:00:00Z.
 *
 * A JavaScript number: exact to the microsecond after the year 1684 and before 2255, and to the millisecond in all others from 1 to 9999.
 */
export type Instant = number

/**
 * An `Instant` that was made as one, by `effectiveInstant`, `instantFromMicros` or `instantFromMillis`: what adapters give.
 * A clock's milliseconds do not compile.
 */
export const BrandedInstant = Schema.Finite.check(
  // some years more than 1 to 9999: what their last days are in other zones is among them
  Schema.isBetween({ minimum: -63e15, maximum: 254e15 }),
).pipe(Schema.brand("Instant"))
export type BrandedInstant = typeof BrandedInstant.Type

/** Whether a text of ISO 8601 can say the instant in UTC: of the years 0001 to 9999, up to the last millisecond, whatever zone it came in. */
export const isWithinYears = (instant: Instant): boolean =>
  instant >= -62_135_596_800e6 && instant <= 253_402_300_799_999e3

/** The moment as ISO 8601 text in UTC, to the millisecond. */
export const instantToText = (instant: Instant): string => new Date(Math.floor(instant / 1000)).toISOString()

/** The same with every digit that the number is exact to. */
export const instantToExactText = (instant: Instant): string => {
  if (Math.abs(instant) > Number.MAX_SAFE_INTEGER) return instantToText(instant + 500)
  const micros = ((instant % 1000) + 1000) % 1000
  const text = instantToText(instant)
  return micros === 0 ? text : text.replace("Z", `${String(micros).padStart(3, "0")}Z`)
}

/** A moment as text, where there is one. */
export const textOrNull = (
  instant: Instant | null | undefined,
  textOf: (instant: Instant) => string = instantToText,
): string | null => (instant == null ? null : textOf(instant))

/** The moment of a count of microseconds. */
export const instantFromMicros = (micros: number): BrandedInstant => micros as BrandedInstant

/** The first moment of some. */
export const earliestOf = (first: Instant, others: ReadonlyArray<Instant>): BrandedInstant =>
  instantFromMicros(others.reduce((least, at) => Math.min(least, at), first))

/** The moment of a clock reading in milliseconds. */
export const instantFromMillis = (millis: number): BrandedInstant => instantFromMicros(millis * 1000)

/** Now, by the host's `Clock`. */
export const currentInstant = /* @__PURE__ */ Effect.map(Clock.currentTimeMillis, instantFromMillis)
