import type { Instant } from "../../kernel/Instant.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import { isPrice, type Price, type PriceRecord } from "../PriceRecord.ts"
import { type RecordsOf, recordAt } from "./judgeLines.ts"
import { goneAt } from "./priceInForce.ts"

/** What the lists above one show of a variant and price type, which is shown where that has no price of its own. */
export interface Above {
  readonly priceAt: (at: Instant) => Price | undefined
  /** When it may become another, in order. */
  readonly begins: ReadonlyArray<Instant>
}

/** Finds what stands above a pair; undefined: nothing ever does. */
export type AboveOf = (variantKey: string, priceType: string, priceList: string) => Above | undefined

const begins = (record: PriceRecord): ReadonlyArray<Instant> => [
  record.effective_at,
  ...(goneAt(record) === undefined ? [] : [goneAt(record)!]),
]

/** `spansOf`: in which lists is looked for a list's prices, and when. `recordsOf` has those of all these lists. */
export const aboveList =
  (spansOf: (priceList: string) => ReadonlyArray<ListSpan>, recordsOf: RecordsOf): AboveOf =>
  (variantKey, priceType, priceList) => {
    const spans = spansOf(priceList)
    const others = new Set(spans.flatMap(({ lists }) => lists).filter((list) => list !== priceList))
    const records = new Map([...others].map((list) => [list, recordsOf(variantKey, priceType, list)]))
    const all = [...records.values()].flat()
    if (all.length === 0) return undefined
    return {
      priceAt: (at) => {
        const { lists } = spans.findLast(({ from }) => from === null || from <= at)!
        for (const list of lists) {
          const record = list === priceList ? undefined : recordAt(records.get(list)!, at)
          if (record === undefined || record.ending === "fall_back") continue
          return isPrice(record) ? record : undefined
        }
        return undefined
      },
      begins: [...spans.flatMap(({ from }) => from ?? []), ...all.flatMap(begins)].sort((a, b) => a - b),
    }
  }
