import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { currentInstant } from "../kernel/currentInstant.ts"
import { InvalidRequest, NotFound } from "../kernel/errors.ts"
import { instantToExactText } from "../kernel/Instant.ts"
import { pageOf, totalsOf } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { BatchLimits } from "./BatchLimits.ts"
import type {
  BatchMomentPage,
  BatchMomentQuery,
  NewPriceBatch,
  PriceBatchPage,
  PriceBatchQuery,
  PublicationPage,
  PublicationQuery,
} from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"
import { batchKeyFault } from "./rules/batchKey.ts"

/**
 * Makes an open batch. Fails with `InvalidRequest` for a key that no URL could name, `NotFound` for an unknown brand,
 * `BatchUnsuitable` for a taken key, and `TooManyOpen` where the organization has as many open batches as it may (`BatchLimits`). Needs `price:write`.
 */
export const createPriceBatch = Effect.fn("createPriceBatch")(function* (
  principal: Principal,
  batch: NewPriceBatch,
) {
  yield* requirePermission(principal, "price:write")
  const fault = batch.key === null ? undefined : batchKeyFault(batch.key)
  if (fault !== undefined)
    return yield* new InvalidRequest({
      fields: [{ loc: ["key"], type: "value_error", msg: `Value error, ${fault}`, input: batch.key }],
    })
  const { create } = yield* PriceChangeRepository
  const { openBatches } = yield* BatchLimits
  const act = { at: currentInstant, by: principal.subject }
  return yield* create(principal.organization, batch, act, openBatches)
})

/** A batch as it stands. Fails with `NotFound`. Needs `batch:read`. */
export const getPriceBatch = Effect.fn("getPriceBatch")(function* (principal: Principal, batch_key: string) {
  yield* requirePermission(principal, "batch:read")
  const { find } = yield* PriceChangeRepository
  const found = yield* find(principal.organization, batch_key)
  if (Option.isNone(found)) return yield* new NotFound({ resource: "batch", key: batch_key })
  return found.value
})

/**
 * What a batch changes when: a row for each instant and price type, added up from all that it holds, however much. Fails
 * with `NotFound`. Needs `batch:read`.
 */
export const listBatchMoments = Effect.fn("listBatchMoments")(function* (
  principal: Principal,
  batch_key: string,
  query: BatchMomentQuery,
) {
  yield* getPriceBatch(principal, batch_key)
  const { moments } = yield* PriceChangeRepository
  const found = yield* moments(principal.organization, batch_key, query)
  const { items, ...rest } = pageOf(found, ({ at, price_type }) => ({ at, price_type }))
  const page: BatchMomentPage = {
    ...rest,
    items: items.map((moment) => ({ ...moment, at: instantToExactText(moment.at) })),
  }
  return page
})

/** Lists batches, the newest first. Needs `batch:read`. */
export const listPriceBatches = Effect.fn("listPriceBatches")(function* (
  principal: Principal,
  query: PriceBatchQuery,
) {
  yield* requirePermission(principal, "batch:read")
  const { list } = yield* PriceChangeRepository
  const { total, ...found } = yield* list(principal.organization, query)
  const page: PriceBatchPage = { ...found, ...totalsOf(total) }
  return page
})

/**
 * Ends an open batch and withdraws its drafts; one that is discarded stays so. Fails with `NotFound`, `BatchPublished`
 * and `BatchBusy`. Needs `price:write`.
 */
export const discardPriceBatch = Effect.fn("discardPriceBatch")(function* (
  principal: Principal,
  batch_key: string,
) {
  yield* requirePermission(principal, "price:write")
  const { discard } = yield* PriceChangeRepository
  return yield* discard(principal.organization, batch_key, { at: currentInstant, by: principal.subject })
})

/** Publications after a number, in order, each once. Needs `batch:read`. */
export const listPublications = Effect.fn("listPublications")(function* (
  principal: Principal,
  { after, limit }: PublicationQuery,
) {
  yield* requirePermission(principal, "batch:read")
  const { publications } = yield* PriceChangeRepository
  const page: PublicationPage = { items: yield* publications(principal.organization, after, limit) }
  return page
})
