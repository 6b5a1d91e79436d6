import { type Amount, sameAmount } from "../../kernel/Amount.ts"
import type { Instant } from "../../kernel/Instant.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import type { ListSpan } from "../../lists/rules/listSpans.ts"
import type { ListedPrice, PricedColorway } from "../ColorwayPrices.ts"
import { listedCourse } from "./listedCourse.ts"
import { rangeOf } from "./upcomingPrices.ts"

export const isSameOrNone = (a: Amount | null, b: Amount | null): boolean =>
  a === null || b === null ? a === b : sameAmount(a, b)

/** The first moment from `at` on at which one pair is shown another amount in some lists than in others: what it is in either. */
const firstMoved = (
  prices: ReadonlyArray<ListedPrice>,
  before: ReadonlyArray<ListSpan>,
  after: ReadonlyArray<ListSpan>,
  at: Instant,
) => {
  const { showing, instants } = listedCourse(prices)
  const [wasAt, isAt] = [showing(before), showing(after)]
  const moves = [before, after].flatMap((listed) => listed.flatMap(({ from }) => from ?? []))
  const later = [...moves, ...instants].filter((moment) => moment > at)
  for (const moment of [at, ...[...new Set(later)].sort((a, b) => a - b)]) {
    const [was, is] = [wasAt(moment)?.amount ?? null, isAt(moment)?.amount ?? null]
    if (!isSameOrNone(was, is)) return { was, is }
  }
  return undefined
}

/**
 * What a list shows of a colorway's variants from a moment on where its prices are looked for as `before` says, and as `after` does: what
 * differs at any time, by price type, each pair at the first moment at which it does.
 */
export const pricesMoved = (
  { brand_key, product_key, color, prices }: PricedColorway,
  before: ReadonlyArray<ListSpan>,
  after: ReadonlyArray<ListSpan>,
  at: Instant,
) => {
  const pairs = Map.groupBy(prices, ({ variant_key, price_type }) =>
    JSON.stringify([price_type, variant_key]),
  )
  const moved = [...pairs.values()].flatMap((pair) => {
    const { variant_key, price_type } = pair[0]!
    const found = firstMoved(pair, before, after, at)
    return found === undefined ? [] : [{ variant_key, price_type, ...found }]
  })
  const byType = [...Map.groupBy(moved, ({ price_type }) => price_type)]
  return {
    moved,
    variants: new Set(moved.map(({ variant_key }) => variant_key)).size,
    items: byType
      .sort(([a], [b]) => compareText(a, b))
      .map(([price_type, own]) => ({
        brand_key,
        product_key,
        color,
        price_type,
        variants: own.length,
        before: rangeOf(own.map(({ was }) => was)),
        after: rangeOf(own.map(({ is }) => is)),
      })),
  }
}
