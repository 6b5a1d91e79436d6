import { type Act, instantToText, type PriceBatch } from "@hangtag/core"
import { heldBy } from "./MemoryBatchRepository.ts"
import type { OrganizationState, StoredBatch } from "./MemoryState.ts"

const text = (act: Act | null) => act && instantToText(act.at)

/** A batch as its keepers see it. */
export const batchView = (own: OrganizationState, batch: StoredBatch): PriceBatch => ({
  key: batch.key,
  name: batch.name,
  kind: batch.kind,
  brand_key: batch.brand_key,
  status: batch.status,
  reverts: batch.reverts,
  created_at: text(batch.created),
  created_by: batch.created?.by ?? null,
  published_at: text(batch.published),
  published_by: batch.published?.by ?? null,
  discarded_at: text(batch.discarded),
  discarded_by: batch.discarded?.by ?? null,
  note: batch.note,
  noted_at: text(batch.noted),
  noted_by: batch.noted?.by ?? null,
  counts: { records: batch.held ?? heldBy(own, batch).length, withdrawals: batch.withdrawals.size },
})
