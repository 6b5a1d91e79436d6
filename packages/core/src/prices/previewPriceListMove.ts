import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { type BrandedInstant, instantToExactText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { aHundred, mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { compareText } from "../kernel/rules/compareText.ts"
import { PriceListRefused } from "../lists/PriceListRefused.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { planPlace } from "../lists/planPlace.ts"
import { readPriceLists, requireList } from "../lists/readPriceLists.ts"
import { listChain } from "../lists/rules/listChain.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { placed } from "../lists/rules/placementRefusal.ts"
import { shownList } from "../lists/rules/shownList.ts"
import { mostColumns, type PricedColorways, type PricedColorwaysQuery } from "./ColorwayPrices.ts"
import { PriceListMove, PriceListMoveRequest } from "./PriceListMove.ts"
import { PriceSchedule } from "./PriceSchedule.ts"
import { pricesMoved } from "./rules/colorwayPrices.ts"

/** The most variants that one call compares: some two seconds. */
const mostCompared = 50_000
/** Those of them that are read together. */
const comparedAtOnce = 250

const anyColorways: Omit<PricedColorwaysQuery, "at" | "lists" | "brand_key" | "records" | "after"> = {
  search: null,
  product_key: null,
  label: null,
  source: null,
  color: null,
  sku: null,
  price_type: null,
  below_map: false,
  without_price: false,
  sort: "product",
  descending: false,
  changes_until: null,
  limit: 200,
  columns: mostColumns,
  variants: comparedAtOnce,
  most: mostCompared,
}

/** Compares what a list shows of colorways where its prices are looked for in some lists, and in others. */
const compare = Effect.fnUntraced(function* (
  organization: string,
  { at, brand_key }: { readonly at: BrandedInstant; readonly brand_key: string | null },
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
) {
  const schedule = yield* PriceSchedule
  const { table_records: records } = yield* CallLimits
  const lists = [...new Set([...before, ...after])]
  const found = { variants: 0, colorways: 0, items: [] as Array<PriceListMove["items"][number]> }
  let place: PricedColorwaysQuery["after"] = null
  let compared = 0
  while (compared < mostCompared) {
    const query: PricedColorwaysQuery = { ...anyColorways, at, brand_key, lists, records, after: place }
    const page: PricedColorways = yield* schedule.colorways(organization, query)
    yield* requireWithin("table_records", page.held)
    for (const colorway of page.items) {
      compared += colorway.variants.length
      const { variants, items } = pricesMoved(colorway, before, after, at)
      found.variants += variants
      if (variants > 0) found.colorways++
      found.items.push(...items.slice(0, mostListed - found.items.length))
    }
    const last = page.items.at(-1)
    if (page.isEnd || last === undefined) return { ...found, compared, is_whole: true }
    place = { value: last.value, product_key: last.product_key, color: last.color }
    yield* Effect.yieldNow
  }
  return { ...found, compared, is_whole: false }
})

/**
 * Previews what becomes of the prices that a list shows where it stands below another list, or is archived, from `effective_from` on: of
 * how many variants it would show another price then, and which. Nothing is written. At most 50,000 variants are compared, by product and
 * color: name a brand where there are more. Prices that begin later are not looked at. Fails as `updatePriceList` does where that would
 * be refused, and with `LimitExceeded` (`table_records`). Needs `price:read`.
 */
export const previewPriceListMove = operation({
  name: "previewPriceListMove",
  permission: "price:read",
  input: Schema.Struct({ price_list: Key, ...PriceListMoveRequest.fields }),
  output: PriceListMove,
  errors: [NotFound, PriceListRefused, LimitExceeded],
  ports: [PriceListRepository, PriceSchedule],
  limits: ["table_records"],
  contract: `50,000 variants, ${mostColumns} price types, ${aHundred}`,
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { price_list, brand_key, ...change }) {
    const { organization } = principal
    const now = yield* currentInstant
    const lists = yield* readPriceLists(organization)
    const list = yield* requireList(principal, lists, price_list)
    const { from: at, placement } = yield* planPlace(principal, lists, list, change, now)
    const { timeZone } = yield* PriceSchedule
    if (brand_key !== null && (yield* timeZone(organization, brand_key))._tag === "None")
      return yield* new NotFound({ resource: "brand", key: brand_key })
    const moved = placement === null ? list : placed(list, placement)
    const then = new Map(lists).set(price_list, moved)
    const openIn = (all: typeof lists) => openLists(listsLookedIn(all, price_list, at))
    const isBelow = (key: string) =>
      key !== price_list && listChain(then, key, at).some((each) => each.price_list === price_list)
    return {
      at: instantToExactText(at),
      list: shownList(moved, now),
      lists_below: [...then.keys()].filter(isBelow).sort(compareText).slice(0, mostListed),
      ...(yield* compare(organization, { at, brand_key }, openIn(lists), openIn(then))),
    }
  }),
})
