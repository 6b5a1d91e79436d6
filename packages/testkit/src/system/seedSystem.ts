import { instantToText } from "@hangtag/core"
import { savePriceLists } from "@hangtag/core/adapter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { allStored } from "../seed/allStored.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { readNdjson } from "../seed/readNdjson.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import { seededAt } from "../seed/seededAt.ts"
import { standingClock } from "./standingClock.ts"

/** As an import of its lines: price lists that one refuses are refused, by its words. */
const seedLines = Effect.fnUntraced(function* (
  organization: string,
  { price_lists = [], ...others }: CatalogSeed,
) {
  const { clock } = standingClock(instantToText(seededAt))
  const saving = savePriceLists(organization, price_lists, { by: "seed", began: seededAt })
  if (price_lists.length > 0)
    yield* allStored("price lists", yield* Effect.provideService(saving, Clock.Clock, clock))
  yield* seedCatalog(organization, others)
})

/** Writes what a test system is to hold: entries as they are, a text as a file of a catalog. */
export const seedSystem = (organization: string, seed: CatalogSeed | string) =>
  typeof seed === "string" ? seedLines(organization, readNdjson(seed)) : seedCatalog(organization, seed)
