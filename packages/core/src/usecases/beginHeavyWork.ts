import * as Effect from "effect/Effect"
import type { TooManyOpen } from "../contract/errors.ts"
import { HeavyWork } from "../ports/HeavyWork.ts"

/** Pairs or records that are worked off in some milliseconds. */
const few = 5_000

/** Waits for a place among heavy calls where there is so much to do. */
export const beginHeavyWork = (much: number): Effect.Effect<void, TooManyOpen> =>
  much <= few ? Effect.void : Effect.flatMap(HeavyWork, ({ begin }) => begin)
