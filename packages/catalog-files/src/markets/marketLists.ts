import {
  basePriceList,
  Currency,
  InvalidRequest,
  type PriceListEntry,
  PriceListKey,
  placementAt,
} from "@hangtag/core"
import { currentInstant, readPriceLists } from "@hangtag/core/adapter"
import { Effect, Schema } from "effect"
import { isMarket, type ShopMarket } from "./ShopMarket.ts"

const isCurrency = Schema.is(Currency)
const isListKey = Schema.is(PriceListKey)

/** The markets of the files that no list is named for. */
export const leftOutMarkets = (
  found: ReadonlyArray<string>,
  named: ReadonlyArray<ShopMarket>,
): ReadonlyArray<string> => found.filter((market) => !named.some((each) => isMarket(each.market, market)))

/** What is wrong with a market by itself, and beside those before it. */
const marketProblem = (
  { market, price_list, currency }: ShopMarket,
  before: ReadonlyArray<ShopMarket>,
  found: ReadonlyArray<string>,
): string | undefined => {
  if (!isListKey(price_list))
    return `the price list of ${market} needs a key of 1 to 100 characters other than . and .., none of them a control character`
  if (!isCurrency(currency)) return `${currency || "nothing"} is no currency of ISO 4217, such as EUR`
  if (price_list === basePriceList)
    return `the prices of ${market} cannot be those of base, which Variant Price has: name another price list`
  if (before.some((each) => isMarket(each.market, market))) return `${market} is named twice`
  const other = before.find((each) => each.price_list === price_list)
  if (other !== undefined) return `${market} and ${other.market} cannot both be the price list ${price_list}`
  if (found.some((each) => isMarket(each, market))) return undefined
  return `no file has a column of the market ${market}${found.length === 0 ? "" : `: there are ${found.join(", ")}`}`
}

/**
 * The lines of the price lists that an import is to make, or to say the currency or the market of; `found`: the markets that its files have
 * columns of. Fails, before anything is written, where a list is archived or of another currency, and where no file has columns of a
 * market.
 */
export const marketLists = Effect.fnUntraced(function* (
  organization: string,
  found: ReadonlyArray<string>,
  asked: ReadonlyArray<ShopMarket>,
  currency: string | undefined,
) {
  const fail = (loc: string, problem: string, input: unknown) =>
    new InvalidRequest({ fields: [{ loc: [loc], type: "value_error", msg: problem, input }] })
  if (currency !== undefined && !isCurrency(currency))
    return yield* fail(
      "currency",
      `${currency || "nothing"} is no currency of ISO 4217, such as EUR`,
      currency,
    )
  // called as the files call them
  const markets = asked.map((each) => ({
    ...each,
    market: found.find((name) => isMarket(each.market, name)) ?? each.market,
  }))
  for (const [index, market] of markets.entries()) {
    const problem = marketProblem(market, markets.slice(0, index), found)
    if (problem !== undefined) return yield* fail("market", problem, market.market)
  }
  if (markets.length === 0 && currency === undefined) return []
  const lists = yield* readPriceLists(organization)
  const now = yield* currentInstant
  const entries: Array<PriceListEntry> = []
  const add = (entry: Pick<PriceListEntry, "price_list" | "name" | "currency" | "tags">, place?: PlaceNow) =>
    entries.push({ parent: null, archived: false, ...place, ...entry, effective_from: null })
  const base = lists.get(basePriceList)!
  if (currency !== undefined && base.currency !== null && base.currency !== currency)
    return yield* fail("currency", `base is in ${base.currency} for good, and not in ${currency}`, currency)
  if (currency !== undefined && base.currency === null) add({ ...base, currency })
  for (const { market, price_list, currency } of markets) {
    const list = lists.get(price_list)
    if (list === undefined) {
      add({ price_list, name: market, currency, tags: { market } })
      continue
    }
    const place = placementAt(list, now)
    if (list.currency !== currency)
      return yield* fail(
        "market",
        `the price list ${price_list} is in ${list.currency}, and ${market} is to be in ${currency}`,
        market,
      )
    if (place?.archived)
      return yield* fail("market", `the price list ${price_list} is archived: it takes no prices`, market)
    // by which an export knows whose columns its prices are
    if (list.tags.market === undefined)
      add({ ...list, tags: { ...list.tags, market } }, { parent: place?.parent ?? null, archived: false })
  }
  return entries
})

type PlaceNow = Pick<PriceListEntry, "parent" | "archived">
