import * as Effect from "effect/Effect"
import { BatchBusy, BatchPublished, NotFound } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { BatchKey, requireBatch } from "./changeTarget.ts"
import { inTurn } from "./inTurn.ts"
import { PriceBatch } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/**
 * Ends an open batch and withdraws its drafts; one that is discarded stays so. Fails with `NotFound`, `BatchPublished`
 * and `BatchBusy`. Needs `price:write`.
 */
export const discardPriceBatch = operation({
  name: "discardPriceBatch",
  permission: "price:write",
  input: BatchKey,
  output: PriceBatch,
  errors: [NotFound, BatchPublished, BatchBusy],
  ports: [PriceChangeRepository, Transaction],
  limits: [],
  effect: "draft",
  run: Effect.fnUntraced(function* (principal, { batch_key }) {
    const { discard } = yield* PriceChangeRepository
    const { organization } = principal
    return yield* inTurn(
      principal,
      [batch_key],
      Effect.fnUntraced(function* (act) {
        const batch = yield* requireBatch(organization, batch_key)
        if (batch.status === "published") return yield* new BatchPublished({ batch_key })
        if (batch.status === "discarded") return batch
        yield* discard(organization, batch_key, act)
        return yield* requireBatch(organization, batch_key)
      }),
    )
  }),
})
