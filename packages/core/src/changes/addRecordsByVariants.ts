import * as Effect from "effect/Effect"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { limitExceeded, requireWithin } from "../kernel/requireWithin.ts"
import { BatchRepository } from "./BatchRepository.ts"
import type { AddRecordsByVariantsRequest, RepublishFill } from "./RepublishFill.ts"
import { fillBatch } from "./rules/fillBatch.ts"

/**
 * Fills a republish batch with the latest active prices of the variants; filling twice changes nothing.
 *
 * Fails with `NotFound` for an unknown batch and `BatchPublished` for one that is closed; with `LimitExceeded`
 * (`fill_pairs`, `fill_types`) before anything is read, or without `price_types` as soon as too many are found. Needs `price:write`.
 */
export const addRecordsByVariants = Effect.fn("addRecordsByVariants")(function* (
  principal: Principal,
  batch_key: string,
  request: AddRecordsByVariantsRequest,
) {
  yield* requirePermission(principal, "price:write")
  const batches = yield* BatchRepository
  const types = request.price_types === null ? 1 : new Set(request.price_types).size
  yield* requireWithin("fill_types", types, ["price_types"])
  yield* requireWithin("fill_pairs", new Set(request.variant_keys).size * types)
  const { fill_pairs: most } = yield* CallLimits
  const decide: Parameters<typeof batches.fill>[4] = (part, snapshot, before) => {
    const plan = fillBatch(part, snapshot)
    const asked = (before?.requested ?? 0) + plan.requested
    return asked <= most ? plan : limitExceeded("fill_pairs", most, asked)
  }
  const at = yield* currentInstant
  const outcome = yield* batches.fill(principal.organization, batch_key, request, at, decide)
  const fill: RepublishFill = { batch_key, ...outcome }
  return fill
})
