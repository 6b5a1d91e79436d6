import type { JobRecord, JobRequest } from "@hangtag/core"
import { exportKnownAt, type StaleReading, StaleReads } from "@hangtag/core/adapter"
import { Effect } from "effect"

const caughtUp: StaleReading = { allowed: "caught-up", note: () => {} }

/**
 * Has the first run of an export read a copy that has caught up with what is there now; another run reads the data itself, since the
 * copy may be what the first one came to nothing by. So does one of what was known at a moment: it waits for who writes, which no copy knows.
 */
export const fromCopy = ({ attempt }: JobRecord, request: JobRequest) => {
  const isKnown = "price_known_at" in request && exportKnownAt(request) !== undefined
  return Effect.provideService(StaleReads, attempt > 1 || isKnown ? undefined : caughtUp)
}
