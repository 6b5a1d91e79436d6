import { mostListed } from "../../kernel/Listing.ts"
import type { ListBelow } from "../../lists/rules/listsBelow.ts"
import type { ListShown } from "../ColorwayPreview.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { lastLineBy, linesInTime } from "./highestAmount.ts"
import { recordAt } from "./judgeLines.ts"
import { typeName } from "./pairName.ts"

/**
 * Finds in which lists below its own a line would be shown when it begins, and in which a price, or not being offered, of themselves or of a
 * list between stands before it: with how many of the variants. `pairs` has the records of all these lists; lines count as written.
 */
export const shownInLists = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<TimedLine>,
  pairs: ReadonlyArray<ReadonlyArray<PriceRecord>>,
) => {
  const byType = Map.groupBy(pairs, ([first]) => typeName(first!))
  /** The variants of which a list shows nothing from above. */
  const ownOf = ({ price_type, effective_at }: TimedLine, price_list: string): ReadonlyArray<string> => {
    const line = lastLineBy(linesInTime(lines, price_type, price_list), effective_at)
    const records = byType.get(typeName({ price_type, price_list })) ?? []
    const inForce = new Map(
      records.flatMap((own) => {
        const record = recordAt(own, effective_at)
        return record === undefined ? [] : [[record.variant_key, record] as const]
      }),
    )
    const isOwn = (key: string) => {
      const record = inForce.get(key)
      const isLine = line !== undefined && (record === undefined || line.effective_at >= record.effective_at)
      return isLine || (record !== undefined && record.ending !== "fall_back")
    }
    return (line === undefined ? [...inForce.keys()] : variantKeys).filter(isOwn)
  }
  return (line: TimedLine, below: ReadonlyArray<ListBelow>) => {
    const known = new Map<string, ReadonlyArray<string>>()
    const own = (list: string) => {
      const found = known.get(list) ?? ownOf(line, list)
      known.set(list, found)
      return found
    }
    const counted = below.map(({ price_list, before }) => {
      const hidden = new Set(before.flatMap(own)).size
      return { price_list, hidden, shown: variantKeys.length - hidden }
    })
    const listed = (of: "hidden" | "shown"): ReadonlyArray<ListShown> =>
      counted
        .filter((each) => each[of] > 0)
        .slice(0, mostListed)
        .map((each) => ({ price_list: each.price_list, variants: each[of] }))
    return { shown_in: listed("shown"), overridden_in: listed("hidden") }
  }
}
