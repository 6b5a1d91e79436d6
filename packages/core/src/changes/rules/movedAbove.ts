import type { SpansOf } from "../../lists/rules/listSpans.ts"
import { aboveList } from "../../prices/rules/priceCourse.ts"
import type { MovedPair } from "../PriceChange.ts"
import type { ChangePart } from "../PriceChangeRepository.ts"
import { pairsOf } from "./ColorwayFound.ts"
import { linesHeld } from "./heldLines.ts"
import { movedTo } from "./pairBasis.ts"

/**
 * Where amounts of an open batch were made of the price that a list above showed on the day, and another is shown on that day now, or none.
 * `found` has the records of the lists above too, and `spansOf` says which these are, and when.
 */
export const movedAbove = (found: ChangePart, spansOf: SpansOf): Array<MovedPair> => {
  const pairOf = pairsOf(found)
  const aboveOf = aboveList(spansOf, (...of) => pairOf(...of).records)
  const byKey = new Map(
    found.pairs.flatMap(({ records }) => records.map((record) => [record.record_key, record])),
  )
  return found.pairs.flatMap((pair) => {
    const { variant_key, price_type, price_list, basis } = pair
    return linesHeld(pair, basis?.lines ?? []).flatMap(({ above, effective_at }) => {
      const key = above?.get(variant_key)
      if (key === undefined) return []
      const is = aboveOf(variant_key, price_type, price_list)?.priceAt(effective_at)
      if (is?.record_key === key) return []
      return movedTo(pair, "above", byKey.get(key), is, found.brand?.time_zone ?? "UTC")
    })
  })
}
