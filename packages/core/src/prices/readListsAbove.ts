import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basePriceList } from "../kernel/basePriceList.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { listSpans } from "../lists/rules/listSpans.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { type ListedType, listsOf } from "./rules/pairName.ts"
import type { GuardRails } from "./rules/warnings/guardRails.ts"

/** What policies compare as their lists show it. */
export const limited = <Line extends ListedType>(
  lines: ReadonlyArray<Line>,
  rails: Pick<GuardRails, "policy" | "lists">,
): ReadonlyArray<Line> =>
  lines.filter(
    ({ price_type, price_list }) =>
      (price_type === "MAP" || price_type === "MSRP") &&
      (rails.lists?.get(price_list) ?? rails).policy.map_at_most_msrp,
  )

/** The lists, by which prices are judged; none where the host keeps no lists, nor where `of` names `base` alone, which has no policy. */
export const readListPolicies = Effect.fnUntraced(function* (
  organization: string,
  of?: ReadonlyArray<string>,
) {
  const port = yield* Effect.serviceOption(PriceListRepository)
  const isNone = Option.isNone(port) || of?.every((key) => key === basePriceList) === true
  const lists = isNone ? [] : yield* port.value.all(organization)
  return new Map(lists.map((list) => [list.price_list, list] as const))
})

/**
 * Where prices of the lists of some types are looked for, and which lists these are; undefined where nothing stands above them, as nothing does
 * above `base`.
 */
export const readListsAbove = Effect.fnUntraced(function* (
  organization: string,
  types: ReadonlyArray<ListedType>,
) {
  const keys = types.length === 0 ? [] : listsOf(types).filter((key) => key !== basePriceList)
  const port = yield* Effect.serviceOption(PriceListRepository)
  if (keys.length === 0 || Option.isNone(port)) return undefined
  const saved = yield* port.value.all(organization, false, keys.length === 1 ? keys[0] : undefined)
  const lists = withBase(saved)
  const spans = new Map(keys.map((key) => [key, listSpans(lists, key)]))
  const looked = [...spans.values()].flatMap((each) => each.flatMap((span) => span.lists))
  return {
    spansOf: (key: string) => spans.get(key) ?? [],
    price_lists: [...new Set([...keys, ...looked])],
  }
})
