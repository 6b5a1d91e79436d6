import * as Effect from "effect/Effect"
import { currentInstant } from "../kernel/currentInstant.ts"
import { BatchBusy, BatchPublished, NotFound } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { BatchKey } from "./foundBatch.ts"
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
  ports: [PriceChangeRepository],
  limits: [],
  contract: "what one batch holds",
  effect: "draft",
  run: Effect.fnUntraced(function* ({ organization, subject }, { batch_key }) {
    const { discard } = yield* PriceChangeRepository
    return yield* discard(organization, batch_key, { at: currentInstant, by: subject })
  }),
})
