import { type Act, instantFromMicros, judgeReturns, type PriceRecord, publishReturns } from "@hangtag/core"
import { pricesByPair } from "@hangtag/core/adapter"
import { heldBy } from "./MemoryBatchRepository.ts"
import { type MemoryState, type OrganizationState, organizationOf, withOrganization } from "./MemoryState.ts"
import { withdrawing, writeChange } from "./writeChange.ts"

/** Judges the returns of what an open batch is about as if it were published, and writes them into it. */
export const writeReturns = (
  state: MemoryState,
  organization: string,
  key: string,
  act: Act,
): MemoryState => {
  const own = organizationOf(state, organization)
  const batch = own.batches.get(key)!
  if (batch.kind === "republish") return state
  const variants = new Set([
    ...heldBy(own, batch).map(({ variant_key }) => variant_key),
    ...batch.withdrawals.values(),
  ])
  const open = { batch_key: key, withdrawing: new Set(batch.withdrawals.keys()), now: act.at }
  return [...variants].sort().reduce((now, variant) => {
    const pairs = pricesByPair(own.prices.get(variant) ?? []).pairs
    return pairs.reduce((before, records) => {
      const written = publishReturns(records, open)
      return writeChange(before, organization, key, { ...written, released: [], bases: [] }, act)
    }, now)
  }, state)
}

/** Judges the returns of variants anew after something else has written prices of them. */
export const rejudge = (
  state: MemoryState,
  organization: string,
  variantKeys: Iterable<string>,
  act: Act,
): MemoryState => {
  const prices = new Map(organizationOf(state, organization).prices)
  let { sequence } = state
  for (const key of new Set(variantKeys)) {
    const all = prices.get(key) ?? []
    for (const records of pricesByPair(all).pairs) {
      const { drafts, withdrawals } = judgeReturns(records, act.at)
      const gone = new Set(withdrawals)
      const written = drafts.map(({ ends, ...draft }): PriceRecord => {
        sequence++
        const effective_at = instantFromMicros(draft.effective_at)
        const record_key = `PRICE-${sequence}`
        return {
          ...draft,
          ...(ends && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
          effective_at,
          record_key,
          sequence,
          status: "active",
          batch_key: null,
          made_at: act.at,
          known_at: instantFromMicros(act.at),
        }
      })
      const left = (prices.get(key) ?? []).map(withdrawing(act, (record) => gone.has(record)))
      prices.set(key, [...left, ...written])
    }
  }
  const next: Partial<OrganizationState> = { prices }
  return { ...withOrganization(state, organization, next), sequence }
}
