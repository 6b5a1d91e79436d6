import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CallLimits, limitExceeded, requireWithin } from "../kernel/CallLimits.ts"
import { BatchBusy, BatchPublished, BatchUnsuitable, LimitExceeded, NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { BatchRepository } from "./BatchRepository.ts"
import { AddRecordsByVariantsRequest, RepublishFill } from "./RepublishFill.ts"
import { fillBatch } from "./rules/fillBatch.ts"

/**
 * Fills a republish batch with the latest active prices of the variants; filling twice changes nothing.
 *
 * Fails with `NotFound` for an unknown batch and `BatchPublished` for one that is closed; with `LimitExceeded`
 * (`fill_pairs`, `fill_types`) before anything is read, or without `price_types` as soon as too many are found. Needs `price:write`.
 */
export const addRecordsByVariants = operation({
  name: "addRecordsByVariants",
  permission: "price:write",
  input: Schema.Struct({ batch_key: Key, ...AddRecordsByVariantsRequest.fields }),
  output: RepublishFill,
  errors: [NotFound, BatchPublished, BatchUnsuitable, BatchBusy, LimitExceeded],
  ports: [BatchRepository],
  limits: ["fill_pairs", "fill_types"],
  effect: "draft",
  unknownMembers: "ignored",
  run: Effect.fnUntraced(function* ({ organization }, { batch_key, ...request }) {
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
    const outcome = yield* batches.fill(organization, batch_key, request, yield* currentInstant, decide)
    return { batch_key, ...outcome }
  }),
})
