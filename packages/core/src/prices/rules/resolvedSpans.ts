import type { Instant } from "../../kernel/Instant.ts"
import { once } from "../../kernel/rules/once.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { PriceRecord } from "../PriceRecord.ts"
import { pairName, pricesByPair } from "./pairs.ts"
import type { PriceMoment } from "./priceMoments.ts"
import { type PriceSpan, priceSpans } from "./priceTimeline.ts"

/** Spans in order, gone through from the first to the last. */
export const inOrder = <Span extends { readonly from: Instant | null }>(spans: ReadonlyArray<Span>) => {
  let place = 0
  /** The span of an instant that is not before the one asked for last; null: before all. */
  return (at: Instant | null): Span => {
    while (at !== null && place + 1 < spans.length && spans[place + 1]!.from! <= at) place++
    return spans[place]!
  }
}

/**
 * What a list shows of a variant and price type over all time, in consecutive spans: of the first list that has a price, or does not
 * offer it, its record; where none does, the list's own ending. `listed`: in which lists is looked when, `recordsOf` their records.
 */
export const resolvedSpans = (
  list: string,
  listed: ReadonlyArray<ListSpan>,
  recordsOf: (list: string) => ReadonlyArray<PriceRecord>,
): Array<PriceSpan> => {
  const keys = [...new Set(listed.flatMap(({ lists }) => lists))]
  const own = keys.map((key) => [key, priceSpans(recordsOf(key))] as const)
  const spanOf = new Map(own.map(([key, spans]) => [key, inOrder(spans)]))
  const listsAt = inOrder(listed)
  const begins = [...listed, ...own.flatMap(([, spans]) => spans)].flatMap(({ from }) => from ?? [])
  const spans: Array<PriceSpan> = []
  for (const from of [null, ...[...new Set(begins)].sort((a, b) => a - b)]) {
    const records = listsAt(from).lists.map((key) => spanOf.get(key)!(from).record)
    // an archived list has no ending of its own either
    const ending = listsAt(from).lists[0] === list ? records[0] : undefined
    const record = records.find((each) => each !== undefined && each.ending !== "fall_back") ?? ending
    const last = spans.at(-1)
    if (last !== undefined && last.record === record) continue
    if (last !== undefined) spans[spans.length - 1] = { ...last, until: from }
    spans.push({ from, until: null, record })
  }
  return spans
}

/**
 * Moments of a list's own prices with what the list shows before and after them: where it has no price of its own, what it falls back
 * to. `records` are those of the list and of all above it from the first moment on, and what was in force just before.
 */
export const resolvedMoments = (
  moments: ReadonlyArray<PriceMoment>,
  listed: ReadonlyArray<ListSpan>,
  records: ReadonlyArray<PriceRecord>,
): Array<PriceMoment> => {
  const { of } = pricesByPair(records)
  const spansOf = once(
    ({ variant_key, price_type, price_list }: PriceMoment) =>
      resolvedSpans(price_list, listed, (list) => of(variant_key, price_type, list)),
    pairName,
  )
  return moments.map((moment) => {
    const { at } = moment
    const spans = spansOf(moment)
    const place = spans.findLastIndex(({ from }) => from === null || from <= at)
    const before = spans[place]!.from === at ? spans[place - 1] : spans[place]
    return {
      ...moment,
      before: before?.record?.amount ?? null,
      amount: spans[place]!.record?.amount ?? null,
    }
  })
}
