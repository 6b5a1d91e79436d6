import type { Instant } from "../../kernel/Instant.ts"
import type { Placement, StoredPriceList } from "../PriceList.ts"
import { placementAt, standsAt } from "./placementAt.ts"

type Member = "parent" | "archived"

/**
 * Whether a placement speaks of a member: when it was said, it gave it another value than was known to hold just before its instant. What
 * takes another placement back speaks of nothing, and neither does one that only follows.
 */
const speaksOf = (member: Member, { placements }: StoredPriceList, at: Instant): boolean => {
  const said = placements.filter(({ effective_at }) => effective_at === at)
  const value = said.at(-1)![member]
  const first = said[said.findLastIndex((each) => each[member] !== value) + 1]!
  const before = placements.filter(({ effective_at }) => effective_at < at)
  return standsAt({ placements: before }, at, first.known_at)[member] !== value
}

/**
 * What follows from a placement: what it changes holds on in later ones, up to the first that speaks of it. Said at the same moment, by
 * the same user.
 */
export const placementsAfter = (list: StoredPriceList, placement: Placement): ReadonlyArray<Placement> => {
  const { effective_at: from, known_at, by } = placement
  const before = standsAt(list, from)
  let members = (["parent", "archived"] as const).filter((member) => placement[member] !== before[member])
  const found: Array<Placement> = []
  for (const at of new Set(list.placements.map(({ effective_at }) => effective_at))) {
    if (at <= from) continue
    members = members.filter((member) => !speaksOf(member, list, at))
    const place = placementAt(list, at)!
    const { parent, archived } = placement
    const follows = {
      ...place,
      ...(members.includes("parent") && { parent }),
      ...(members.includes("archived") && { archived }),
    }
    if (members.some((member) => follows[member] !== place[member])) found.push({ ...follows, known_at, by })
  }
  return found
}
