import * as Effect from "effect/Effect"
import { currentInstant } from "../kernel/Instant.ts"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { seesPriceList } from "../kernel/Principal.ts"
import { compareText } from "../kernel/rules/compareText.ts"
import { matchesWords } from "../kernel/rules/searchWords.ts"
import { PriceListPage, PriceListQuery } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists } from "./readPriceLists.ts"
import { shownTo } from "./rules/shownList.ts"

/** Lists price lists by key, as they stand now. Needs `price:read`. */
export const listPriceLists = operation({
  name: "listPriceLists",
  permission: "price:read",
  input: PriceListQuery,
  output: PriceListPage,
  errors: [],
  ports: [PriceListRepository],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, { search, after, limit }) {
    const lists = yield* readPriceLists(principal.organization)
    const now = yield* currentInstant
    const matching = [...lists.values()]
      .filter(({ price_list }) => seesPriceList(principal, price_list))
      .filter(({ price_list, name }) => matchesWords(search, [price_list, name]))
      .sort((a, b) => compareText(a.price_list, b.price_list))
    const rest = matching.filter(({ price_list }) => after === null || compareText(price_list, after) > 0)
    const items = rest.slice(0, limit).map((list) => shownTo(principal, lists)(list, now))
    return pageOf(
      { items, total: matching.length, isEnd: rest.length <= limit },
      ({ price_list }) => price_list,
    )
  }),
})
