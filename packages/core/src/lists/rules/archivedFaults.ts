import type { InvalidField } from "../../kernel/errors.ts"
import { valueFault } from "../../kernel/faults.ts"
import type { Instant } from "../../kernel/Instant.ts"
import type { StoredPriceList } from "../PriceList.ts"
import { placementAt } from "./placementAt.ts"

/** A price that a list is to get from an instant on, and where that was asked for. */
interface Begins {
  readonly loc: ReadonlyArray<string | number>
  readonly price_list: string
  readonly effective_at: Instant
}

/** Prices of lists that are archived when they would begin: nothing would show them. */
export const archivedFaults = (
  lists: ReadonlyMap<string, StoredPriceList>,
  prices: ReadonlyArray<Begins>,
): ReadonlyArray<InvalidField> =>
  prices.flatMap(({ loc, price_list, effective_at }) => {
    const list = lists.get(price_list)
    if (list === undefined || placementAt(list, effective_at)?.archived !== true) return []
    return [valueFault(loc, price_list, "this price list is archived then")]
  })
