import { compareText, foldText, matchesWords, mostSkusSearched, searchWords } from "@hangtag/core"
import { heldBy } from "./MemoryBatchRepository.ts"
import type { OrganizationState, StoredBatch } from "./MemoryState.ts"

/** Whether each word of a search is in a batch's key or name, or in a SKU of which it holds or withdraws a price. */
export const batchSearch = (own: OrganizationState, search: string | null) => {
  const words = searchWords(search ?? "").map((word) => ({
    word,
    skus: new Set(
      [...own.variants.keys()]
        .filter((sku) => foldText(sku).includes(word))
        .sort(compareText)
        .slice(0, mostSkusSearched),
    ),
  }))
  return (batch: StoredBatch): boolean => {
    const fields = [batch.key, batch.name ?? ""]
    const others = words.filter(({ word }) => !matchesWords(word, fields))
    if (others.length === 0) return true
    const held = [...heldBy(own, batch).map(({ variant_key }) => variant_key), ...batch.withdrawals.values()]
    return others.every(({ skus }) => held.some((sku) => skus.has(sku)))
  }
}
