import {
  type Act,
  BatchPublished,
  BatchUnsuitable,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  doPlanned,
  type HangtagError,
  mostCounted,
  movedFilling,
  movedPair,
  NotFound,
  type PairBasis,
  type Planned,
  PriceChangeRepository,
  type PriceRecord,
  priceInForce,
  batchKey as readableKey,
  TooManyOpen,
  unfit,
  type VariantMove,
  variantMoves,
} from "@hangtag/core"
import { pairOrder } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { batchMoments } from "./batchMoments.ts"
import { batchView } from "./batchView.ts"
import { endedBatch, heldBy } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { variantsOf } from "./MemoryCatalogRepository.ts"
import {
  emptyBatch,
  type MemoryState,
  type OrganizationState,
  organizationOf,
  pairKey,
  type StoredBatch,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"
import { changingBrand, priceChangeParts, publishingBrands } from "./priceChangeParts.ts"
import { publishBatch } from "./publishBatch.ts"
import { unknownNames } from "./unknownNames.ts"
import { withdrawing, withRecords, writeChange } from "./writeChange.ts"

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

/** What has come and gone in the colorways that the batch was judged for, by pair. */
const movesOf = (own: OrganizationState, batch: StoredBatch): ReadonlyMap<string, VariantMove> => {
  const judged = [...batch.judged.values()].filter(({ variant_keys, price_type }) =>
    variant_keys.some((key) => batch.bases.has(pairKey(key, price_type))),
  )
  const now = judged.map(({ product_key, color }) =>
    variantsOf(own, product_key).flatMap((variant) => (variant.color === color ? [variant.variant_key] : [])),
  )
  return new Map(
    variantMoves(judged, now).map((move) => [pairKey(move.variant_key, move.price_type), move] as const),
  )
}

const isError = (value: object | string): value is HangtagError =>
  typeof value === "object" && "_tag" in value

/** Price changes by plain loops; each is one transaction, and these take turns. */
export const memoryPriceChangeRepository: Layer.Layer<PriceChangeRepository, never, MemoryCatalog> =
  Layer.effect(
    PriceChangeRepository,
    Effect.map(MemoryCatalog, ({ atomically, read, write }) => {
      const current = (organization: string) => read((state) => organizationOf(state, organization))
      const update = (change: (state: MemoryState) => MemoryState) =>
        write((state) => [undefined, change(state)] as const)
      const store = (organization: string, batch: StoredBatch) =>
        update((state) =>
          withOrganization(state, organization, {
            batches: withEntry(organizationOf(state, organization).batches, batch.key, batch),
          }),
        )
      const stored = Effect.fnUntraced(function* (organization: string, key: string) {
        const own = yield* current(organization)
        const batch = own.batches.get(key)
        if (batch === undefined) return yield* new NotFound({ resource: "batch", key })
        return { own, batch }
      })
      const viewed = Effect.fnUntraced(function* (organization: string, key: string) {
        const own = yield* current(organization)
        return batchView(own, own.batches.get(key)!)
      })

      const target = Effect.fnUntraced(function* (
        organization: string,
        { batch_key, name, brand_key, reverts, dry, openLimit = Infinity }: ChangeTarget,
        act: Act,
      ) {
        const own = yield* current(organization)
        const brand = brand_key === null ? null : changingBrand(own, brand_key)
        if (brand_key !== null && brand === null)
          return yield* new NotFound({ resource: "brand", key: brand_key })
        if (batch_key === null) {
          if (dry) return { brand, batch: undefined }
          yield* requireRoom(own, openLimit)
          const key = freeKey(own, act.at)
          const batch: StoredBatch = {
            ...emptyBatch(key),
            kind: "price_change",
            name,
            brand_key,
            reverts,
            created: act,
          }
          yield* store(organization, batch)
          return { brand, batch }
        }
        const { batch } = yield* stored(organization, batch_key)
        if (batch.status === "published") return yield* new BatchPublished({ batch_key })
        const problem = unfit(batch, "price_change")
        if (problem !== undefined) return yield* problem
        if (batch.brand_key !== null && brand_key !== null && batch.brand_key !== brand_key)
          return yield* new BatchUnsuitable({ batch_key, problem: `is of brand ${batch.brand_key}` })
        return { brand, batch }
      })

      return PriceChangeRepository.of({
        create: (organization, { key: wanted, name, kind, brand_key }, act, openLimit) =>
          atomically(
            Effect.gen(function* () {
              const own = yield* current(organization)
              if (brand_key !== null && !own.brands.has(brand_key))
                return yield* new NotFound({ resource: "brand", key: brand_key })
              yield* requireRoom(own, openLimit)
              const key = wanted ?? freeKey(own, act.at)
              if (own.batches.has(key)) {
                const problem = "is there already; take another key, or none"
                return yield* new BatchUnsuitable({ batch_key: key, problem })
              }
              yield* store(organization, { ...emptyBatch(key), name, kind, brand_key, created: act })
              return yield* viewed(organization, key)
            }),
          ),
        find: (organization, key) =>
          Effect.map(current(organization), (own) =>
            Option.map(Option.fromNullishOr(own.batches.get(key)), (batch) => batchView(own, batch)),
          ),
        list: (organization, { status, kind, brand_key, search, limit, after }) =>
          Effect.map(current(organization), (own) => {
            const needle = search?.toLowerCase()
            const found = [...own.batches.values()]
              .map((batch, place) => ({ batch, place: place + 1 }))
              .filter(
                ({ batch }) =>
                  (status === null || batch.status === status) &&
                  (kind === null || batch.kind === kind) &&
                  (brand_key === null || batch.brand_key === brand_key) &&
                  (needle === undefined ||
                    [batch.key, batch.name ?? ""].some((field) => field.toLowerCase().includes(needle))),
              )
              .reverse()
            const rest = found.filter(({ place }) => after === undefined || place < after)
            const page = rest.slice(0, limit)
            return {
              items: page.map(({ batch }) => batchView(own, batch)),
              total: Math.min(found.length, mostCounted + 1),
              next: rest.length > limit ? page.at(-1)!.place : null,
            }
          }),
        discard: (organization, key, act) =>
          atomically(
            Effect.gen(function* () {
              const { own, batch } = yield* stored(organization, key)
              if (batch.status === "published") return yield* new BatchPublished({ batch_key: key })
              if (batch.status === "open") {
                const discardedDrafts = new Set(
                  heldBy(own, batch).flatMap(({ record_key, status }) =>
                    status === "draft" ? [record_key] : [],
                  ),
                )
                const isDraft = ({ record_key }: PriceRecord) => discardedDrafts.has(record_key)
                yield* update((state) =>
                  withOrganization(state, organization, {
                    prices: withRecords(
                      organizationOf(state, organization).prices,
                      withdrawing(act, isDraft),
                    ),
                  }),
                )
                const left = yield* current(organization)
                const ended: StoredBatch = { ...batch, status: "discarded", discarded: act, discardedDrafts }
                yield* store(organization, endedBatch(left, ended))
              }
              return yield* viewed(organization, key)
            }),
          ),
        change: <E extends HangtagError>(
          organization: string,
          asked: ChangeTarget,
          act: Act,
          begin: (brand: ChangingBrand | null, batchKey: string | null) => Planned<ChangeWork<E>, E>,
        ) =>
          atomically(
            Effect.gen(function* () {
              const { brand, batch } = yield* target(organization, asked, act)
              const key = asked.dry ? null : batch!.key
              const work = yield* doPlanned(begin(brand, key))
              const own = yield* current(organization)
              for (const part of priceChangeParts(own, work.scope, brand, batch)) {
                const writes = yield* doPlanned(work.part(part))
                if (key !== null) yield* update((state) => writeChange(state, organization, key, writes, act))
              }
              const refused = work.end()
              if (refused !== undefined) return yield* Effect.fail(refused)
              return key === null ? null : yield* viewed(organization, key)
            }),
          ),
        publish: (organization, key, act, work) =>
          atomically(
            Effect.gen(function* () {
              const { own, batch } = yield* stored(organization, key)
              const unfitFor = (problem: string) => new BatchUnsuitable({ batch_key: key, problem })
              if (batch.status === "discarded") return yield* unfitFor("was discarded; use an open batch")
              if (batch.status === "published") {
                const known = own.publications.find((each) => each.batch_key === key)
                return known ?? (yield* unfitFor("was published elsewhere: there is no publication of it"))
              }
              const parts = priceChangeParts(own, { kind: "batch", batch_key: key }, null, batch)
              const drafts = heldBy(own, batch).filter(({ status }) => status === "draft")
              const withdrawn = new Set(batch.withdrawals.keys())
              const moves = movesOf(own, batch)
              // of what it was judged by, also where it then holds nothing
              const pairs = new Map<string, Pick<PairBasis, "variant_key" | "price_type">>([
                ...batch.bases,
                ...moves,
              ])
              const moved = [...pairs.values()].sort(pairOrder).flatMap(({ variant_key, price_type }) => {
                const name = pairKey(variant_key, price_type)
                const all = own.prices.get(variant_key) ?? []
                const records = all.filter((record) => record.price_type === price_type)
                const basis = batch.bases.get(name) ?? null
                const pair = { variant_key, price_type, records, withdrawing: withdrawn, basis }
                return movedPair(pair, key, act.at, moves.get(name))
              })
              const refilled = batch.kind === "republish" ? [...batch.filled.values()] : []
              const movedFillings = refilled.sort(pairOrder).flatMap((filled) => {
                const all = own.prices.get(filled.variant_key) ?? []
                const records = all.filter(({ price_type }) => price_type === filled.price_type)
                const isGone = ({ record_key, withdrawn }: PriceRecord) =>
                  record_key === filled.record_key && withdrawn !== undefined
                // what was withdrawn is in no batch any more
                return records.some(isGone) ? [] : movedFilling(filled, priceInForce(records, act.at))
              })
              const decided = work.facts({
                batch: batchView(own, batch),
                moved: [...moved, ...movedFillings].slice(0, 100),
                brands: publishingBrands(own, drafts),
              })
              if (isError(decided)) return yield* Effect.fail(decided)
              if (decided === "judge") {
                for (const part of parts) yield* work.part(part) ?? Effect.void
                const refused = work.end()
                if (refused !== undefined) return yield* Effect.fail(refused)
              }
              const state = yield* read((now) => now)
              const [publication, next] = yield* Effect.promise(() =>
                publishBatch(state, organization, batch, act),
              )
              yield* update(() => next)
              return publication
            }),
          ),
        moments: (organization, key, query) =>
          Effect.map(current(organization), (own) =>
            batchMoments(own, own.batches.get(key) ?? emptyBatch(key), query),
          ),
        withdrawDraft: (organization, recordKey, act) =>
          atomically(
            Effect.gen(function* () {
              const isMeant = ({ record_key, status, batch_key }: PriceRecord) =>
                record_key === recordKey && status === "draft" && batch_key === null
              yield* update((state) =>
                withOrganization(state, organization, {
                  prices: withRecords(organizationOf(state, organization).prices, withdrawing(act, isMeant)),
                }),
              )
              const { prices } = yield* current(organization)
              const records = [...prices.values()].flat()
              return Option.fromUndefinedOr(records.find(({ record_key }) => record_key === recordKey))
            }),
          ),
        unknownNames: (organization, brandKey, selection) =>
          Effect.map(current(organization), (own) => unknownNames(own, brandKey, selection)),
        publications: (organization, after, limit) =>
          Effect.map(current(organization), (own) =>
            own.publications.filter(({ number }) => number > after).slice(0, limit),
          ),
      })
    }),
  )
