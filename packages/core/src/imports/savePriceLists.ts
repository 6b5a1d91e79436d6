import * as Effect from "effect/Effect"
import { currentInstant } from "../kernel/Instant.ts"
import { keyFault } from "../kernel/keyFault.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { readPriceLists } from "../lists/readPriceLists.ts"
import { placed } from "../lists/rules/placementRefusal.ts"
import type { WriteResult } from "./CatalogWriter.ts"
import type { PriceListEntry } from "./PriceListEntry.ts"
import { importedList, type ListsSaid, namedParents, parentsFirst } from "./rules/importedList.ts"

/** Makes and changes the price lists of a file, in one turn of the organization; repeating that changes nothing. */
export const savePriceLists = Effect.fn("savePriceLists")(function* (
  organization: string,
  entries: ReadonlyArray<PriceListEntry>,
  said: Omit<ListsSaid, "known_at">,
) {
  const { atomically } = yield* Transaction
  const { lock, save } = yield* PriceListRepository
  const saveAll = Effect.gen(function* () {
    yield* lock(organization)
    const known_at = yield* currentInstant
    const lists = new Map(yield* readPriceLists(organization))
    const named = namedParents(entries)
    const counts = { inserted: 0, updated: 0, unchanged: 0 }
    const rejected: Array<WriteResult["rejected"][number]> = []
    for (const [index, entry] of parentsFirst(entries, lists.keys())) {
      const fault = keyFault(entry)
      const result =
        fault === undefined ? importedList(lists, entry, { ...said, known_at }, named) : { rejected: fault }
      if (result === "unchanged") counts.unchanged++
      else if ("rejected" in result) rejected.push({ index, reason: result.rejected })
      else {
        const { isNew, list, placement } = result
        const { placements: _, ...saved } = list
        yield* save(organization, saved, placement)
        lists.set(list.price_list, placement === null ? list : placed(list, placement))
        counts[isNew ? "inserted" : "updated"]++
      }
    }
    return { ...counts, rejected } satisfies WriteResult as WriteResult
  })
  return yield* atomically(saveAll)
})
