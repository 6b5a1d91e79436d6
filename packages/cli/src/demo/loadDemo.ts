import { loadEntries } from "@hangtag/catalog-files"
import { instantToText } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { demoCatalog } from "./demoCatalog.ts"

/** Loads the demo catalog; its prices lie around `today`, an ISO date, by default the clock's in UTC. */
export const loadDemo = Effect.fn("loadDemo")(function* (organization: string = "demo", today?: string) {
  const day = today ?? instantToText(yield* currentInstant).slice(0, 10)
  return yield* loadEntries(demoCatalog(day), organization)
})
