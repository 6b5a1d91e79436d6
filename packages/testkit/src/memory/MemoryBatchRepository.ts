import {
  type BatchPublished,
  type BatchRecord,
  type BatchRecordPlace,
  BatchRepository,
  compareText,
  type FillPlan,
  type FillSnapshot,
  NotFound,
  type PriceRecord,
  BatchPublished as Published,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { inForceByType } from "./MemoryPriceRepository.ts"
import {
  type OrganizationState,
  organizationOf,
  pairKey,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

const snapshotOf = (
  state: OrganizationState,
  batch: StoredBatch,
  request: {
    readonly variant_keys: ReadonlyArray<string>
    readonly price_types: ReadonlyArray<string> | null
  },
  at: number,
): FillSnapshot => {
  const keys = [...new Set(request.variant_keys)]
  const isWanted = ({ price_type }: { readonly price_type: string }) =>
    request.price_types === null || request.price_types.includes(price_type)
  const inForce = keys.flatMap((key) => inForceByType(state, key, at)).filter(isWanted)
  return {
    knownVariants: new Set(keys.filter((key) => state.variants.has(key))),
    inForce,
    future: keys.flatMap((key) =>
      (state.prices.get(key) ?? []).filter(
        (record) => record.status === "active" && record.effective_at > at && isWanted(record),
      ),
    ),
    held: [
      ...inForce.filter((record) => record.batch_key === batch.key),
      ...[...batch.filled.values()].filter((record) => keys.includes(record.variant_key) && isWanted(record)),
    ],
  }
}

/** The batch's own records and those filled in, each once. */
const heldBy = (state: OrganizationState, batch: StoredBatch): ReadonlyArray<PriceRecord> => {
  const own = [...state.prices.values()].flatMap((records) =>
    records.filter((record) => record.batch_key === batch.key),
  )
  return [
    ...new Map([...own, ...batch.filled.values()].map((record) => [record.record_key, record])).values(),
  ]
}

const recordView = (state: OrganizationState, record: PriceRecord): BatchRecord => ({
  record_key: record.record_key,
  variant_key: record.variant_key,
  variant_name: state.variants.get(record.variant_key)?.variant.name ?? null,
  price_type: record.price_type,
  amount: record.amount,
  effective_from: record.effective_from,
  status: record.status,
})

const matches = (record: BatchRecord, search: string): boolean =>
  [record.variant_key, record.variant_name ?? "", record.price_type].some((field) =>
    field.toLowerCase().includes(search.toLowerCase()),
  )

const recordOrder = (a: BatchRecordPlace, b: BatchRecordPlace): number =>
  compareText(a.variant_key, b.variant_key) ||
  compareText(a.price_type, b.price_type) ||
  compareText(a.record_key, b.record_key)

/** Batches; a fill reads, decides and writes in one step. */
export const memoryBatchRepository: Layer.Layer<BatchRepository, never, MemoryCatalog> = Layer.effect(
  BatchRepository,
  Effect.map(MemoryCatalog, ({ read, write }) =>
    BatchRepository.of({
      fill: (organization, batchKey, request, at, decide) =>
        Effect.flatten(
          write((state): readonly [Effect.Effect<FillPlan, NotFound | BatchPublished>, typeof state] => {
            const own = organizationOf(state, organization)
            const batch = own.batches.get(batchKey)
            if (batch === undefined)
              return [Effect.fail(new NotFound({ resource: "batch", key: batchKey })), state]
            if (batch.status === "published")
              return [Effect.fail(new Published({ batch_key: batchKey })), state]
            const plan = decide(snapshotOf(own, batch, request, at))
            const filled = new Map(batch.filled)
            for (const record of [...plan.added, ...plan.updated])
              filled.set(pairKey(record.variant_key, record.price_type), record)
            const batches = withEntry(own.batches, batchKey, { ...batch, filled })
            return [Effect.succeed(plan), withOrganization(state, organization, { batches })]
          }),
        ),
      records: (organization, batchKey, { offset, limit, search, sort, after }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const batch = own.batches.get(batchKey)
          if (batch === undefined) return Option.none()
          const order =
            sort === "asc" ? recordOrder : (a: BatchRecordPlace, b: BatchRecordPlace) => recordOrder(b, a)
          const found = heldBy(own, batch)
            .map((record) => recordView(own, record))
            .filter((record) => search === null || matches(record, search))
            .sort(order)
          const rest = after === undefined ? found : found.filter((record) => order(record, after) > 0)
          return Option.some({
            items: rest.slice(offset, offset + limit),
            total: found.length,
            offset,
            limit,
          })
        }),
    }),
  ),
)
