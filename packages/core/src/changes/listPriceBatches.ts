import * as Effect from "effect/Effect"
import { totalsOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { PriceBatchPage, PriceBatchQuery } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/** Lists batches, the newest first. Needs `batch:read`. */
export const listPriceBatches = operation({
  name: "listPriceBatches",
  permission: "batch:read",
  input: PriceBatchQuery,
  output: PriceBatchPage,
  errors: [],
  ports: [PriceChangeRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* ({ organization }, query) {
    const { list } = yield* PriceChangeRepository
    const { total, ...found } = yield* list(organization, query)
    return { ...found, ...totalsOf(total) }
  }),
})
