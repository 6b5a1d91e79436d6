import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BatchPublished, BatchUnsuitable } from "../kernel/errors.ts"
import { requireFound, valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import type { Principal } from "../kernel/Principal.ts"
import { BatchLimits } from "./BatchLimits.ts"
import { inPlan, inTurn } from "./inTurn.ts"
import type { PriceChangeRefused } from "./PriceChangeRefused.ts"
import {
  type Act,
  type BatchToMake,
  type ChangeReading,
  type ChangingBrand,
  PriceChangeRepository,
} from "./PriceChangeRepository.ts"
import { unfit } from "./rules/unfit.ts"

/** A batch by its key. */
export const BatchKey = Schema.Struct({ batch_key: Key })

/** Where a change is written. */
export interface ChangeTarget extends Omit<BatchToMake, "key" | "kind"> {
  readonly brand_key: string
  /** An open price change; null: a new one. */
  readonly batch_key: string | null
  /** An open price change of the brand that the new one takes the place of: discarded with the write. */
  readonly replaces: string | null
}

/** A brand as it is. Fails with `NotFound`. */
export const requireBrand = (organization: string, key: string) =>
  Effect.flatMap(PriceChangeRepository, ({ brand }) => requireFound(brand(organization, key), "brand", key))

/** What is read of the colorways that a batch is about: all that there ever was of their pairs. */
export const readingOf = (batch_key: string) =>
  ({ scope: { kind: "batch", batch_key }, brand: null, batch_key, since: null }) satisfies ChangeReading

/** A batch. Fails with `NotFound`. */
export const requireBatch = (organization: string, key: string) =>
  Effect.flatMap(PriceChangeRepository, ({ find }) => requireFound(find(organization, key), "batch", key))

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

/** A new open batch, where the organization may have one more; what it takes the place of makes room. */
export const newTarget = Effect.fnUntraced(function* (
  organization: string,
  batch: Omit<BatchToMake, "key" | "kind">,
  act: Act,
  isReplacing = false,
) {
  const { openBatches } = yield* BatchLimits
  const { create } = yield* PriceChangeRepository
  const limit = isReplacing ? openBatches + 1 : openBatches
  return yield* create(organization, { ...batch, key: null, kind: "price_change" }, act, limit)
})

/** The batch that a change is written into: one that is open, or a new one; none where nothing is written (`act` is null). */
const targetOf = Effect.fnUntraced(function* (
  organization: string,
  { batch_key, replaces, ...batch }: ChangeTarget,
  act: Act | null,
) {
  if (replaces !== null) yield* requireOpen(organization, replaces, batch.brand_key)
  const open = batch_key === null ? undefined : yield* requireOpen(organization, batch_key, batch.brand_key)
  if (act === null) return undefined
  return open ?? (yield* newTarget(organization, batch, act, replaces !== null))
})

/** A change that is drafted for a brand, and what gives it the batch that it is written into. */
export interface Drafting {
  readonly act: Act
  readonly brand: ChangingBrand
  readonly target: ReturnType<typeof targetOf>
}

/**
 * Drafts a change, all of it or nothing: it fails with what it is `refused` for, and what it replaces is discarded with it. A dry one
 * writes nothing, and is refused for nothing.
 */
export const draftChange = Effect.fnUntraced(function* <
  A extends { readonly refused: PriceChangeRefused | undefined },
  E,
  R,
>(
  principal: Principal,
  into: ChangeTarget,
  isDry: boolean,
  plan: (drafting: Drafting) => Effect.Effect<A, E, R>,
) {
  const { organization } = principal
  const { batch_key, replaces, brand_key } = into
  const draft = Effect.fnUntraced(function* (act: Act) {
    const brand = yield* requireBrand(organization, brand_key)
    const planned = yield* plan({ act, brand, target: targetOf(organization, into, isDry ? null : act) })
    if (isDry) return planned
    if (planned.refused !== undefined) return yield* planned.refused
    const { discard } = yield* PriceChangeRepository
    if (replaces !== null) yield* discard(organization, replaces, act)
    return planned
  })
  return yield* isDry ? inPlan(principal, draft) : inTurn(principal, [batch_key, replaces], draft)
})

const replacesNone = "a batch that is filled replaces none: leave out batch_key or replaces"

/** A batch is filled, or another takes its place; never both. */
export const replacingFaults = (batch_key: string | null, replaces: string | null) =>
  batch_key === null || replaces === null ? [] : [valueFault(["replaces"], replaces, replacesNone)]
