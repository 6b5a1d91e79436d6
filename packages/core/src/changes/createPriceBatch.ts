import * as Effect from "effect/Effect"
import { BatchBusy, BatchUnsuitable, NotFound, TooManyOpen } from "../kernel/errors.ts"
import { problemFaults, requireNoFaults } from "../kernel/faults.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { BatchLimits } from "./BatchLimits.ts"
import { inTurn } from "./inTurn.ts"
import { NewPriceBatch, PriceBatch } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"
import { batchKeyFault } from "./rules/batchKey.ts"

/**
 * Makes an open batch. Fails with `InvalidRequest` for a key that no URL could name, `NotFound` for an unknown brand,
 * `BatchUnsuitable` for a taken key, and `TooManyOpen` where the organization has as many open batches as it may (`BatchLimits`). Needs `price:write`.
 */
export const createPriceBatch = operation({
  name: "createPriceBatch",
  permission: "price:write",
  input: NewPriceBatch,
  output: PriceBatch,
  errors: [NotFound, BatchUnsuitable, BatchBusy, TooManyOpen],
  ports: [PriceChangeRepository, Transaction],
  limits: ["openBatches"],
  effect: "draft",
  run: Effect.fnUntraced(function* (principal, batch) {
    const { key } = batch
    yield* requireNoFaults(problemFaults(["key"], key, key === null ? undefined : batchKeyFault(key)))
    const { create } = yield* PriceChangeRepository
    const { openBatches } = yield* BatchLimits
    return yield* inTurn(principal, [], (act) => create(principal.organization, batch, act, openBatches))
  }),
})
