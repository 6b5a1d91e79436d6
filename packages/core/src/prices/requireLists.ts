import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import { type InvalidField, InvalidRequest } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"

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
  if (others.length === 0) return new Map<string, StoredPriceList>()
  const port = yield* Effect.serviceOption(PriceListRepository)
  const keys = new Set(others.map(({ price_list = null }) => price_list ?? basePriceList))
  const only = keys.size === 1 ? [...keys][0] : undefined
  const lists = Option.isNone(port) ? [] : yield* port.value.all(principal.organization, false, only)
  const known = new Map(lists.map((list) => [list.price_list, list]))
  const fields = others.flatMap(({ loc, price_list = null }): InvalidField | ReadonlyArray<InvalidField> => {
    if (price_list === null) return valueFault(loc, price_list, "name one of your price lists")
    if (seesPriceList(principal, price_list) && known.has(price_list)) return []
    return valueFault(loc, price_list, "there is no such price list")
  })
  if (fields.length > 0) return yield* new InvalidRequest({ fields: fields.slice(0, mostFaults) })
  return known
})
