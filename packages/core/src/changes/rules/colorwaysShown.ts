import { mostListed } from "../../kernel/Listing.ts"

/** Counts colorways that come in an order, and has a hundred of those shown that come after a place, which may be no one's any more. */
export const colorwaysShown = <Place>(after: Place | null, order: (a: Place, b: Place) => number) => {
  let [total_colorways, shown, isMore] = [0, 0, false]
  let last: Place | null = null
  return {
    /** Whether the next one is shown. */
    shows: (place: Place): boolean => {
      total_colorways++
      if (after !== null && order(place, after) <= 0) return false
      isMore = shown === mostListed
      if (isMore) return false
      shown++
      last = place
      return true
    },
    /** How many came, and after which place others follow; null: none do. */
    counts: () => ({ total_colorways, next: isMore ? last : null }),
  }
}
