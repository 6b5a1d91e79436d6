import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { instantFromMillis } from "./Instant.ts"

/** Now, by the host's `Clock`. */
export const currentInstant = Effect.map(Clock.currentTimeMillis, instantFromMillis)
