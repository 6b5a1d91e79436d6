import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import type { InvalidField } from "../kernel/errors.ts"
import { requireNoFaults, valueFault } from "../kernel/faults.ts"
import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import { once } from "../kernel/rules/once.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import type { ListsByKey } from "../lists/rules/listChain.ts"
import { listSpans } from "../lists/rules/listSpans.ts"
import { listsBelow } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import type { TimedLine } from "./rules/futureRecords.ts"

const byKey = (lists: ReadonlyArray<StoredPriceList>): ListsByKey =>
  new Map(lists.map((list) => [list.price_list, list]))

/** A price list that a request names, and where; null, or left out: `base`. */
interface Named {
  readonly loc: ReadonlyArray<string | number>
  readonly price_list?: string | null | undefined
}

/** Null and left out mean `base`, which a caller may be kept from: then a list has to be named. */
const isElsewhere = (principal: Principal, price_list: string | null) =>
  price_list === null || price_list === basePriceList ? !seesPriceList(principal, basePriceList) : true

/**
 * Fails with each list that the organization does not have or the caller is not bound to, at its place. Where the host keeps no lists
 * there is `base` alone. Gives the others that are named, by their keys.
 */
export const requireLists = Effect.fnUntraced(function* (principal: Principal, named: ReadonlyArray<Named>) {
  const others = named.filter(({ price_list = null }) => isElsewhere(principal, price_list))
  if (others.length === 0) return byKey([])
  const keys = new Set(others.map(({ price_list = null }) => price_list ?? basePriceList))
  const only = keys.size === 1 ? [...keys][0] : undefined
  const known = byKey(yield* savedLists(principal.organization, only))
  yield* requireNoFaults(
    others.flatMap(({ loc, price_list = null }): InvalidField | ReadonlyArray<InvalidField> => {
      if (price_list === null) return valueFault(loc, price_list, "name one of your price lists")
      if (seesPriceList(principal, price_list) && known.has(price_list)) return []
      return valueFault(loc, price_list, "there is no such price list")
    }),
  )
  return known
})

/** The lists, by which prices are judged; none where the host keeps no lists, nor where `of` names `base` alone, which has no policy. */
export const readListPolicies = (organization: string, of?: ReadonlyArray<string>) =>
  of?.every((key) => key === basePriceList) === true
    ? Effect.succeed(byKey([]))
    : Effect.map(savedLists(organization), byKey)

/** Where prices of some lists are looked for, and which lists these are; undefined where nothing stands above them, as nothing does above `base`. */
export const readListsAbove = Effect.fnUntraced(function* (organization: string, of: ReadonlyArray<string>) {
  const keys = of.filter((key) => key !== basePriceList)
  if (keys.length === 0) return undefined
  const saved = yield* savedLists(organization, keys.length === 1 ? keys[0] : undefined)
  const lists = withBase(saved)
  const spans = new Map(keys.map((key) => [key, listSpans(lists, key)]))
  const looked = [...spans.values()].flatMap((each) => each.flatMap((span) => span.lists))
  return {
    spansOf: (key: string) => spans.get(key) ?? [],
    price_lists: [...new Set([...keys, ...looked])],
  }
})

/** Of each line the lists below its own when it begins that the caller may know of, and every list whose prices tell what these show. */
export const readListsBelow = Effect.fnUntraced(function* (
  principal: Principal,
  lines: ReadonlyArray<TimedLine>,
) {
  const lists = withBase(yield* savedLists(principal.organization))
  const belowLine = once(
    ({ price_list, effective_at }: TimedLine) =>
      listsBelow(lists, price_list, effective_at).filter((each) => seesPriceList(principal, each.price_list)),
    ({ price_list, effective_at }) => `${effective_at} ${price_list}`,
  )
  const below = lines.map(belowLine)
  const looked = [...new Set(below)].flat().flatMap(({ before }) => before)
  return { below, price_lists: [...new Set(looked)] }
})
