import * as Effect from "effect/Effect"
import type { PriceSheetJob } from "../exports/PriceSheetAsked.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import type { Instant } from "../kernel/Instant.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { SheetPair } from "./rules/priceSheetRows.ts"

/** The prices that a sheet has, type by type, with where each list looked for them at an instant. */
export const sheetPairs = Effect.fnUntraced(function* (
  organization: string,
  { price_types, price_lists = [basePriceList] }: PriceSheetJob["price_sheet"],
  at: Instant,
) {
  const isBase = price_lists.every((list) => list === basePriceList)
  const lists = withBase(isBase ? [] : yield* savedLists(organization))
  return price_types.flatMap((price_type) =>
    price_lists.map(
      (price_list): SheetPair => ({
        price_type,
        price_list,
        lists: openLists(listsLookedIn(lists, price_list, at)),
      }),
    ),
  )
})
