import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../kernel/errors.ts"
import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import type { StoredPriceList } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import type { ListsByKey } from "./rules/listChain.ts"
import { sheetLists } from "./rules/sheetLists.ts"
import { withBase } from "./rules/shownList.ts"

/**
 * Every list of the organization by its key, `base` among them; `wasKnown`: for what was known at moments that are past; `above`: at least
 * what a list of this key may show prices of.
 */
export const readPriceLists = Effect.fnUntraced(function* (
  organization: string,
  wasKnown = false,
  above?: string,
) {
  const { all } = yield* PriceListRepository
  return withBase(yield* all(organization, wasKnown, above))
})

/** The list of a key, where the caller may know of it. Fails with `NotFound`. */
export const requireList = (
  principal: Principal,
  lists: ListsByKey,
  key: string,
): Effect.Effect<StoredPriceList, NotFound> => {
  const list = lists.get(key)
  return list === undefined || !seesPriceList(principal, key)
    ? Effect.fail(new NotFound({ resource: "price list", key }))
    : Effect.succeed(list)
}

/** The lists that change sheets may be of; `base` alone where the host keeps none. */
export const readSheetLists = Effect.fnUntraced(function* (organization: string) {
  const port = yield* Effect.serviceOption(PriceListRepository)
  return sheetLists(withBase(Option.isNone(port) ? [] : yield* port.value.all(organization)))
})
