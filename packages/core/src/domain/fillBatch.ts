import { sameAmount } from "../contract/Amount.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { AddRecordsByVariantsRequest, FillOutcome, MissingPrice } from "../contract/RepublishFill.ts"
import { compareText } from "./compareText.ts"

/** What a fill reads of the requested variants, and of no others. */
export interface FillSnapshot {
  readonly knownVariants: ReadonlySet<string>
  /** The price in force of each variant and type, at most one a pair. */
  readonly inForce: ReadonlyArray<PriceRecord>
  /** Pairs without a price in force that have an active price later than now. */
  readonly future: ReadonlyArray<{ readonly variant_key: string; readonly price_type: string }>
  /** What the batch holds for these variants already. */
  readonly held: ReadonlyArray<Pick<PriceRecord, "variant_key" | "price_type" | "amount" | "effective_at">>
}

/** What a fill does: records to put into the batch, and what could not be resolved. */
export interface FillPlan {
  readonly requested: number
  readonly added: ReadonlyArray<PriceRecord>
  readonly updated: ReadonlyArray<PriceRecord>
  readonly unchanged: number
  readonly missing: ReadonlyArray<MissingPrice>
}

/** What the plan comes to, without its records. */
export const planOutcome = ({ requested, added, updated, unchanged, missing }: FillPlan): FillOutcome => ({
  requested,
  added: added.length,
  updated: updated.length,
  unchanged,
  missing,
})

/** What a fill comes to that was planned in parts, each of other variants. */
export const fillOutcome = (parts: ReadonlyArray<FillOutcome>): FillOutcome => {
  const sum = (count: "requested" | "added" | "updated" | "unchanged") =>
    parts.reduce((total, part) => total + part[count], 0)
  return {
    requested: sum("requested"),
    added: sum("added"),
    updated: sum("updated"),
    unchanged: sum("unchanged"),
    missing: parts.flatMap((part) => part.missing),
  }
}

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
    added: [] as PriceRecord[],
    updated: [] as PriceRecord[],
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
        else if (holds.effective_at === price.effective_at && sameAmount(holds.amount, price.amount))
          plan.unchanged++
        else plan.updated.push(price)
      }
    }
  }
  return plan
}
