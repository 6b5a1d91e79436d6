import * as Effect from "effect/Effect"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { isRead, type ListsOf, namesList } from "./rules/exportColumns.ts"
import { exportKnownAt, exportPricesAt } from "./rules/exportPrices.ts"

const none: ListsOf = () => undefined

/** The price lists that a request names where they are read. */
export const listsNamed = ({ export_mode, column_mappings }: ExportRequest): ReadonlyArray<string> => {
  const named = (column_mappings ?? []).filter((each) => isRead(export_mode, each) && namesList(each))
  return [...new Set(named.map(({ price_list }) => price_list!))]
}

/**
 * Where the prices of the lists that a request names are looked for, as lists stand at the instant of its prices. Nothing is read where it
 * names none, nor where the host keeps no lists.
 */
export const exportLists = Effect.fnUntraced(function* (
  organization: string,
  request: ExportRequest,
  asked: BrandedInstant,
) {
  const keys = listsNamed(request)
  if (keys.length === 0) return none
  const knownAt = exportKnownAt(request)
  const only = keys.length === 1 ? keys[0] : undefined
  const lists = withBase(yield* savedLists(organization, only, knownAt !== undefined))
  const at = exportPricesAt(request, asked)
  const listsOf: ListsOf = (key) =>
    lists.has(key) ? openLists(listsLookedIn(lists, key, at, knownAt)) : undefined
  return listsOf
})
