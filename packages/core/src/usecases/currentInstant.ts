import { Clock, Effect } from "effect"
import { instantFromMillis } from "../contract/Instant.ts"

/** Now, by the host's `Clock`. */
export const currentInstant = Effect.map(Clock.currentTimeMillis, instantFromMillis)
