import type { Amount } from "../../kernel/Amount.ts"
import { type Instant, instantToExactText } from "../../kernel/Instant.ts"
import type {
  ColorwayPrices,
  ColumnPrices,
  ListedPrice,
  PricedColorway,
  SizePrices,
} from "../ColorwayPrices.ts"
import { listedCourse } from "./listedCourse.ts"
import { priceOrder } from "./priceInForce.ts"
import { isSameOrNone } from "./pricesMoved.ts"
import { rangeOf } from "./upcomingPrices.ts"

/** What a list shows of a pair now, and what it shows from the next instant on at which that is another amount. */
export interface PriceAhead {
  readonly amount: Amount | null
  readonly from_list: string | null
  readonly change: { readonly at: Instant; readonly amount: Amount | null } | null
}

/** Of one list the price in force at a moment: the last that has begun, unless it is gone. */
export const inForceAt = (prices: ReadonlyArray<ListedPrice>, moment: Instant): ListedPrice | undefined => {
  let last: ListedPrice | undefined
  for (const price of prices)
    if (price.effective_at <= moment && (last === undefined || priceOrder(price, last) > 0)) last = price
  return last === undefined || (last.gone_at !== null && last.gone_at <= moment) ? undefined : last
}

/** Looks at the prices of one variant and price type in a list and those above it, it first. */
export const priceAhead = (
  lists: ReadonlyArray<string>,
  prices: ReadonlyArray<ListedPrice>,
  at: Instant,
): PriceAhead => {
  const { showing, instants } = listedCourse(prices)
  const shownAt = showing([{ from: null, lists }])
  const now = shownAt(at)
  const amount = now?.amount ?? null
  const from_list = amount === null ? null : now!.price_list
  for (const moment of instants.filter((each) => each > at).sort((a, b) => a - b)) {
    const then = shownAt(moment)?.amount ?? null
    if (!isSameOrNone(amount, then)) return { amount, from_list, change: { at: moment, amount: then } }
  }
  return { amount, from_list, change: null }
}

const columnOf = (
  price_type: string,
  list: string | undefined,
  ahead: ReadonlyArray<PriceAhead>,
): ColumnPrices => {
  const priced = ahead.filter(({ amount }) => amount !== null)
  const changes = ahead.flatMap(({ change }) => change ?? [])
  const at = changes.reduce((first, each) => Math.min(first, each.at), Number.POSITIVE_INFINITY)
  const first = changes.filter((each) => each.at === at)
  return {
    price_type,
    amounts: rangeOf(priced.map(({ amount }) => amount)),
    priced: priced.length,
    own: priced.filter(({ from_list }) => from_list === list).length,
    from_list: priced.every(({ from_list }) => from_list === priced[0]!.from_list)
      ? (priced[0]?.from_list ?? null)
      : null,
    change:
      first.length === 0
        ? null
        : {
            at: instantToExactText(at),
            variants: first.length,
            amounts: rangeOf(first.map(({ amount }) => amount)),
          },
  }
}

/** A row of colorways' prices. `lists`: where prices are looked for, `price_list` among them unless it is archived. */
export const colorwayPrices = (
  { brand_key, product_key, name, color, variants, prices }: PricedColorway,
  asked: {
    readonly price_list: string
    readonly lists: ReadonlyArray<string>
    readonly price_types: ReadonlyArray<string>
    readonly at: Instant
  },
): Omit<ColorwayPrices, "sizes"> & { readonly sizes: ReadonlyArray<SizePrices> } => {
  const { price_list, lists, price_types, at } = asked
  const byVariant = Map.groupBy(prices, ({ variant_key }) => variant_key)
  const ahead = variants.map(({ variant_key }) => {
    const byType = Map.groupBy(byVariant.get(variant_key) ?? [], ({ price_type }) => price_type)
    return price_types.map((type) => priceAhead(lists, byType.get(type) ?? [], at))
  })
  return {
    brand_key,
    product_key,
    name,
    color,
    variants: variants.length,
    without_price: ahead.filter((prices) => prices.some(({ amount }) => amount === null)).length,
    prices: price_types.map((type, column) =>
      columnOf(
        type,
        price_list,
        ahead.map((prices) => prices[column]!),
      ),
    ),
    sizes: variants.map((variant, row) => ({
      ...variant,
      prices: price_types.map((price_type, column) => {
        const { amount, from_list, change } = ahead[row]![column]!
        const next = change && { at: instantToExactText(change.at), amount: change.amount }
        return { price_type, amount, from_list, change: next }
      }),
    })),
  }
}
