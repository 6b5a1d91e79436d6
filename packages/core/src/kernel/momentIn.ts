import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { parseEffectiveFrom } from "./EffectiveFrom.ts"
import type { InvalidRequest } from "./errors.ts"
import { beyondYears, invalidValue } from "./faults.ts"
import { type BrandedInstant, instantFromMillis, isWithinYears } from "./Instant.ts"
import { effectiveInstant } from "./rules/effectiveInstant.ts"

/** A moment that a caller names: a `Date`, or the text of a date or date-time. Which instant it is depends on the zone (`momentIn`). */
export const Moment = Schema.declare((value): value is Date | string => value !== null, {
  expected: "a Date, or an ISO 8601 date or date-time",
  isMoment: true,
  toCodecJson: () =>
    Schema.link<Date | string>()(
      Schema.String,
      SchemaTransformation.transform({ decode: (text): Date | string => text, encode: String }),
    ),
})

/** The instant of a date-time with offset, for which no brand's zone is asked. */
export const instantNamed = (
  name: string,
  text: string,
  otherwise = "since brands have days of their own",
): Effect.Effect<BrandedInstant, InvalidRequest> =>
  parseEffectiveFrom(text)?.offset === undefined
    ? Effect.fail(
        invalidValue(
          name,
          text,
          `expected an ISO 8601 date-time with offset, such as 2026-12-01T00:00:00Z, ${otherwise}`,
        ),
      )
    : momentIn("UTC", name, text)

/**
 * The instant of a `Date`, or of the text of a date or date-time in the brand's zone. A number is refused: no one can
 * tell whether it is seconds, milliseconds or more.
 */
export const momentIn = (
  timeZone: string,
  name: string,
  given: Date | string,
): Effect.Effect<BrandedInstant, InvalidRequest> => {
  const isText = typeof given === "string"
  const millis = given instanceof Date ? given.getTime() : Number.NaN
  const instant = isText ? effectiveInstant(given, timeZone) : instantFromMillis(millis)
  if (instant !== undefined && isWithinYears(instant)) return Effect.succeed(instant)
  const isMoment = isText ? parseEffectiveFrom(given) !== undefined : !Number.isNaN(millis)
  const expected = `expected ${isText ? "" : "a Date, or "}an ISO 8601 date or date-time`
  return Effect.fail(invalidValue(name, given, isMoment ? beyondYears : expected))
}
