import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import { compareText } from "../kernel/rules/compareText.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { type ListBelow, listsBelow } from "../lists/rules/listsBelow.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { TimedLine } from "./rules/futureRecords.ts"

/** Of each line the lists below its own when it begins that the caller may know of, and every list whose prices tell what these show. */
export const showingLists = Effect.fnUntraced(function* (
  principal: Principal,
  lines: ReadonlyArray<TimedLine>,
) {
  const port = yield* Effect.serviceOption(PriceListRepository)
  const saved = Option.isNone(port) ? [] : yield* port.value.all(principal.organization)
  const lists = withBase(saved.toSorted((a, b) => compareText(a.price_list, b.price_list)))
  const known = new Map<string, ReadonlyArray<ListBelow>>()
  const below = lines.map(({ price_list, effective_at }) => {
    const name = JSON.stringify([price_list, effective_at])
    const found =
      known.get(name) ??
      listsBelow(lists, price_list, effective_at).filter((each) => seesPriceList(principal, each.price_list))
    known.set(name, found)
    return found
  })
  const looked = [...known.values()].flat().flatMap(({ before }) => before)
  return { below, price_lists: [...new Set(looked)] }
})
