import * as Effect from "effect/Effect"
import { InvalidRequest } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"
import { effectiveInstant } from "../domain/effectiveInstant.ts"

/** Refuses a moment that a caller names. */
export const momentRefused = (name: string, input: string, msg: string) =>
  new InvalidRequest({ fields: [{ loc: [name], type: "value_error", msg: `Value error, ${msg}`, input }] })

/** The instant of a date or date-time of the brand's zone. */
export const momentIn = (
  timeZone: string,
  name: string,
  text: string,
): Effect.Effect<Instant, InvalidRequest> => {
  const instant = effectiveInstant(text, timeZone)
  return instant === undefined
    ? Effect.fail(momentRefused(name, text, "expected an ISO 8601 date or date-time"))
    : Effect.succeed(instant)
}
