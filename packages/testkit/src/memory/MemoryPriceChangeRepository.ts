import {
  BatchUnsuitable,
  mostCounted,
  NotFound,
  PriceChangeRepository,
  type PriceRecord,
  batchKey as readableKey,
  TooManyOpen,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { batchMoments, batchPriceLists } from "./batchMoments.ts"
import { batchSearch } from "./batchSearch.ts"
import { batchView } from "./batchView.ts"
import { takeBacksOf } from "./MemoryBatchChanges.ts"
import { endedBatch, heldBy } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import {
  emptyBatch,
  lastPublished,
  type MemoryState,
  type OrganizationState,
  organizationOf,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"
import { changingBrand, priceChangeParts } from "./priceChangeParts.ts"
import { publishBatch, publishFacts } from "./publishBatch.ts"
import { zoneOf } from "./rezoned.ts"
import { unknownNames } from "./unknownNames.ts"
import { emptied, ending, withdrawing, withRecords, writeChange } from "./writeChange.ts"
import { writeReturns } from "./writeReturns.ts"

const freeKey = (own: OrganizationState, at: number): string => {
  for (let number = own.batches.size; ; number++) {
    const key = readableKey(at, number)
    if (!own.batches.has(key)) return key
  }
}

/** Fails where as many batches are open as may be. */
const requireRoom = (own: OrganizationState, limit: number) => {
  const open = [...own.batches.values()].filter(({ status }) => status === "open").length
  return open < limit ? Effect.void : Effect.fail(new TooManyOpen({ resource: "batch", open, limit }))
}

/** Price changes by plain loops: transactions of the memory take turns, so that each has the lock already. */
export const memoryPriceChangeRepository: Layer.Layer<PriceChangeRepository, never, MemoryCatalog> =
  Layer.effect(
    PriceChangeRepository,
    Effect.map(MemoryCatalog, ({ atomically, read, write }) => {
      const current = (organization: string) => read((state) => organizationOf(state, organization))
      const change = (make: (state: MemoryState) => MemoryState) =>
        write((state) => [undefined, make(state)] as const)
      const update = (organization: string, make: (own: OrganizationState) => Partial<OrganizationState>) =>
        change((state) => withOrganization(state, organization, make(organizationOf(state, organization))))
      return PriceChangeRepository.of({
        lock: () => Effect.void,
        lastPublished: (organization) => Effect.map(current(organization), lastPublished),
        brand: (organization, key) =>
          Effect.map(current(organization), (own) => Option.fromNullishOr(changingBrand(own, key))),
        create: (organization, { key: wanted, reverts = null, ...batch }, act, openLimit) =>
          atomically(
            Effect.gen(function* () {
              const own = yield* current(organization)
              const { brand_key } = batch
              if (brand_key !== null && !own.brands.has(brand_key))
                return yield* new NotFound({ resource: "brand", key: brand_key })
              yield* requireRoom(own, openLimit)
              const key = wanted ?? freeKey(own, act.at)
              if (own.batches.has(key)) {
                const problem = "is there already; take another key, or none"
                return yield* new BatchUnsuitable({ batch_key: key, problem })
              }
              const made: StoredBatch = { ...emptyBatch(key), ...batch, reverts, created: act }
              yield* update(organization, ({ batches }) => ({ batches: withEntry(batches, key, made) }))
              return batchView(yield* current(organization), made)
            }),
          ),
        find: (organization, key) =>
          Effect.map(current(organization), (own) =>
            Option.map(Option.fromNullishOr(own.batches.get(key)), (batch) => batchView(own, batch)),
          ),
        list: (organization, { status, kind, brand_key, reverts, search, limit, after }) =>
          Effect.map(current(organization), (own) => {
            const matches = batchSearch(own, search)
            const found = [...own.batches.values()]
              .map((batch, index) => ({ batch, number: index + 1 }))
              .filter(
                ({ batch }) =>
                  (status === null || batch.status === status) &&
                  (kind === null || batch.kind === kind) &&
                  (brand_key === null || batch.brand_key === brand_key) &&
                  (reverts === null || batch.reverts === reverts) &&
                  matches(batch),
              )
              .reverse()
            const rest = found.filter(({ number }) => after === null || number < after.number)
            const page = rest.slice(0, limit)
            return {
              items: page.map(({ batch }) => batchView(own, batch)),
              total: Math.min(found.length, mostCounted + 1),
              next: rest.length > limit ? { number: page.at(-1)!.number } : null,
            }
          }),
        colorways: (organization, { scope, brand, batch_key, price_lists }) =>
          Stream.unwrap(
            Effect.map(current(organization), (own) => {
              const judged = batch_key === null ? undefined : own.batches.get(batch_key)
              return Stream.succeed(priceChangeParts(own, scope, brand, judged, price_lists))
            }),
          ),
        write: (organization, key, { ended = [], ...writes }, act) =>
          change((state) =>
            ending(writeChange(state, organization, key, writes, act), organization, ended, act, key),
          ),
        empty: (organization, key, act) => change((state) => emptied(state, organization, key, act)),
        discard: (organization, key, act) =>
          update(organization, (own) => {
            const batch = own.batches.get(key)
            if (batch === undefined) return {}
            const held = heldBy(own, batch).filter(({ status }) => status === "draft")
            const drafts = new Set(held.map(({ record_key }) => record_key))
            const ended = { ...endedBatch(own, batch), status: "discarded", discarded: act } as const
            return {
              prices: withRecords(
                own.prices,
                withdrawing(act, ({ record_key }) => drafts.has(record_key)),
              ),
              batches: withEntry(own.batches, key, ended),
            }
          }),
        note: (organization, key, note, act) =>
          update(organization, (own) => {
            const batch = own.batches.get(key)
            if (batch === undefined) return {}
            return { batches: withEntry(own.batches, key, { ...batch, note, noted: act }) }
          }),
        facts: (organization, key, at) =>
          Effect.map(current(organization), (own) => publishFacts(own, key, at)),
        publish: (organization, key, act) =>
          atomically(
            Effect.gen(function* () {
              yield* change((state) => writeReturns(state, organization, key, act))
              const state = yield* read((now) => now)
              const batch = organizationOf(state, organization).batches.get(key)!
              const [publication, next] = yield* Effect.promise(() =>
                publishBatch(state, organization, batch, act),
              )
              yield* change(() => next)
              return publication
            }),
          ),
        publicationOf: (organization, key) =>
          Effect.map(current(organization), ({ publications }) =>
            Option.fromUndefinedOr(publications.find(({ batch_key }) => batch_key === key)),
          ),
        takeBacks: (organization) => Effect.map(current(organization), takeBacksOf),
        moments: (organization, key, query) =>
          Effect.map(current(organization), (own) =>
            batchMoments(own, own.batches.get(key) ?? emptyBatch(key), query),
          ),
        priceLists: (organization, key) =>
          Effect.map(current(organization), (own) =>
            batchPriceLists(own, own.batches.get(key) ?? emptyBatch(key)),
          ),
        withdrawDraft: (organization, recordKey, act) =>
          Effect.gen(function* () {
            const isMeant = ({ record_key, status, batch_key }: PriceRecord) =>
              record_key === recordKey && status === "draft" && batch_key === null
            yield* update(organization, ({ prices }) => ({
              prices: withRecords(prices, withdrawing(act, isMeant)),
            }))
            const own = yield* current(organization)
            const found = [...own.prices.values()].flat().find(({ record_key }) => record_key === recordKey)
            return Option.map(Option.fromUndefinedOr(found), (record) => ({
              ...record,
              time_zone: zoneOf(own, record.variant_key) ?? "UTC",
            }))
          }),
        unknownNames: (organization, brandKey, selection) =>
          Effect.map(current(organization), (own) => unknownNames(own, brandKey, selection)),
        publications: (organization, after, limit) =>
          Effect.map(current(organization), (own) =>
            own.publications.filter(({ number }) => number > after).slice(0, limit),
          ),
      })
    }),
  )
