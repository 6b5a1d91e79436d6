import {
  type Act,
  compareText,
  type Instant,
  instantFromMicros,
  instantToText,
  isOfAbove,
  movedFilling,
  movedPair,
  type PriceRecord,
  type Publication,
  type PublishFacts,
  priceInForce,
  publicationLine,
  type VariantMove,
  variantMoves,
} from "@hangtag/core"
import { type Pair, pairName, pairOrder, priceOrderByPair } from "@hangtag/core/adapter"
import { endedBatch, heldBy } from "./MemoryBatchRepository.ts"
import { variantsOf } from "./MemoryCatalogRepository.ts"
import {
  type MemoryState,
  type OrganizationState,
  organizationOf,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"
import { publishingBrands } from "./priceChangeParts.ts"
import { zoneOf } from "./rezoned.ts"
import { withRecords } from "./writeChange.ts"

const hashOf = async (lines: ReadonlyArray<string>): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** What has come and gone in the colorways that the batch was judged for, by pair. */
const movesOf = (own: OrganizationState, batch: StoredBatch): ReadonlyMap<string, VariantMove> => {
  const judged = [...batch.judged.values()].filter(({ variant_keys, price_type, price_list }) =>
    variant_keys.some((variant_key) => batch.bases.has(pairName({ variant_key, price_type, price_list }))),
  )
  const now = judged.map(({ product_key, color }) =>
    variantsOf(own, product_key).flatMap((variant) => (variant.color === color ? [variant.variant_key] : [])),
  )
  return new Map(variantMoves(judged, now).map((move) => [pairName(move), move]))
}

/** What is known of an open batch before it is published. */
export const publishFacts = (own: OrganizationState, key: string, at: Instant): PublishFacts => {
  const batch = own.batches.get(key)!
  const drafts = heldBy(own, batch).filter(({ status }) => status === "draft")
  const withdrawing = new Set(batch.withdrawals.keys())
  const moves = movesOf(own, batch)
  const recordsOf = (pair: Pair) =>
    (own.prices.get(pair.variant_key) ?? []).filter((record) => pairName(record) === pairName(pair))
  // of what it was judged by, also where it then holds nothing
  const pairs = new Map<string, Pair>([...batch.bases, ...moves])
  const moved = [...pairs]
    .sort(([, a], [, b]) => pairOrder(a, b))
    .flatMap(([name, of]) => {
      const { variant_key, price_type, price_list } = of
      const zone = zoneOf(own, variant_key) ?? "UTC"
      const records = recordsOf(of)
      const basis = batch.bases.get(name) ?? null
      const pair = { variant_key, price_type, price_list, records, withdrawing, basis }
      return movedPair(pair, key, at, zone, moves.get(name))
    })
  const refilled = batch.kind === "republish" ? [...batch.filled.values()] : []
  const fillings = refilled.sort(pairOrder).flatMap((filled) => {
    const records = recordsOf(filled)
    const isGone = ({ record_key, withdrawn }: PriceRecord) =>
      record_key === filled.record_key && withdrawn !== undefined
    // what was withdrawn is in no batch any more
    return records.some(isGone)
      ? []
      : movedFilling(filled, priceInForce(records, at), zoneOf(own, filled.variant_key) ?? "UTC")
  })
  return {
    moved: [...moved, ...fillings].slice(0, 100),
    is_of_above: [...batch.bases.values()].some(({ lines }) => lines.some(isOfAbove)),
    brands: publishingBrands(own, drafts),
  }
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
  const known = { known_at: instantFromMicros(act.at), publication: publication.number }
  // an imported draft came when it was imported
  const cameAt = ({ made_at, known_at }: PriceRecord) => {
    const made = made_at ?? known_at
    return made === undefined ? {} : { made_at: made }
  }
  const prices = withRecords(own.prices, (record) => {
    const sequence = sequences.get(record.record_key)
    if (sequence !== undefined) return { ...record, ...known, ...cameAt(record), status: "active", sequence }
    return isWithdrawing(record) ? { ...record, withdrawn: act, withdrawn_in: batch.key } : record
  })
  const sequence = state.sequence + sequences.size
  const published = { ...act, sequence }
  const gone = new Map(ordered.filter(isWithdrawing).map((record) => [record.record_key, record.variant_key]))
  const ended = endedBatch(
    { ...own, prices },
    { ...batch, status: "published", published, withdrawals: gone },
  )
  const batches = withEntry(own.batches, batch.key, ended)
  const publications = [...own.publications, publication]
  const next = withOrganization(state, organization, { prices, batches, publications })
  return [publication, { ...next, sequence }]
}
