import { PriceListRepository } from "@hangtag/core"
import { Effect } from "effect"
import { act } from "./openBatch.ts"

/** A price list in euros that stands alone. */
export const priceList = Effect.fnUntraced(function* (organization: string, price_list: string) {
  const { save } = yield* PriceListRepository
  const list = { price_list, name: price_list, currency: "EUR", tags: {}, created: act }
  yield* save(organization, list, null)
})
