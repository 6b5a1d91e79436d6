import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BatchPublished, BatchUnsuitable, InvalidRequest, NotFound } from "../kernel/errors.ts"
import { valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { BatchLimits } from "./BatchLimits.ts"
import {
  type Act,
  type BatchToMake,
  type ChangeReading,
  PriceChangeRepository,
} from "./PriceChangeRepository.ts"
import { unfit } from "./rules/unfit.ts"

/** A batch by its key. */
export const BatchKey = Schema.Struct({ batch_key: Key })

/** Where a change is written. */
export interface ChangeTarget extends Omit<BatchToMake, "key" | "kind"> {
  /** An open price change; null: a new one. */
  readonly batch_key: string | null
  /** An open price change of the brand that the new one takes the place of: discarded with the write. */
  readonly replaces: string | null
}

/** A brand as it is. Fails with `NotFound`. */
export const requireBrand = Effect.fnUntraced(function* (organization: string, key: string) {
  const { brand } = yield* PriceChangeRepository
  const found = yield* brand(organization, key)
  return Option.isSome(found) ? found.value : yield* new NotFound({ resource: "brand", key })
})

/** What is read of the colorways that a batch is about: all that there ever was of their pairs. */
export const readingOf = (batch_key: string): ChangeReading => ({
  scope: { kind: "batch", batch_key },
  brand: null,
  batch_key,
  since: null,
})

/** A batch. Fails with `NotFound`. */
export const requireBatch = Effect.fnUntraced(function* (organization: string, key: string) {
  const { find } = yield* PriceChangeRepository
  const found = yield* find(organization, key)
  return Option.isSome(found) ? found.value : yield* new NotFound({ resource: "batch", key })
})

/**
 * An open price change, of the brand where one is named. Fails with `NotFound`, `BatchPublished`, and with `BatchUnsuitable` for
 * one that is discarded, takes another back, is for republishing or of another brand.
 */
export const requireOpen = Effect.fnUntraced(function* (
  organization: string,
  batch_key: string,
  brand_key: string | null,
) {
  const batch = yield* requireBatch(organization, batch_key)
  if (batch.status === "published") return yield* new BatchPublished({ batch_key })
  const problem = unfit(batch, "price_change")
  if (problem !== undefined) return yield* problem
  if (batch.brand_key !== null && brand_key !== null && batch.brand_key !== brand_key)
    return yield* new BatchUnsuitable({ batch_key, problem: `is of brand ${batch.brand_key}` })
  return batch
})

/** A new open batch, where the organization may have one more; what it replaces makes room. */
export const newTarget = Effect.fnUntraced(function* (
  organization: string,
  { batch_key: _, replaces, ...batch }: ChangeTarget,
  act: Act,
) {
  const { openBatches } = yield* BatchLimits
  const { create } = yield* PriceChangeRepository
  const limit = replaces === null ? openBatches : openBatches + 1
  return yield* create(organization, { ...batch, key: null, kind: "price_change" }, act, limit)
})

/** The batch that a change is written into: one that is open, or a new one; none where nothing is written (`act` is null). */
export const targetOf = Effect.fnUntraced(function* (
  organization: string,
  target: ChangeTarget,
  act: Act | null,
) {
  const { batch_key, replaces, brand_key } = target
  if (replaces !== null) yield* requireOpen(organization, replaces, brand_key)
  const open = batch_key === null ? undefined : yield* requireOpen(organization, batch_key, brand_key)
  if (act === null) return undefined
  return open ?? (yield* newTarget(organization, target, act))
})

const replacesNone = "a batch that is filled replaces none: leave out batch_key or replaces"

/** A batch is filled, or another takes its place; never both. */
export const replacingFault = (batch_key: string | null, replaces: string | null) =>
  batch_key === null || replaces === null
    ? undefined
    : new InvalidRequest({ fields: [valueFault(["replaces"], replaces, replacesNone)] })
