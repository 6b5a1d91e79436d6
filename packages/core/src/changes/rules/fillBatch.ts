import { sumOf } from "../../kernel/CallLimits.ts"
import { compareText } from "../../kernel/rules/compareText.ts"
import { type Price, type PriceRecord, saysSame } from "../../prices/PriceRecord.ts"
import type {
  AddRecordsByVariantsRequest,
  FillOutcome,
  MissingPrice,
  MissingReason,
} from "../RepublishFill.ts"

/** What a fill reads of the requested variants, and of no others. */
export interface FillSnapshot {
  readonly knownVariants: ReadonlySet<string>
  /** The price in force of each variant and type, at most one a pair. */
  readonly inForce: ReadonlyArray<Price>
  /** Pairs without a price in force that have an active price later than now. */
  readonly future: ReadonlyArray<{ readonly variant_key: string; readonly price_type: string }>
  /** What the batch holds for these variants already. */
  readonly held: ReadonlyArray<
    Pick<PriceRecord, "variant_key" | "price_type" | "amount" | "ending" | "effective_at">
  >
}

/** What a fill does: records to put into the batch, and what could not be resolved. */
export interface FillPlan {
  readonly requested: number
  readonly added: ReadonlyArray<Price>
  readonly updated: ReadonlyArray<Price>
  readonly unchanged: number
  readonly missing: ReadonlyArray<MissingPrice>
}

/** What a fill comes to before anything of it was planned. */
export const noOutcome: FillOutcome = { requested: 0, added: 0, updated: 0, unchanged: 0, missing: [] }

/** How much of `missing` is listed: what more there is, is counted. */
export const mostMissing = { pairs: 10_000, characters: 1_000_000 }

const charactersOf = ({ variant_key, price_type }: MissingPrice) =>
  variant_key.length + (price_type?.length ?? 0)

/** What a fill comes to that is planned in parts, each of other variants: what the parts before came to, and this one. */
export const outcomeWith = (before: FillOutcome, plan: FillPlan): FillOutcome => {
  const missing = [...before.missing]
  let characters = sumOf(missing, (pair) => charactersOf(pair))
  let isCut = before.missing_counts !== undefined
  for (const pair of plan.missing) {
    characters += charactersOf(pair)
    isCut ||= missing.length === mostMissing.pairs || characters > mostMissing.characters
    if (isCut) break
    missing.push(pair)
  }
  const counts = { ...(before.missing_counts ?? countsOf(before.missing)) }
  if (isCut) for (const { reason } of plan.missing) counts[reason]++
  return {
    requested: before.requested + plan.requested,
    added: before.added + plan.added.length,
    updated: before.updated + plan.updated.length,
    unchanged: before.unchanged + plan.unchanged,
    missing,
    ...(isCut ? { missing_counts: counts } : {}),
  }
}

const countsOf = (missing: ReadonlyArray<MissingPrice>): Record<MissingReason, number> => {
  const counts = { no_active_price: 0, only_future_price: 0, unknown_variant: 0 }
  for (const { reason } of missing) counts[reason]++
  return counts
}

/** What the plan comes to, without its records. */
export const planOutcome = (plan: FillPlan): FillOutcome => outcomeWith(noOutcome, plan)

/** Pairs under variant, then type; a nested map, since any separator could stand in a key. */
const byPair = <A extends { readonly variant_key: string; readonly price_type: string }>(
  rows: Iterable<A>,
) => {
  const pairs = new Map<string, Map<string, A>>()
  for (const row of rows) {
    const types = pairs.get(row.variant_key)
    if (types === undefined) pairs.set(row.variant_key, new Map([[row.price_type, row]]))
    else types.set(row.price_type, row)
  }
  return pairs
}

/**
 * Gives every requested pair of variant and price type exactly one outcome.
 *
 * Duplicates in the request count once. Without `price_types` a variant's pairs are the types it has an active
 * price of, now or later; a variant with none is one pair of its own, so that nothing asked for goes unanswered.
 * A pair is `unchanged` when the batch holds the same amount from the same instant, `updated` when it holds
 * another price.
 */
export const fillBatch = (request: AddRecordsByVariantsRequest, snapshot: FillSnapshot): FillPlan => {
  const inForce = byPair(snapshot.inForce)
  const future = byPair(snapshot.future)
  const held = byPair(snapshot.held)
  const given = request.price_types === null ? null : [...new Set(request.price_types)]
  const plan = {
    requested: 0,
    added: [] as Price[],
    updated: [] as Price[],
    unchanged: 0,
    missing: [] as MissingPrice[],
  }
  for (const variant_key of new Set(request.variant_keys)) {
    const now = inForce.get(variant_key)
    const later = future.get(variant_key)
    const types: ReadonlyArray<string | null> =
      given ?? [...new Set([...(now?.keys() ?? []), ...(later?.keys() ?? [])])].sort(compareText)
    for (const price_type of given === null && types.length === 0 ? [null] : types) {
      plan.requested++
      const price = price_type === null ? undefined : now?.get(price_type)
      if (!snapshot.knownVariants.has(variant_key)) {
        plan.missing.push({ variant_key, price_type, reason: "unknown_variant" })
      } else if (price === undefined) {
        const reason = price_type !== null && later?.has(price_type) ? "only_future_price" : "no_active_price"
        plan.missing.push({ variant_key, price_type, reason })
      } else {
        const holds = held.get(variant_key)?.get(price.price_type)
        if (holds === undefined) plan.added.push(price)
        else if (holds.effective_at === price.effective_at && saysSame(holds, price)) plan.unchanged++
        else plan.updated.push(price)
      }
    }
  }
  return plan
}
