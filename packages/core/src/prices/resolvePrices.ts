import * as Effect from "effect/Effect"
import { CallLimits, requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { invalidValue } from "../kernel/faults.ts"
import { currentInstant, instantToExactText } from "../kernel/Instant.ts"
import { instantNamed } from "../kernel/momentIn.ts"
import { operation } from "../kernel/operation.ts"
import { seesPriceList } from "../kernel/Principal.ts"
import { PriceListRepository } from "../lists/PriceListRepository.ts"
import { readPriceLists, requireList } from "../lists/readPriceLists.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { PriceRepository } from "./PriceRepository.ts"
import { ResolvedPrices, ResolvedPricesRequest } from "./ResolvedPrices.ts"
import { passedOver, resolvedPrices } from "./rules/resolvedPrices.ts"
import { sourceSeenBy } from "./seenBy.ts"

/** Variants have days of their own brands' zones. */
const instantOf = (name: string, text: string | null) =>
  text === null
    ? Effect.succeed(null)
    : instantNamed(name, text, "since variants have days of their own brands' zones")

/**
 * What a price list shows of some variants at a moment (default: now): its own price in force, else the one of the first list above
 * it that has one. Currency and time decide before specificity: an archived list has no price, and what has not begun or is over is
 * not there. With `known_at`: what the catalog would have said then, of prices and of where lists stood. `show_passed_over`: of each price, and of what has none, the lists
 * that were looked in before and why each shows none. Fails with `NotFound` for an unknown list, with `InvalidRequest` for a moment without offset or a `known_at` to come, and with `LimitExceeded` (`timeline_records`).
 * Needs `price:read`.
 */
export const resolvePrices = operation({
  name: "resolvePrices",
  permission: "price:read",
  input: ResolvedPricesRequest,
  output: ResolvedPrices,
  errors: [NotFound, LimitExceeded],
  ports: [PriceListRepository, PriceRepository],
  limits: ["timeline_records"],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, request) {
    const { price_list, variant_keys, at: asked, known_at, show_passed_over } = request
    const { organization } = principal
    const now = yield* currentInstant
    const knownAt = yield* instantOf("known_at", known_at)
    if (knownAt !== null && knownAt > now)
      return yield* invalidValue("known_at", known_at, "known_at should not be in the future")
    const at = (yield* instantOf("at", asked)) ?? knownAt ?? now
    const { pricesAround } = yield* PriceRepository
    const { timeline_records: most } = yield* CallLimits
    const found = yield* pricesAround(organization, variant_keys, at, most, [price_list], { knownAt })
    const { inForce } = found
    const lists =
      found.lists === undefined
        ? yield* readPriceLists(organization, knownAt !== null, price_list)
        : withBase(found.lists)
    const { currency } = yield* requireList(principal, lists, price_list)
    // said of a list that the caller may know of
    yield* requireWithin("timeline_records", inForce.length, ["variant_keys"])
    const shown = sourceSeenBy(principal)
    const looked = listsLookedIn(lists, price_list, at, knownAt ?? undefined)
    const isSeen = (key: string) => seesPriceList(principal, key)
    const passed = show_passed_over ? passedOver(looked, inForce, isSeen) : undefined
    const items = resolvedPrices(openLists(looked), inForce).map((price) => ({
      variant_key: price.variant_key,
      price_type: price.price_type,
      amount: price.amount,
      ...shown({ from_list: price.price_list, record_key: price.record_key }),
      since: instantToExactText(price.effective_at),
      ...(passed && { passed_over: passed.of(price.variant_key, price.price_type) }),
    }))
    return {
      at: instantToExactText(at),
      price_list,
      currency,
      lists: looked.filter((list) => isSeen(list.price_list)),
      items,
      ...(passed && { without_price: passed.without(items) }),
    }
  }),
})
