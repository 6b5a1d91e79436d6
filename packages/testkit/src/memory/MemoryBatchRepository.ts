import {
  BatchPublished,
  type BatchRecord,
  type BatchRecordFound,
  BatchRepository,
  basePriceList,
  compareText,
  type FillPlan,
  type FillSnapshot,
  isPrice,
  isWithdrawn,
  NotFound,
  type PriceRecord,
  priceOrder,
  unfit,
} from "@hangtag/core"
import {
  asAnswered,
  type BatchRecordPlace,
  namedList,
  noOutcome,
  pairName,
  planOutcome,
} from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { pricesInForce } from "./MemoryPriceRepository.ts"
import {
  type OrganizationState,
  organizationOf,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"
import { zoneOf } from "./rezoned.ts"

/** Of the batch's own records those that a fill at the moment may replace, in `priceOrder`. */
const ownBegun = (state: OrganizationState, batch: StoredBatch, variantKey: string, at: number) =>
  (state.prices.get(variantKey) ?? [])
    .filter(
      ({ batch_key, record_key, status, effective_at, withdrawn }) =>
        batch_key === batch.key &&
        status === "active" &&
        withdrawn === undefined &&
        effective_at <= at &&
        !batch.replaced.has(record_key),
    )
    .sort(priceOrder)

const isOffered = (state: OrganizationState, key: string): boolean => {
  const variant = state.variants.get(key)
  return variant !== undefined && variant.retired === undefined
}

const snapshotOf = (
  state: OrganizationState,
  batch: StoredBatch,
  request: {
    readonly variant_keys: ReadonlyArray<string>
    readonly price_types: ReadonlyArray<string> | null
  },
  at: number,
): FillSnapshot => {
  const keys = [...new Set(request.variant_keys)].filter((key) => isOffered(state, key))
  const isThere = ({ variant_key, record_key }: PriceRecord) =>
    state.prices
      .get(variant_key)
      ?.some((each) => each.record_key === record_key && each.withdrawn === undefined)
  const isWanted = ({ price_type }: { readonly price_type: string }) =>
    request.price_types === null || request.price_types.includes(price_type)
  return {
    knownVariants: new Set(keys),
    inForce: keys.flatMap((key) => pricesInForce(state, key, at)).filter(isWanted),
    future: keys.flatMap((key) => {
      const inForce = new Set(pricesInForce(state, key, at).map((record) => record.price_type))
      return (state.prices.get(key) ?? []).filter(
        (record) =>
          record.status === "active" &&
          isPrice(record) &&
          record.effective_at > at &&
          !isWithdrawn(record, at) &&
          record.price_list === basePriceList &&
          !inForce.has(record.price_type) &&
          isWanted(record),
      )
    }),
    // the last of a pair decides: a fill's, else the later one
    held: [
      ...keys.flatMap((key) => ownBegun(state, batch, key, at)),
      ...[...batch.filled.values()].filter((record) => keys.includes(record.variant_key) && isThere(record)),
    ].filter(isWanted),
  }
}

/** The batch with the plan's records in the place of what it held of their pairs. */
const filledBy = (
  state: OrganizationState,
  batch: StoredBatch,
  { added, updated }: FillPlan,
  at: number,
): StoredBatch => {
  const filled = new Map(batch.filled)
  const replaced = new Set(batch.replaced)
  for (const record of [...added, ...updated]) {
    const { variant_key, price_type, record_key } = record
    const outdated = ownBegun(state, batch, variant_key, at).filter(
      (own) => own.price_type === price_type && own.record_key !== record_key,
    )
    for (const own of outdated) replaced.add(own.record_key)
    // a record of the batch's own needs no fill to be there
    if (record.batch_key === batch.key && !replaced.has(record_key)) filled.delete(pairName(record))
    else filled.set(pairName(record), record)
  }
  return { ...batch, filled, replaced }
}

/** The batch's own records and those filled in, as they are now. */
const everHeldBy = (state: OrganizationState, batch: StoredBatch): ReadonlyArray<PriceRecord> => {
  const filled = new Set([...batch.filled.values()].map(({ record_key }) => record_key))
  const isOwn = ({ batch_key, record_key }: PriceRecord) =>
    batch_key === batch.key && !batch.replaced.has(record_key)
  return [...state.prices.values()].flatMap((records) =>
    records.filter((record) => isOwn(record) || filled.has(record.record_key)),
  )
}

/** What the batch holds: what is withdrawn leaves it while it is open. */
export const heldBy = (state: OrganizationState, batch: StoredBatch): ReadonlyArray<PriceRecord> =>
  everHeldBy(state, batch).filter(({ record_key, withdrawn }) =>
    batch.status === "open" ? withdrawn === undefined : !batch.left.has(record_key),
  )

/** A batch that ends with what it holds, which it keeps, as its counts, whatever is withdrawn later. */
export const endedBatch = (own: OrganizationState, batch: StoredBatch): StoredBatch => {
  const records = everHeldBy(own, batch)
  const left = new Set(records.filter(({ withdrawn }) => withdrawn).map(({ record_key }) => record_key))
  return { ...batch, left, held: records.length - left.size }
}

const recordView = (state: OrganizationState, record: PriceRecord): BatchRecordFound => ({
  record_key: record.record_key,
  variant_key: record.variant_key,
  variant_name: state.variants.get(record.variant_key)?.variant.name ?? null,
  price_type: record.price_type,
  ...namedList(record.price_list),
  ...asAnswered(record),
  effective_from: record.effective_from,
  effective_at: record.effective_at,
  time_zone: zoneOf(state, record.variant_key) ?? "UTC",
  status: record.withdrawn === undefined ? record.status : "withdrawn",
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
          write((state): readonly [ReturnType<BatchRepository["Service"]["fill"]>, typeof state] => {
            const own = organizationOf(state, organization)
            const batch = own.batches.get(batchKey)
            if (batch === undefined)
              return [Effect.fail(new NotFound({ resource: "batch", key: batchKey })), state]
            if (batch.status === "published")
              return [Effect.fail(new BatchPublished({ batch_key: batchKey })), state]
            const problem = unfit(batch, "republish")
            if (problem !== undefined) return [Effect.fail(problem), state]
            const plan = decide(request, snapshotOf(own, batch, request, at), noOutcome)
            if ("_tag" in plan) return [Effect.fail(plan), state]
            const batches = withEntry(own.batches, batchKey, filledBy(own, batch, plan, at))
            return [Effect.succeed(planOutcome(plan)), withOrganization(state, organization, { batches })]
          }),
        ),
      records: (organization, batchKey, { offset, limit, search, sort, price_list, after }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const batch = own.batches.get(batchKey)
          if (batch === undefined) return Option.none()
          const order =
            sort === "asc" ? recordOrder : (a: BatchRecordPlace, b: BatchRecordPlace) => recordOrder(b, a)
          const found = heldBy(own, batch)
            .filter((record) => price_list === null || record.price_list === price_list)
            .map((record) => recordView(own, record))
            .filter((record) => search === null || matches(record, search))
            .sort(order)
          const rest = after === null ? found : found.filter((record) => order(record, after) > 0)
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
