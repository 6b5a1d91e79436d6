import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../kernel/errors.ts"
import { type Principal, seesPriceList } from "../kernel/Principal.ts"
import type { StoredPriceList } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import type { ListsByKey } from "./rules/listChain.ts"
import { sheetLists } from "./rules/sheetLists.ts"
import { withBase } from "./rules/shownList.ts"

/** The lists that the organization has beside `base`, as `PriceListRepository` gives them; none where the host keeps no lists. */
export const savedLists = Effect.fnUntraced(function* (
  organization: string,
  above?: string,
  wasKnown = false,
) {
  const port = yield* Effect.serviceOption(PriceListRepository)
  return Option.isNone(port) ? [] : yield* port.value.all(organization, wasKnown, above)
})

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
export const readSheetLists = (organization: string) =>
  Effect.map(savedLists(organization), (saved) => sheetLists(withBase(saved)))
