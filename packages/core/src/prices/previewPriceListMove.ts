import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CallLimits, readWithin, requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { type BrandedInstant, currentInstant, instantToExactText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { compareText } from "../kernel/rules/compareText.ts"
import { mostLevels } from "../lists/PriceList.ts"
import { PriceListRefused } from "../lists/PriceListRefused.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { planPlace } from "../lists/planPlace.ts"
import { readPriceLists, requireList } from "../lists/readPriceLists.ts"
import { type ListSpan, listSpansFrom } from "../lists/rules/listSpans.ts"
import { type ListBelow, listsBelow } from "../lists/rules/listsLookedIn.ts"
import { placementAt } from "../lists/rules/placementAt.ts"
import { placed } from "../lists/rules/placementRefusal.ts"
import { shownList } from "../lists/rules/shownList.ts"
import { mostColumns, Narrowed, type PricedColorwaysQuery } from "./ColorwayPrices.ts"
import { PriceListMove, PriceListMoveRequest } from "./PriceListMove.ts"
import { PriceRepository } from "./PriceRepository.ts"
import { PriceSchedule } from "./PriceSchedule.ts"
import { pricesMoved } from "./rules/pricesMoved.ts"
import { movedBelow } from "./rules/shownInLists.ts"

/** As many variants are read together, fewer where each may have more prices in lists below. */
const comparedAtOnce = 250
/** How many times the variants compared are looked at in lists below. */
const timesBelow = 10

const anyColorways = Schema.decodeSync(Narrowed)({ limit: 200 })

/** Colorways in their order, a page at a time, as long as `room` has variants left for one; fails where a page has too many records. */
const colorwaysIn = Effect.fnUntraced(function* (
  organization: string,
  asked: Pick<PricedColorwaysQuery, "at" | "brand_key" | "lists">,
  room: () => number,
) {
  const { colorways } = yield* PriceSchedule
  const { table_records: records, move_variants: most } = yield* CallLimits
  let [after, isWhole] = [null as PricedColorwaysQuery["after"], false]
  return {
    isWhole: () => isWhole,
    /** None at the end, or where there is no room. */
    next: Effect.gen(function* () {
      const variants = room()
      if (isWhole || variants <= 0) return []
      const many = { records, variants, most, columns: mostColumns }
      const page = yield* colorways(organization, {
        ...anyColorways,
        ...asked,
        ...many,
        changes_until: null,
        after,
      })
      yield* requireWithin("table_records", page.held)
      const last = page.items.at(-1)
      isWhole = page.isEnd || last === undefined
      if (last !== undefined) after = { value: last.value, product_key: last.product_key, color: last.color }
      return page.items
    }),
  }
})

/**
 * Compares what a list shows of colorways from an instant on where its prices are looked for in some lists, and in others; and what lists
 * below have before it at that instant.
 */
const compare = Effect.fnUntraced(function* (
  organization: string,
  { at, brand_key }: { readonly at: BrandedInstant; readonly brand_key: string | null },
  before: ReadonlyArray<ListSpan>,
  after: ReadonlyArray<ListSpan>,
  below: ReadonlyArray<ListBelow>,
) {
  const { pricesAround } = yield* PriceRepository
  const { table_records: records, move_variants: most } = yield* CallLimits
  const found = { variants: 0, colorways: 0, items: [] as Array<PriceListMove["items"][number]>, compared: 0 }
  const counts = movedBelow(below)
  const ownLists = [...new Set(below.flatMap((each) => each.before))]
  const lists = [...new Set([...before, ...after].flatMap((span) => span.lists))]
  const dense = Math.floor(records / ((ownLists.length + Math.max(mostLevels, lists.length)) * mostColumns))
  const atOnce = Math.max(1, Math.min(comparedAtOnce, dense))
  const ofBelow = Math.ceil((most * timesBelow) / Math.max(1, below.length))
  const ofLists = Math.min(most, Math.ceil((most * 2 * mostLevels) / Math.max(1, lists.length)))
  const { next, isWhole } = yield* colorwaysIn(organization, { at, brand_key, lists }, () =>
    Math.min(atOnce, ofLists - found.compared, ofBelow - found.variants),
  )
  for (let page = yield* next; page.length > 0; page = yield* next) {
    const changed = page.map((colorway) => pricesMoved(colorway, before, after, at))
    const moved = changed.flatMap((colorway) => colorway.moved)
    found.compared += sumOf(page, ({ variants }) => variants.length)
    found.variants += sumOf(changed, ({ variants }) => variants)
    found.colorways += changed.filter(({ variants }) => variants > 0).length
    found.items.push(...changed.flatMap(({ items }) => items).slice(0, mostListed - found.items.length))
    if (below.length > 0 && moved.length > 0) {
      const keys = [...new Set(moved.map(({ variant_key }) => variant_key))]
      const { inForce } = yield* readWithin(
        "table_records",
        (count) => pricesAround(organization, keys, at, count, ownLists, { knownAt: null }),
        (prices) => prices.inForce.length,
      )
      counts.add(moved, inForce)
    }
    yield* Effect.yieldNow
  }
  return {
    ...found,
    shown_in: counts.listed("shown"),
    overridden_in: counts.listed("hidden"),
    is_whole: isWhole(),
  }
})

/**
 * Previews what becomes of the prices that a list shows where it stands below another list, or is archived, from `effective_from` on: of
 * how many variants it would show another price then or at any time later, by prices and moves that are scheduled now, and which; of a
 * price that is another one only later, what it is when it first is. Of these variants each of the first hundred lists below it would
 * show that too, or not, for a price that stands before it at the instant of the move: prices that begin later in lists below are not
 * looked at. Nothing is written. As many variants are compared as `move_variants` lets one call, by product and color, fewer where
 * scheduled moves have it look in more than twice as many lists as may stand above one another: name a brand where there are more. Fails
 * as `updatePriceList` does where that would be refused, and with `LimitExceeded` (`table_records`). Needs `price:read`.
 */
export const previewPriceListMove = operation({
  name: "previewPriceListMove",
  permission: "price:read",
  input: Schema.Struct({ price_list: Key, ...PriceListMoveRequest.fields }),
  output: PriceListMove,
  errors: [NotFound, PriceListRefused, LimitExceeded],
  ports: [PriceListRepository, PriceSchedule, PriceRepository],
  limits: ["move_variants", "table_records"],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { price_list, brand_key, ...change }) {
    const { organization } = principal
    const now = yield* currentInstant
    const lists = yield* readPriceLists(organization)
    const list = yield* requireList(principal, lists, price_list)
    const { from: at, placements } = yield* planPlace(principal, lists, list, change, now)
    const { timeZone } = yield* PriceSchedule
    if (brand_key !== null && (yield* timeZone(organization, brand_key))._tag === "None")
      return yield* new NotFound({ resource: "brand", key: brand_key })
    const moved = placements.reduce(placed, list)
    const then = new Map(lists).set(price_list, moved)
    const spansOf = (all: typeof lists) => listSpansFrom(all, price_list, at)
    // what falls back to an archived list falls back past it
    const stands = placementAt(moved, at)
    const open = stands === undefined ? moved : placed(moved, { ...stands, archived: false })
    const byKey = new Map([...then].sort(([a], [b]) => compareText(a, b))).set(price_list, open)
    const below = listsBelow(byKey, price_list, at).slice(0, mostListed)
    return {
      at: instantToExactText(at),
      list: shownList(moved, now),
      ...(yield* compare(organization, { at, brand_key }, spansOf(lists), spansOf(then), below)),
    }
  }),
})
