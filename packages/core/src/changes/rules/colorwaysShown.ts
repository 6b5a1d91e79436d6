import { mostListed } from "../../kernel/Listing.ts"

/** Counts colorways that come in an order, and has a hundred of those shown that come after a place, which may be no one's any more. */
export const colorwaysShown = <Place>(after: Place | null, order: (a: Place, b: Place) => number) => {
  const listed: Array<Place> = []
  let [total_colorways, isMore] = [0, false]
  return {
    /** Whether the next one is shown. */
    shows: (place: Place): boolean => {
      total_colorways++
      if (after !== null && order(place, after) <= 0) return false
      isMore = listed.length === mostListed
      if (!isMore) listed.push(place)
      return !isMore
    },
    /** How many came, and after which place others follow; null: none do. */
    counts: () => ({ total_colorways, next: isMore ? listed.at(-1)! : null }),
  }
}
