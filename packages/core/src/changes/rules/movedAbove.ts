import { aboveList } from "../../prices/rules/priceCourse.ts"
import type { MovedPair } from "../PriceChange.ts"
import type { ChangePart } from "../PriceChangeRepository.ts"
import { pairsOf } from "./ColorwayFound.ts"
import type { BesideLists } from "./changeColorway.ts"
import { linesHeld } from "./heldLines.ts"
import { basisRecord } from "./pairBasis.ts"

/**
 * Where amounts of an open batch were made of the price that a list above showed on the day, and another is shown on that day now, or none.
 * `found` has the records of the lists above too, and `spansOf` says which these are, and when.
 */
export const movedAbove = (found: ChangePart, spansOf: BesideLists["spansOf"]): Array<MovedPair> => {
  const pairOf = pairsOf(found)
  const aboveOf = aboveList(spansOf, (...of) => pairOf(...of).records)
  const byKey = new Map(
    found.pairs.flatMap(({ records }) => records.map((record) => [record.record_key, record])),
  )
  return found.pairs.flatMap((pair) => {
    const { variant_key, price_type, price_list, basis } = pair
    return linesHeld(pair, basis?.lines ?? []).flatMap(({ above, effective_at }): Array<MovedPair> => {
      const key = above?.get(variant_key)
      if (key === undefined) return []
      const is = aboveOf(variant_key, price_type, price_list)?.priceAt(effective_at)
      if (is?.record_key === key) return []
      const was = byKey.get(key)
      const named = (record: typeof was) =>
        record === undefined ? null : basisRecord(record, found.brand?.time_zone ?? "UTC")
      return [{ variant_key, price_type, price_list, was: named(was), is: named(is), what: "above" }]
    })
  })
}
