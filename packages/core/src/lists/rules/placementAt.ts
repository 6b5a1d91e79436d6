import type { InvalidField } from "../../kernel/errors.ts"
import { valueFault } from "../../kernel/faults.ts"
import type { Instant } from "../../kernel/Instant.ts"
import type { Placement, StoredPriceList } from "../PriceList.ts"

type Placed = Pick<StoredPriceList, "placements">

/**
 * Where a list stands at an instant: the last placement that has begun, of one instant the one that was said last; `knownAt`: of
 * those alone that were known then. Undefined before its first.
 */
export const placementAt = ({ placements }: Placed, at: Instant, knownAt?: Instant): Placement | undefined =>
  placements.findLast(
    ({ effective_at, known_at }) => effective_at <= at && (knownAt === undefined || known_at <= knownAt),
  )

/** The same, or what holds before the first placement. */
export const standsAt = (
  list: Placed,
  at: Instant,
  knownAt?: Instant,
): Pick<Placement, "parent" | "archived"> =>
  placementAt(list, at, knownAt) ?? { parent: null, archived: false }

/** Whether a list is archived at an instant: it has no price of its own then. What is no list is not. */
export const isArchived = (list: Placed | undefined, at: Instant, knownAt?: Instant): boolean =>
  list !== undefined && standsAt(list, at, knownAt).archived

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
    if (!isArchived(lists.get(price_list), effective_at)) return []
    return [valueFault(loc, price_list, "this price list is archived then")]
  })
