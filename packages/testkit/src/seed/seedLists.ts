import { basePriceList, PriceListRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CatalogSeed } from "./CatalogSeed.ts"
import { seededAt } from "./seededAt.ts"

/** Makes the price lists of a seed, and those that its prices name, where the host keeps lists at all. */
export const seedLists = Effect.fnUntraced(function* (
  organization: string,
  { price_lists = [], prices = [] }: CatalogSeed,
) {
  const named = new Set(prices.map(({ price_list = basePriceList }) => price_list))
  if (price_lists.length + named.size === 0) return
  const port = yield* Effect.serviceOption(PriceListRepository)
  if (Option.isNone(port)) return
  const created = { at: seededAt, by: "seed" }
  const known = new Set([basePriceList, ...price_lists.map(({ price_list }) => price_list)])
  for (const { parent, archived, effective_from: _, ...list } of price_lists) {
    const placement = { parent, archived, effective_at: seededAt, known_at: seededAt, by: "seed" }
    yield* port.value.save(
      organization,
      { ...list, created },
      list.price_list === basePriceList ? null : placement,
    )
  }
  const others = [...named].filter((key) => !known.has(key))
  if (others.length === 0) return
  for (const { price_list } of yield* port.value.all(organization)) known.add(price_list)
  for (const price_list of others)
    if (!known.has(price_list))
      yield* port.value.save(
        organization,
        { price_list, name: price_list, currency: "EUR", tags: {}, created },
        null,
      )
})
