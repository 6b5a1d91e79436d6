import { PriceChangeRepository } from "@hangtag/core"
import { seededAt } from "@hangtag/testkit"
import { Effect } from "effect"

/** A price change that was published, and changed nothing. */
export const publishedBatch = Effect.fnUntraced(function* (organization: string, key: string) {
  const { create, publish } = yield* PriceChangeRepository
  const act = { at: seededAt, by: "seed" }
  const batch = { key, name: null, kind: "price_change", brand_key: null } as const
  yield* create(organization, batch, act, Number.POSITIVE_INFINITY)
  yield* publish(organization, key, act, {
    facts: () => "publish",
    part: () => undefined,
    end: () => undefined,
  })
})
