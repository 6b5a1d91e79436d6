import * as Effect from "effect/Effect"
import type { Principal } from "../contract/Principal.ts"
import type { AddRecordsByVariantsRequest, RepublishFill } from "../contract/RepublishFill.ts"
import { fillBatch } from "../domain/fillBatch.ts"
import { BatchRepository } from "../ports/BatchRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { requirePermission } from "./requirePermission.ts"

/**
 * Fills a republish batch with the latest active prices of the variants; filling twice changes nothing.
 *
 * Fails with `NotFound` for an unknown batch and `BatchPublished` for one that is closed. Needs `price:write`.
 */
export const addRecordsByVariants = Effect.fn("addRecordsByVariants")(function* (
  principal: Principal,
  batch_key: string,
  request: AddRecordsByVariantsRequest,
) {
  yield* requirePermission(principal, "price:write")
  const batches = yield* BatchRepository
  const at = yield* currentInstant
  const outcome = yield* batches.fill(principal.organization, batch_key, request, at, fillBatch)
  const fill: RepublishFill = { batch_key, ...outcome }
  return fill
})
