import {
  BatchChanges,
  type ChangedVariant,
  compareText,
  hasNoSheet,
  type PriceRecord,
  type SheetBatch,
  type TakeBack,
} from "@hangtag/core"
import { pairOrder, pricesByPair, revertedBatch } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { heldBy } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, type StoredBatch } from "./MemoryState.ts"

const atATime = 100

type Beside = ReadonlyMap<string, ReadonlyArray<string>>

/** The published batches that take others back. */
export const takeBacksOf = ({ batches }: OrganizationState): ReadonlyArray<TakeBack> =>
  [...batches.values()].flatMap(({ key, published, reverts }) =>
    published === null || reverts === null ? [] : { key, reverts },
  )

const changedVariants = (
  own: OrganizationState,
  asked: StoredBatch,
  besideOf: Beside,
): ReadonlyArray<ChangedVariant> => {
  // what takes another back is planned anew, of all that the other one has changed
  const reverted =
    asked.status === "open" && asked.reverts !== null ? own.batches.get(asked.reverts) : undefined
  const batch = reverted ?? asked
  const isSet = ({ status, batch_key }: PriceRecord) =>
    batch.published !== null && status === "active" && batch_key === batch.key
  const published = [...own.prices.values()].flat().filter(isSet)
  const held = new Set([...heldBy(own, batch), ...published].map(({ record_key }) => record_key))
  const withdrawing = new Set(
    [...new Set(batch.withdrawals.values())]
      .flatMap((key) => own.prices.get(key) ?? [])
      .filter(
        ({ record_key, withdrawn }) =>
          batch.withdrawals.has(record_key) &&
          (batch.published === null ? withdrawn === undefined : withdrawn?.at === batch.published.at),
      )
      .map(({ record_key }) => record_key),
  )
  const published_at = batch.published?.at ?? null
  const place = own.publications.findIndex(({ batch_key }) => batch_key === asked.key)
  const later = new Set(place < 0 ? [] : own.publications.slice(place + 1).map(({ batch_key }) => batch_key))
  const goneLater = new Set(
    [...later].flatMap((key) => [...(own.batches.get(key)?.withdrawals.keys() ?? [])]),
  )
  /** A record as it was when the batch was published. */
  const atPublication = (record: PriceRecord): ReadonlyArray<PriceRecord> => {
    if (asked.published !== null && record.sequence > asked.published.sequence) return []
    const { withdrawn, taken_back, ...rest } = record
    return [
      {
        ...rest,
        ...(withdrawn !== undefined && !goneLater.has(record.record_key) && { withdrawn }),
        ...(taken_back !== undefined && !later.has(taken_back.by) && { taken_back }),
      },
    ]
  }
  const sheetBatch: SheetBatch =
    reverted === undefined || published_at === null
      ? { key: asked.key, published_at }
      : { key: asked.key, published_at: null, reverts: revertedBatch(reverted.key, takeBacksOf(own)) }
  return [...own.variants.values()]
    .flatMap(({ variant: { variant_key, product_key, color, size } }) => {
      const isOfBatch = (records: ReadonlyArray<PriceRecord>) =>
        records.some(({ record_key }) => held.has(record_key) || withdrawing.has(record_key))
      const found = pricesByPair(own.prices.get(variant_key) ?? []).pairs.toSorted((a, b) =>
        pairOrder(a[0]!, b[0]!),
      )
      const changedPair = (all: ReadonlyArray<PriceRecord>) => {
        const { price_type, price_list } = all[0]!
        return { price_type, price_list, records: all.flatMap(atPublication), held, withdrawing }
      }
      const pairs = found.filter(isOfBatch).map(changedPair)
      const isBeside = ({ price_type, price_list }: PriceRecord) =>
        pairs.some(
          (pair) =>
            pair.price_type === price_type && besideOf.get(pair.price_list)?.includes(price_list) === true,
        )
      const beside = found
        .filter((records) => !isOfBatch(records) && isBeside(records[0]!))
        .map(changedPair)
        .filter(({ records }) => records.length > 0)
      const { brand_key, versions } = own.products.get(product_key)!
      const latest = Math.max(...versions.keys())
      const product_name = versions.get(latest)!.name
      const time_zone = own.brands.get(brand_key)!.time_zone
      return pairs.length === 0
        ? []
        : [
            {
              ...{ variant_key, product_key, color, size, product_name, time_zone, batch: sheetBatch, pairs },
              ...(beside.length > 0 && { beside }),
            },
          ]
    })
    .sort((a, b) => compareText(a.product_key, b.product_key) || compareText(a.variant_key, b.variant_key))
}

/** What batches change, of the moment at which the stream began. */
export const memoryBatchChanges: Layer.Layer<BatchChanges, never, MemoryCatalog> = Layer.effect(
  BatchChanges,
  Effect.map(MemoryCatalog, ({ read }) =>
    BatchChanges.of({
      variants: (organization, batchKey, beside = new Map()) =>
        Stream.unwrap(
          read((state) => {
            const own = organizationOf(state, organization)
            const batch = own.batches.get(batchKey)
            if (batch?.status === "discarded") return Stream.fail(hasNoSheet(batchKey))
            const found = batch === undefined ? [] : changedVariants(own, batch, beside)
            return Stream.fromIterable(found).pipe(Stream.grouped(atATime))
          }),
        ),
    }),
  ),
)
