import {
  type Act,
  BatchPublished,
  BatchUnsuitable,
  type ChangePart,
  type ChangeScope,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  type ColorwayWrites,
  compareText,
  doPlanned,
  type HangtagError,
  instantFromMicros,
  instantToText,
  movedPair,
  NotFound,
  noPricePolicy,
  type Planned,
  type PriceBatch,
  PriceChangeRepository,
  type PriceRecord,
  type PriceSelection,
  type Publication,
  priceOrder,
  publicationLine,
  batchKey as readableKey,
  unfit,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { heldBy } from "./MemoryBatchRepository.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { productOf, variantsOf } from "./MemoryCatalogRepository.ts"
import { usedTypes } from "./MemoryPricePolicyRepository.ts"
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

const text = (act: Act | null) => act && instantToText(act.at)

const viewOf = (own: OrganizationState, batch: StoredBatch): PriceBatch => ({
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
  counts: { records: heldBy(own, batch).length, withdrawals: batch.withdrawals.size },
})

const brandOf = (own: OrganizationState, key: string): ChangingBrand | null => {
  const brand = own.brands.get(key)
  if (brand === undefined) return null
  const policy = own.policies.get(key) ?? noPricePolicy
  return { brand_key: key, time_zone: brand.time_zone, policy, used_types: usedTypes(own, key) }
}

/** The records, some of them changed, in the order of each variant. */
const withRecords = (
  prices: OrganizationState["prices"],
  change: (record: PriceRecord) => PriceRecord,
): OrganizationState["prices"] => new Map([...prices].map(([key, records]) => [key, records.map(change)]))

const withdrawing =
  (act: Act, isMeant: (record: PriceRecord) => boolean) =>
  (record: PriceRecord): PriceRecord =>
    record.withdrawn === undefined && isMeant(record) ? { ...record, withdrawn: act } : record

const partOf = (
  own: OrganizationState,
  judged: StoredBatch | undefined,
  { product_key, color }: { readonly product_key: string; readonly color: string },
  brand: ChangingBrand | null,
  variant_keys: ReadonlyArray<string>,
  index: number,
): ChangePart => {
  const keys = new Set(judged?.withdrawals.keys())
  return {
    product_key,
    color,
    brand,
    index,
    variant_keys,
    pairs: variant_keys.flatMap((variant_key) =>
      [...Map.groupBy(own.prices.get(variant_key) ?? [], (record) => record.price_type)]
        .sort(([a], [b]) => compareText(a, b))
        .map(([price_type, records]) => ({
          variant_key,
          price_type,
          records,
          withdrawing: keys,
          basis: judged?.bases.get(pairKey(variant_key, price_type)) ?? null,
        })),
    ),
  }
}

const isSelected = (
  own: OrganizationState,
  productKey: string,
  { product_keys, label_keys, source }: PriceSelection,
) => {
  const versions = [...own.products.get(productKey)!.versions].sort(([a], [b]) => b - a)
  const latest = versions[0]?.[1]
  return (
    (product_keys === null || product_keys.includes(productKey)) &&
    (label_keys === null || latest?.labels.some((label) => label_keys.includes(label))) &&
    (source === null || (latest !== undefined && source.includes(latest.source)))
  )
}

/** The variants of whom a batch has, or withdraws, a record, in the order of brand, product and color. */
const colorwaysOf = (own: OrganizationState, batch: StoredBatch) => {
  const keys = new Set([
    ...heldBy(own, batch).map((record) => record.variant_key),
    ...batch.withdrawals.values(),
  ])
  const groups = Map.groupBy(
    [...keys].sort(compareText).map((key) => own.variants.get(key)!.variant),
    ({ product_key, color }) => pairKey(product_key, color ?? ""),
  )
  return [...groups.values()]
    .map((variants) => {
      const { product_key, color } = variants[0]!
      const brand_key = own.products.get(product_key)!.brand_key
      return { brand_key, product_key, color: color ?? "", keys: variants.map((each) => each.variant_key) }
    })
    .sort(
      (a, b) =>
        compareText(a.brand_key, b.brand_key) ||
        compareText(a.product_key, b.product_key) ||
        compareText(a.color, b.color),
    )
}

/** The parts of a scope, as they are for a batch that is judged. */
const partsOf = (
  own: OrganizationState,
  scope: ChangeScope,
  brand: ChangingBrand | null,
  judged: StoredBatch | undefined,
): Array<ChangePart> => {
  if (scope.kind === "batch") {
    const batch = own.batches.get(scope.batch_key)
    if (batch === undefined) return []
    return colorwaysOf(own, batch).map(({ brand_key, keys, ...colorway }) =>
      partOf(own, batch, colorway, brandOf(own, brand_key), keys, 0),
    )
  }
  const keysOf = (product_key: string, color: string) =>
    variantsOf(own, product_key).flatMap((variant) => (variant.color === color ? [variant.variant_key] : []))
  const isOfBrand = (product_key: string) => productOf(own, product_key)?.brand_key === brand?.brand_key
  if (scope.kind === "colorways")
    return scope.colorways.map((colorway, index) => {
      const isKnown = brand !== null && isOfBrand(colorway.product_key)
      const keys = isKnown ? keysOf(colorway.product_key, colorway.color) : []
      return partOf(own, judged, colorway, isKnown ? brand : null, keys, index)
    })
  const { selection } = scope
  return [...own.products.keys()]
    .filter((key) => brand !== null && isOfBrand(key) && isSelected(own, key, selection))
    .sort(compareText)
    .flatMap((product_key) =>
      [...new Set(variantsOf(own, product_key).flatMap(({ color }) => color ?? []))]
        .filter((color) => selection.colors === null || selection.colors.includes(color))
        .sort(compareText)
        .map((color) => partOf(own, judged, { product_key, color }, brand, keysOf(product_key, color), 0)),
    )
}

const written = (
  state: MemoryState,
  organization: string,
  key: string,
  { drafts, withdrawals, released, replaced, bases }: ColorwayWrites,
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
  let { sequence } = state
  for (const draft of drafts) {
    sequence++
    const record: PriceRecord = {
      ...draft,
      effective_at: instantFromMicros(draft.effective_at),
      record_key: `PRICE-${sequence}`,
      status: "draft",
      sequence,
      batch_key: key,
    }
    prices.set(draft.variant_key, [...(prices.get(draft.variant_key) ?? []), record])
  }
  const next: StoredBatch = {
    ...batch,
    withdrawals: new Map([
      ...[...batch.withdrawals].filter(([record_key]) => !stay.has(record_key)),
      ...withdrawals.map(({ record_key, variant_key }) => [record_key, variant_key] as const),
    ]),
    bases: new Map([
      ...batch.bases,
      ...bases.map((basis) => [pairKey(basis.variant_key, basis.price_type), basis] as const),
    ]),
  }
  const batches = withEntry(own.batches, key, next)
  return { ...withOrganization(state, organization, { prices, batches }), sequence }
}

const freeKey = (own: OrganizationState, at: number): string => {
  for (let number = own.batches.size; ; number++) {
    const key = readableKey(at, number)
    if (!own.batches.has(key)) return key
  }
}

const hashOf = async (lines: ReadonlyArray<string>): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
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
        return viewOf(own, own.batches.get(key)!)
      })

      const target = Effect.fnUntraced(function* (
        organization: string,
        { batch_key, name, brand_key, reverts, dry }: ChangeTarget,
        act: Act,
      ) {
        const own = yield* current(organization)
        const brand = brand_key === null ? null : brandOf(own, brand_key)
        if (brand_key !== null && brand === null)
          return yield* new NotFound({ resource: "brand", key: brand_key })
        if (batch_key === null) {
          if (dry) return { brand, batch: undefined }
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

      const publishNow = Effect.fnUntraced(function* (
        organization: string,
        { own, batch }: { readonly own: OrganizationState; readonly batch: StoredBatch },
        act: Act,
      ) {
        const held = new Set(heldBy(own, batch).map(({ record_key }) => record_key))
        const ordered = [...own.prices.values()]
          .flat()
          .filter(({ record_key }) => held.has(record_key) || batch.withdrawals.has(record_key))
          .sort(
            (a, b) =>
              compareText(a.variant_key, b.variant_key) ||
              compareText(a.price_type, b.price_type) ||
              priceOrder(a, b),
          )
        const sequences = new Map<string, number>()
        const begin = yield* read((state) => state.sequence)
        for (const { record_key, status } of ordered)
          if (status === "draft" && held.has(record_key))
            sequences.set(record_key, begin + sequences.size + 1)
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
        ].sort(
          (a, b) =>
            compareText(a.record.variant_key, b.record.variant_key) ||
            compareText(a.record.price_type, b.record.price_type) ||
            priceOrder(a.record, b.record) ||
            compareText(a.change, b.change),
        )
        const publication: Publication = {
          number: own.publications.length + 1,
          batch_key: batch.key,
          published_at: instantToText(act.at),
          published_by: act.by,
          records: lines.length,
          sha256: yield* Effect.promise(() =>
            hashOf(lines.map(({ record, change }) => publicationLine(record, change))),
          ),
        }
        yield* update((state) => {
          const now = organizationOf(state, organization)
          const prices = withRecords(now.prices, (record) => {
            const sequence = sequences.get(record.record_key)
            if (sequence !== undefined) return { ...record, status: "active", sequence }
            return isWithdrawing(record) ? { ...record, withdrawn: act } : record
          })
          const batches = withEntry(now.batches, batch.key, { ...batch, status: "published", published: act })
          const publications = [...now.publications, publication]
          const next = withOrganization(state, organization, { prices, batches, publications })
          return { ...next, sequence: state.sequence + sequences.size }
        })
        return publication
      })

      return PriceChangeRepository.of({
        create: (organization, { key: wanted, name, kind, brand_key }, act) =>
          atomically(
            Effect.gen(function* () {
              const own = yield* current(organization)
              if (brand_key !== null && !own.brands.has(brand_key))
                return yield* new NotFound({ resource: "brand", key: brand_key })
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
            Option.map(Option.fromNullishOr(own.batches.get(key)), (batch) => viewOf(own, batch)),
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
              items: page.map(({ batch }) => viewOf(own, batch)),
              total: found.length,
              next: rest.length > limit ? page.at(-1)!.place : null,
            }
          }),
        discard: (organization, key, act) =>
          atomically(
            Effect.gen(function* () {
              const { own, batch } = yield* stored(organization, key)
              if (batch.status === "published") return yield* new BatchPublished({ batch_key: key })
              if (batch.status === "open") {
                const held = new Set(heldBy(own, batch).map(({ record_key }) => record_key))
                const isDraft = ({ record_key, status }: PriceRecord) =>
                  status === "draft" && held.has(record_key)
                yield* update((state) =>
                  withOrganization(state, organization, {
                    prices: withRecords(
                      organizationOf(state, organization).prices,
                      withdrawing(act, isDraft),
                    ),
                  }),
                )
                yield* store(organization, { ...batch, status: "discarded", discarded: act })
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
              for (const part of partsOf(own, work.scope, brand, batch)) {
                const writes = yield* doPlanned(work.part(part))
                if (key !== null) yield* update((state) => written(state, organization, key, writes, act))
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
              const parts = partsOf(own, { kind: "batch", batch_key: key }, null, batch)
              const drafts = heldBy(own, batch).filter(({ status }) => status === "draft")
              const first = drafts.toSorted((a, b) => a.effective_at - b.effective_at)[0] ?? null
              const brands = new Map(
                parts.flatMap(({ brand }) => (brand ? [[brand.brand_key, brand] as const] : [])),
              )
              const withdrawing = new Set(batch.withdrawals.keys())
              // of what it was judged by, also where it then holds nothing
              const moved = [...batch.bases.values()]
                .sort(
                  (a, b) =>
                    compareText(a.variant_key, b.variant_key) || compareText(a.price_type, b.price_type),
                )
                .flatMap((basis) => {
                  const { variant_key, price_type } = basis
                  const all = own.prices.get(variant_key) ?? []
                  const records = all.filter((record) => record.price_type === price_type)
                  const goneAt = own.variants.get(variant_key)?.retired?.at ?? null
                  const pair = { variant_key, price_type, records, withdrawing, basis }
                  return movedPair(pair, key, act.at, goneAt)
                })
              const decided = work.facts({
                batch: viewOf(own, batch),
                first: first && { effective_from: first.effective_from, effective_at: first.effective_at },
                moved: moved.slice(0, 100),
                brands: [...brands.values()],
              })
              if (isError(decided)) return yield* Effect.fail(decided)
              if (decided === "judge") {
                for (const part of parts) yield* work.part(part) ?? Effect.void
                const refused = work.end()
                if (refused !== undefined) return yield* Effect.fail(refused)
              }
              return yield* publishNow(organization, { own, batch }, act)
            }),
          ),
        publications: (organization, after, limit) =>
          Effect.map(current(organization), (own) =>
            own.publications.filter(({ number }) => number > after).slice(0, limit),
          ),
      })
    }),
  )
