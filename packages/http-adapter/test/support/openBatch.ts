import { PriceChangeRepository } from "@hangtag/core"
import { seededAt } from "@hangtag/testkit"
import { Effect } from "effect"

export const act = { at: seededAt, by: "seed" }

/** An open price change that holds nothing. */
export const openBatch = Effect.fnUntraced(function* (organization: string, key: string) {
  const { create } = yield* PriceChangeRepository
  const batch = { key, name: null, kind: "price_change", brand_key: null } as const
  return yield* create(organization, batch, act, Number.POSITIVE_INFINITY)
})
