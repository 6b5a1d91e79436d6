import { currentInstant } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"

/** A moment at which all is known that was written until then, and nothing that is written from now on. */
export const betweenWrites = Effect.gen(function* () {
  const moment = yield* currentInstant
  // clocks go by milliseconds
  while ((yield* currentInstant) <= moment) yield* Effect.yieldNow
  return moment
})
