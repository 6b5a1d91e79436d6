import {
  type Act,
  compareText,
  instantToText,
  type PriceRecord,
  type Publication,
  publicationLine,
} from "@hangtag/core"
import { priceOrderByPair } from "@hangtag/core/adapter"
import { endedBatch, heldBy } from "./MemoryBatchRepository.ts"
import {
  type MemoryState,
  organizationOf,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"
import { withRecords } from "./writeChange.ts"

const hashOf = async (lines: ReadonlyArray<string>): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Publishes the batch: the publication, and the state with it. */
export const publishBatch = async (
  state: MemoryState,
  organization: string,
  batch: StoredBatch,
  act: Act,
): Promise<readonly [Publication, MemoryState]> => {
  const own = organizationOf(state, organization)
  const held = new Set(heldBy(own, batch).map(({ record_key }) => record_key))
  const ordered = [...own.prices.values()]
    .flat()
    .filter(({ record_key }) => held.has(record_key) || batch.withdrawals.has(record_key))
    .sort(priceOrderByPair)
  const sequences = new Map<string, number>()
  for (const { record_key, status } of ordered)
    if (status === "draft" && held.has(record_key))
      sequences.set(record_key, state.sequence + sequences.size + 1)
  const isWithdrawing = (record: PriceRecord) =>
    batch.withdrawals.has(record.record_key) &&
    record.status === "active" &&
    record.effective_at > act.at &&
    record.withdrawn === undefined
  const sets = ordered
    .filter(({ record_key }) => held.has(record_key))
    .map((record) => ({ ...record, sequence: sequences.get(record.record_key) ?? record.sequence }))
  const lines = [
    ...sets.map((record) => ({ record, change: "set" as const })),
    ...ordered.filter(isWithdrawing).map((record) => ({ record, change: "withdraw" as const })),
  ].sort((a, b) => priceOrderByPair(a.record, b.record) || compareText(a.change, b.change))
  const publication: Publication = {
    number: own.publications.length + 1,
    batch_key: batch.key,
    published_at: instantToText(act.at),
    published_by: act.by,
    records: lines.length,
    sha256: await hashOf(lines.map(({ record, change }) => publicationLine(record, change))),
  }
  const prices = withRecords(own.prices, (record) => {
    const sequence = sequences.get(record.record_key)
    if (sequence !== undefined) return { ...record, status: "active", sequence }
    return isWithdrawing(record) ? { ...record, withdrawn: act } : record
  })
  const ended = endedBatch({ ...own, prices }, { ...batch, status: "published", published: act })
  const batches = withEntry(own.batches, batch.key, ended)
  const publications = [...own.publications, publication]
  const next = withOrganization(state, organization, { prices, batches, publications })
  return [publication, { ...next, sequence: state.sequence + sequences.size }]
}
