import {
  type Act,
  type ColorwayWrites,
  instantFromMicros,
  type NewDraft,
  type PriceRecord,
} from "@hangtag/core"
import { pairName } from "@hangtag/core/adapter"
import {
  type MemoryState,
  type OrganizationState,
  organizationOf,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

/** The records, some of them changed, in the order of each variant. */
export const withRecords = (
  prices: OrganizationState["prices"],
  change: (record: PriceRecord) => PriceRecord,
): OrganizationState["prices"] => new Map([...prices].map(([key, records]) => [key, records.map(change)]))

/** Withdraws the records that are meant, unless they are. */
export const withdrawing =
  (act: Act, isMeant: (record: PriceRecord) => boolean) =>
  (record: PriceRecord): PriceRecord =>
    record.withdrawn === undefined && isMeant(record) ? { ...record, withdrawn: act } : record

/** Writes what was planned of a part into the batch. */
export const writeChange = (
  state: MemoryState,
  organization: string,
  key: string,
  { drafts, withdrawals, released, replaced, bases, judged = [], dropped = [] }: ColorwayWrites,
  act: Act,
): MemoryState => {
  const own = organizationOf(state, organization)
  const batch = own.batches.get(key)!
  const keysOf = (records: ColorwayWrites["replaced"]) => new Set(records.map(({ record_key }) => record_key))
  const gone = keysOf(replaced)
  const stay = keysOf(released)
  const prices = new Map(
    withRecords(
      own.prices,
      withdrawing(act, (record) => gone.has(record.record_key)),
    ),
  )
  const left = new Set(dropped.map(pairName))
  let { sequence } = state
  const made = new Map<NewDraft, string>()
  for (const draft of drafts) {
    sequence++
    const record_key = `PRICE-${sequence}`
    made.set(draft, record_key)
    const { returns_from, ends, ...own } = draft
    const sale = typeof returns_from === "object" ? made.get(returns_from) : returns_from
    const record: PriceRecord = {
      ...own,
      ...(ends !== undefined && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
      ...(sale !== undefined && { returns_from: sale }),
      effective_at: instantFromMicros(draft.effective_at),
      record_key,
      status: "draft",
      sequence,
      batch_key: key,
      made_at: act.at,
    }
    prices.set(draft.variant_key, [...(prices.get(draft.variant_key) ?? []), record])
  }
  const next: StoredBatch = {
    ...batch,
    withdrawals: new Map([
      ...[...batch.withdrawals].filter(([record_key]) => !stay.has(record_key)),
      ...withdrawals.map(({ record_key, variant_key }) => [record_key, variant_key] as const),
    ]),
    bases: new Map(
      [...batch.bases, ...bases.map((basis) => [pairName(basis), basis] as const)].filter(
        ([name]) => !left.has(name),
      ),
    ),
    judged: new Map([
      ...batch.judged,
      ...judged.map(
        (of) => [JSON.stringify([of.product_key, of.color, of.price_type, of.price_list]), of] as const,
      ),
    ]),
  }
  const batches = withEntry(own.batches, key, next)
  return { ...withOrganization(state, organization, { prices, batches }), sequence }
}

/** The batch without what it holds and withdraws. */
export const emptied = (state: MemoryState, organization: string, key: string, act: Act): MemoryState => {
  const own = organizationOf(state, organization)
  const isDraft = ({ status, batch_key }: PriceRecord) => status === "draft" && batch_key === key
  const prices = withRecords(own.prices, withdrawing(act, isDraft))
  const batch: StoredBatch = {
    ...own.batches.get(key)!,
    withdrawals: new Map(),
    bases: new Map(),
    judged: new Map(),
  }
  return withOrganization(state, organization, { prices, batches: withEntry(own.batches, key, batch) })
}

/** Records that have begun, over from a moment on, as another batch takes theirs back. */
export const ending = (
  state: MemoryState,
  organization: string,
  records: NonNullable<ColorwayWrites["ended"]>,
  { at }: Act,
  by: string,
): MemoryState => {
  const keys = new Set(records.map(({ record_key }) => record_key))
  const taken_back = { at: instantFromMicros(at), by }
  const prices = withRecords(organizationOf(state, organization).prices, (record) =>
    keys.has(record.record_key) ? { ...record, taken_back } : record,
  )
  return withOrganization(state, organization, { prices })
}
