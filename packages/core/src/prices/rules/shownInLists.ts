import { mostListed } from "../../kernel/Listing.ts"
import { once } from "../../kernel/rules/once.ts"
import type { ListBelow } from "../../lists/rules/listsLookedIn.ts"
import type { ListShown } from "../ColorwayPreview.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import type { TimedLine } from "./futureRecords.ts"
import { pairName, typeName } from "./pairs.ts"
import { lastLineBy, linesInTime } from "./priceCourse.ts"
import { recordAt } from "./standing.ts"

interface Counted {
  readonly price_list: string
  readonly shown: number
  readonly hidden: number
}

/** The first hundred that have any. */
const listedShown = (counted: ReadonlyArray<Counted>, of: "hidden" | "shown"): ReadonlyArray<ListShown> =>
  counted
    .filter((each) => each[of] > 0)
    .slice(0, mostListed)
    .map((each) => ({ price_list: each.price_list, variants: each[of] }))

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
    const own = once((list: string) => ownOf(line, list))
    const counted = below.map(({ price_list, before }) => {
      const hidden = new Set(before.flatMap(own)).size
      return { price_list, hidden, shown: variantKeys.length - hidden }
    })
    return { shown_in: listedShown(counted, "shown"), overridden_in: listedShown(counted, "hidden") }
  }
}

/** A pair of which a list would show another price. */
export type MovedPair = Pick<PriceRecord, "variant_key" | "price_type">

/**
 * Counts in which lists below another one shows what it shows anew: a list where no price in force, or not being offered, of itself or of
 * a list between stands before it; with how many of the variants. Where it does for all that is new of a variant, that is hidden there.
 */
export const movedBelow = (below: ReadonlyArray<ListBelow>) => {
  const counts = below.map(({ price_list, before }) => ({ price_list, before, shown: 0, hidden: 0 }))
  return {
    /** `inForce`: what the lists have in force of the variants, at the instant of the move. */
    add: (moved: ReadonlyArray<MovedPair>, inForce: ReadonlyArray<PriceRecord>): void => {
      const own = new Set(inForce.filter(({ ending }) => ending !== "fall_back").map(pairName))
      const variants = [...Map.groupBy(moved, ({ variant_key }) => variant_key).values()]
      for (const each of counts) {
        const isHidden = (pair: MovedPair) =>
          each.before.some((price_list) => own.has(pairName({ ...pair, price_list })))
        const hidden = variants.filter((pairs) => pairs.every(isHidden)).length
        each.hidden += hidden
        each.shown += variants.length - hidden
      }
    },
    listed: (of: "hidden" | "shown") => listedShown(counts, of),
  }
}
