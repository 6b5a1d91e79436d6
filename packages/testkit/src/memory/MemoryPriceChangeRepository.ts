import {
  type Act,
  type Acting,
  actOf,
  BatchPublished,
  BatchUnsuitable,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  doPlanned,
  type HangtagError,
  type Instant,
  mostCounted,
  NotFound,
  type Planned,
  PriceChangeRepository,
  type PriceRecord,
  type PublishWork,
  batchKey as readableKey,
  TooManyOpen,
  unfit,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { batchMoments } from "./batchMoments.ts"
import { batchSearch } from "./batchSearch.ts"
import { batchView } from "./batchView.ts"
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
      /** The moment of a change, once it has its turn. */
      const inTurn = Effect.fnUntraced(function* (organization: string, acting: Acting) {
        return yield* actOf(acting, lastPublished(yield* current(organization)))
      })
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

      const discardOpen = Effect.fnUntraced(function* (organization: string, batch: StoredBatch, act: Act) {
        const own = yield* current(organization)
        const drafts = new Set(
          heldBy(own, batch).flatMap(({ record_key, status }) => (status === "draft" ? [record_key] : [])),
        )
        const isDraft = ({ record_key }: PriceRecord) => drafts.has(record_key)
        yield* update((state) =>
          withOrganization(state, organization, {
            prices: withRecords(organizationOf(state, organization).prices, withdrawing(act, isDraft)),
          }),
        )
        yield* store(organization, { ...endedBatch(own, batch), status: "discarded", discarded: act })
      })

      /** An open price change, of the brand where one is named. */
      const openChange = Effect.fnUntraced(function* (
        organization: string,
        batch_key: string,
        brand_key: string | null,
      ) {
        const { batch } = yield* stored(organization, batch_key)
        if (batch.status === "published") return yield* new BatchPublished({ batch_key })
        const problem = unfit(batch, "price_change")
        if (problem !== undefined) return yield* problem
        if (batch.brand_key !== null && brand_key !== null && batch.brand_key !== brand_key)
          return yield* new BatchUnsuitable({ batch_key, problem: `is of brand ${batch.brand_key}` })
        return batch
      })

      const target = Effect.fnUntraced(function* (
        organization: string,
        { batch_key, replaces = null, name, brand_key, reverts, dry, openLimit = Infinity }: ChangeTarget,
        act: Act,
      ) {
        const brands = yield* current(organization)
        const brand = brand_key === null ? null : changingBrand(brands, brand_key)
        if (brand_key !== null && brand === null)
          return yield* new NotFound({ resource: "brand", key: brand_key })
        if (replaces !== null) yield* openChange(organization, replaces, brand_key)
        if (batch_key === null) {
          const own = yield* current(organization)
          if (dry) return { brand, batch: undefined }
          // what it replaces makes room
          yield* requireRoom(own, replaces === null ? openLimit : openLimit + 1)
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
        return { brand, batch: yield* openChange(organization, batch_key, brand_key) }
      })

      /** Plans what takes a batch back anew: nothing is left of what was shown before. */
      const replan = Effect.fnUntraced(function* <E extends HangtagError>(
        organization: string,
        batch: StoredBatch,
        reverts: string,
        act: Act,
        work: PublishWork<E>,
      ) {
        yield* update((state) => emptied(state, organization, batch.key, act))
        const own = yield* current(organization)
        const reverted = own.batches.get(reverts)!
        const parts = priceChangeParts(own, { kind: "batch", batch_key: reverts }, null, reverted)
        for (const part of parts) {
          const { ended, ...writes } = yield* doPlanned(work.replan(part, act.at, batchView(own, reverted)))
          yield* update((state) =>
            ending(
              writeChange(state, organization, batch.key, writes, act),
              organization,
              ended,
              act,
              batch.key,
            ),
          )
        }
      })

      return PriceChangeRepository.of({
        create: (organization, { key: wanted, name, kind, brand_key }, acting, openLimit) =>
          atomically(
            Effect.gen(function* () {
              const act = yield* inTurn(organization, acting)
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
        list: (organization, { status, kind, brand_key, reverts, search, limit, after }) =>
          Effect.map(current(organization), (own) => {
            const matches = batchSearch(own, search)
            const found = [...own.batches.values()]
              .map((batch, place) => ({ batch, place: place + 1 }))
              .filter(
                ({ batch }) =>
                  (status === null || batch.status === status) &&
                  (kind === null || batch.kind === kind) &&
                  (brand_key === null || batch.brand_key === brand_key) &&
                  (reverts === null || batch.reverts === reverts) &&
                  matches(batch),
              )
              .reverse()
            const last = [...own.batches.keys()].indexOf(after ?? "") + 1
            const rest = found.filter(({ place }) => after === null || place < last)
            const page = rest.slice(0, limit)
            return {
              items: page.map(({ batch }) => batchView(own, batch)),
              total: Math.min(found.length, mostCounted + 1),
              next: rest.length > limit ? page.at(-1)!.batch.key : null,
            }
          }),
        discard: (organization, key, acting) =>
          atomically(
            Effect.gen(function* () {
              const act = yield* inTurn(organization, acting)
              const { batch } = yield* stored(organization, key)
              if (batch.status === "published") return yield* new BatchPublished({ batch_key: key })
              if (batch.status === "open") yield* discardOpen(organization, batch, act)
              return yield* viewed(organization, key)
            }),
          ),
        change: <E extends HangtagError>(
          organization: string,
          asked: ChangeTarget,
          acting: Acting,
          begin: (
            brand: ChangingBrand | null,
            batchKey: string | null,
            at: Instant,
          ) => Planned<ChangeWork<E>, E>,
        ) =>
          atomically(
            Effect.gen(function* () {
              const act = yield* inTurn(organization, acting)
              const { brand, batch } = yield* target(organization, asked, act)
              const key = asked.dry ? null : batch!.key
              const work = yield* doPlanned(begin(brand, key, act.at))
              const own = yield* current(organization)
              for (const part of priceChangeParts(own, work.scope, brand, batch)) {
                const writes = yield* doPlanned(work.part(part))
                if (key !== null) yield* update((state) => writeChange(state, organization, key, writes, act))
              }
              const refused = work.end()
              if (refused !== undefined) return yield* Effect.fail(refused)
              if (key === null) return null
              if (asked.replaces != null)
                yield* discardOpen(organization, (yield* stored(organization, asked.replaces)).batch, act)
              return yield* viewed(organization, key)
            }),
          ),
        publish: (organization, key, acting, work) =>
          atomically(
            Effect.gen(function* () {
              const act = yield* inTurn(organization, acting)
              const { own, batch } = yield* stored(organization, key)
              const unfitFor = (problem: string) => new BatchUnsuitable({ batch_key: key, problem })
              if (batch.status === "discarded") return yield* unfitFor("was discarded; use an open batch")
              if (batch.status === "published") {
                const known = own.publications.find((each) => each.batch_key === key)
                return known ?? (yield* unfitFor("was published elsewhere: there is no publication of it"))
              }
              if (batch.reverts !== null) yield* replan(organization, batch, batch.reverts, act, work)
              const facts = publishFacts(yield* current(organization), key, act)
              const decided = work.facts(facts, act.at)
              if (isError(decided)) return yield* Effect.fail(decided)
              if (decided === "judge") {
                const now = yield* current(organization)
                const parts = priceChangeParts(
                  now,
                  { kind: "batch", batch_key: key },
                  null,
                  now.batches.get(key)!,
                )
                for (const part of parts) yield* work.part(part) ?? Effect.void
                const refused = work.end()
                if (refused !== undefined) return yield* Effect.fail(refused)
              }
              yield* update((state) => writeReturns(state, organization, key, act))
              const state = yield* read((now) => now)
              const [publication, next] = yield* Effect.promise(() =>
                publishBatch(state, organization, organizationOf(state, organization).batches.get(key)!, act),
              )
              yield* update(() => next)
              return publication
            }),
          ),
        moments: (organization, key, query) =>
          Effect.map(current(organization), (own) =>
            batchMoments(own, own.batches.get(key) ?? emptyBatch(key), query),
          ),
        withdrawDraft: (organization, recordKey, acting) =>
          atomically(
            Effect.gen(function* () {
              const act = yield* inTurn(organization, acting)
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
