import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { instantToExactText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { requireBatch } from "./changeTarget.ts"
import { BatchMomentPage, BatchMomentQuery } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/**
 * What a batch changes when: a row for each instant, price type and list, added up from all that it holds, however much. Fails
 * with `NotFound`. Needs `batch:read`.
 */
export const listBatchMoments = operation({
  name: "listBatchMoments",
  permission: "batch:read",
  input: Schema.Struct({ batch_key: Key, ...BatchMomentQuery.fields }),
  output: BatchMomentPage,
  errors: [NotFound],
  ports: [PriceChangeRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { batch_key, ...query }) {
    yield* requireBatch(principal.organization, batch_key)
    const { moments } = yield* PriceChangeRepository
    const found = yield* moments(principal.organization, batch_key, query)
    const { items, ...rest } = pageOf(found, ({ at, price_type, price_list }) => ({
      at,
      price_type,
      price_list,
    }))
    return { ...rest, items: items.map((moment) => ({ ...moment, at: instantToExactText(moment.at) })) }
  }),
})
