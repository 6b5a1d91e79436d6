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
