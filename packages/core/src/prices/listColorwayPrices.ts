import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inColorwayOrder } from "../catalog/rules/compareSizes.ts"
import { Amount } from "../kernel/Amount.ts"
import { CallLimits, readWithin, requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireNoFaults, valueFault } from "../kernel/faults.ts"
import { currentInstant, instantFromMicros, instantToExactText } from "../kernel/Instant.ts"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { readPriceLists, requireList } from "../lists/readPriceLists.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { ColorwayPricesPage, ColorwayPricesQuery, mostColumns, mostListedVariants } from "./ColorwayPrices.ts"
import { PriceSchedule } from "./PriceSchedule.ts"
import { colorwayPrices } from "./rules/colorwayPrices.ts"

const isAmount = Schema.is(Amount)
const day = 24 * 60 * 60 * 1_000_000

const faultsOf = ({ sort, price_type, after }: ColorwayPricesQuery) => {
  if (sort === "amount" && price_type === null)
    return [valueFault(["price_type"], null, "name the price type whose amounts rows are sorted by")]
  const value = after?.value ?? null
  const isPlace =
    after === null ||
    (sort === "amount" && (value === null || isAmount(value))) ||
    (sort === "change" && (value === null || /^\d{1,16}$/.test(value))) ||
    (sort === "product" && value === after.product_key) ||
    (sort === "color" && value === after.color)
  return isPlace ? [] : [valueFault(["after"], after, "follow the Link of the page before")]
}

/**
 * What a price list shows of colorways now: a row a colorway, with the lowest and highest price in force of each price type, the
 * next change, and how many variants have no price; sorted and narrowed by what people look for.
 *
 * Where prices say which colorways, or in which order (`sort` by amount or change, `changes_within`, `below_map`,
 * `without_price`), `table_variants` variants are looked through at most: narrow by a brand. The lists above a list are those of
 * now. Fails with `NotFound` for an unknown list, with `InvalidRequest` where amounts are sorted by and no price type is named,
 * and with `LimitExceeded` (`table_variants`, `table_records`). Needs `price:read`.
 */
export const listColorwayPrices = operation({
  name: "listColorwayPrices",
  permission: "price:read",
  input: ColorwayPricesQuery,
  output: ColorwayPricesPage,
  errors: [NotFound, LimitExceeded],
  ports: [PriceListRepository, PriceSchedule],
  limits: ["table_variants", "table_records"],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, query) {
    const { organization } = principal
    yield* requireNoFaults(faultsOf(query))
    const { price_list, changes_within, sizes, ...narrowed } = query
    const at = yield* currentInstant
    const all = yield* readPriceLists(organization, false, price_list)
    const { currency } = yield* requireList(principal, all, price_list)
    const lists = openLists(listsLookedIn(all, price_list, at))
    const schedule = yield* PriceSchedule
    const { table_records: records } = yield* CallLimits
    const found = yield* readWithin(
      "table_variants",
      (most) =>
        schedule.colorways(organization, {
          ...narrowed,
          at,
          lists,
          columns: mostColumns,
          variants: mostListedVariants,
          most,
          records,
          changes_until: changes_within === null ? null : instantFromMicros(at + changes_within * day),
        }),
      ({ looked }) => looked,
    )
    yield* requireWithin("table_records", found.held, ["limit"])
    const { price_type } = query
    const isColumn = price_type === null || found.price_types.includes(price_type)
    const price_types = isColumn ? found.price_types : [...found.price_types, price_type]
    const page = pageOf(found, ({ value, product_key, color }) => ({ value, product_key, color }))
    return {
      ...page,
      at: instantToExactText(at),
      price_list,
      currency,
      price_types,
      items: found.items.map((colorway) => {
        const row = colorwayPrices(colorway, { price_list, lists, price_types, at })
        const { color } = colorway
        const inOrder = () =>
          inColorwayOrder(row.sizes.map((size) => ({ ...size, color }))).map(({ color: _, ...size }) => size)
        return { ...row, sizes: sizes ? inOrder() : null }
      }),
    }
  }),
})
