import {
  allPermissions,
  basePriceList,
  CatalogWriter,
  type ColorwayChange,
  compareText,
  type HangtagError,
  instantFromMicros,
  instantFromMillis,
  type OnCollision,
  type PriceEntry,
  PriceHistory,
  PriceListRepository,
  type PricePolicy,
  type Principal,
  priceOrder,
  recordInForce,
  recordInstants,
} from "@hangtag/core"
import { currentInstant, pairName, readExport } from "@hangtag/core/adapter"
import {
  addRecordsByVariants,
  createPriceBatch,
  discardPriceBatch,
  generatePriceChange,
  listBatchMoments,
  listBatchRecords,
  listPriceBatches,
  listPublications,
  listUpcomingPrices,
  previewColorway,
  previewPriceListMove,
  productTimeline,
  publishPriceBatch,
  resolvePrices,
  revertPriceBatch,
  savePricePolicy,
} from "@hangtag/core/effect"
import { assert } from "chai"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { anySaid } from "../../arbitraries/index.ts"
import {
  aBatchRecordsQuery,
  aColumnMapping,
  aNewPriceBatch,
  anExportRequest,
  anUpcomingQuery,
  aPriceBatchQuery,
  aPriceChangeRequest,
  aPricePolicy,
  aProductEntry,
  aVariantEntry,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { standingClock } from "../../system/standingClock.ts"

/** Two organizations have the same products, of two brands; one colorway has two variants. */
export const products: ReadonlyArray<{
  readonly product_key: string
  readonly brand_key: string
  readonly colors: Readonly<Record<string, ReadonlyArray<string>>>
}> = [
  { product_key: "P1", brand_key: "B1", colors: { Black: ["A", "b"], Red: ["C"] } },
  { product_key: "P2", brand_key: "B2", colors: { Black: ["D"] } },
]
const variantKeys = ["A", "b", "C", "D"]
const black = { product_key: "P1", color: "Black" }
const red = { product_key: "P1", color: "Red" }
const other = { product_key: "P2", color: "Black" }
/** Of the brand, and one that is not. */
const selections = [
  { brand_key: "B1", colorways: [black] },
  { brand_key: "B1", colorways: [black, red] },
  { brand_key: "B1", colorways: [red, black] },
  { brand_key: "B2", colorways: [other] },
  { brand_key: "B1", colorways: [black, other] },
]

export const started = Date.parse("2026-06-10T09:00:00Z")
const hours = (count: number) => new Date(started + count * 3_600_000).toISOString()

const anyBegin = () =>
  fc.oneof(
    fc.constantFrom("2026-06-08", "2026-06-10", "2026-06-12", "2026-06-14"),
    fc.constantFrom(-30, 0, 1, 20, 48, 96).map(hours),
  )
const anyEnd = () => fc.constantFrom("2026-06-16", "2026-06-20", hours(100), hours(200))
const anyAmount = () => fc.constantFrom("10", "20", "20.0", "30", "0")
const anyType = () => fc.constantFrom("MAP", "MAP", "MSRP")

const lists = [basePriceList, "EU", "DE"]
const listOf = (price_list: string) => ({
  price_list,
  name: price_list,
  currency: "USD",
  tags: {},
  created: null,
})
/** Most often one, so that prices meet. */
const anyList = () => fc.constantFrom(basePriceList, basePriceList, basePriceList, "EU", "DE")
/** A list and what it may stand below, so that none ever stands below itself. */
const anyPlace = () =>
  fc.oneof(
    fc.record({ list: fc.constant("EU"), parent: fc.constantFrom(null, basePriceList) }),
    fc.record({ list: fc.constant("DE"), parent: fc.constantFrom(null, basePriceList, "EU", "EU") }),
  )

export const anyPrices = (): fc.Arbitrary<ReadonlyArray<PriceEntry>> =>
  fc.array(
    fc
      .record({
        variant_key: fc.constantFrom(...variantKeys),
        price_type: anyType(),
        price_list: anyList(),
        says: anySaid(anyAmount()),
        effective_from: anyBegin(),
        status: fc.constantFrom("active" as const, "active" as const, "active" as const, "draft" as const),
        batch_key: fc.constant(null),
      })
      .map(({ says, ...entry }) => ({ ...entry, ...says })),
    { minLength: 4, maxLength: 12 },
  )

const anyLines = (): fc.Arbitrary<ColorwayChange["lines"]> =>
  fc.array(
    fc
      .record({
        price_type: anyType(),
        price_list: anyList(),
        says: anySaid(anyAmount()),
        effective_from: anyBegin(),
        effective_until: fc.option(anyEnd(), { freq: 2 }),
        return: fc.constantFrom(null, null, "none" as const),
        variant_keys: fc.constantFrom<ReadonlyArray<string>>([], [], [], ["A"], ["b"]),
      })
      .map(({ says: { amount, ending }, variant_keys, ...line }) => ({
        ...line,
        amount,
        ...(ending !== undefined && { ends: ending, effective_until: null }),
        ...(variant_keys.length > 0 && { variant_keys }),
      })),
    { minLength: 1, maxLength: 3 },
  )

const anyOnCollision = (): fc.Arbitrary<OnCollision> =>
  fc.record({
    same_instant: fc.constantFrom("reject", "withdraw", "withdraw"),
    overridden_later: fc.constantFrom("keep", "withdraw", "reject"),
    leapfrogged: fc.constantFrom("keep", "withdraw"),
  })

const anyPolicy = (): fc.Arbitrary<PricePolicy> =>
  fc
    .record({
      notice_days: fc.constantFrom(null, 1),
      max_increase_percent: fc.constantFrom(null, "50"),
      enforcement: fc.constantFrom("warn" as const, "block" as const),
    })
    .map(aPricePolicy)

/** How many batches of the organization have come since, of those that were published or of all others. */
const anyBatch = (isPublished: boolean) =>
  fc.record({
    since: fc.constantFrom(0, 0, 0, 1, 1, 2),
    isPublished: fc.constantFrom(...Array.from({ length: 9 }, () => isPublished), !isPublished),
  })

/** What a caller wants to be generated. */
export const wish = () => ({
  selection: fc.constantFrom(...selections.slice(0, 4), ...selections),
  lines: anyLines(),
  on_collision: anyOnCollision(),
  on_no_return: fc.constantFrom("refuse" as const, "skip" as const, "end" as const),
  include_unchanged: fc.constantFrom(false, false, true),
})

const anyGenerate = () =>
  fc.record({
    do: fc.constant("generate" as const),
    ...wish(),
    into: fc.option(anyBatch(false), { freq: 1 }),
    isPreviewed: fc.boolean(),
  })

const anyPublish = () =>
  fc.record({
    do: fc.constant("publish" as const),
    batch: anyBatch(false),
    on_moved: fc.constantFrom("refuse" as const, "refuse" as const, "accept" as const),
    allow_backdated: fc.constantFrom(true, true, false),
  })

const anyRevert = () => fc.record({ do: fc.constant("revert" as const), batch: anyBatch(true) })

const anyOther = () =>
  fc.oneof(
    anyGenerate(),
    anyRevert(),
    fc.record({ do: fc.constant("discard" as const), batch: anyBatch(false) }),
    fc.record({
      do: fc.constant("import" as const),
      prices: anyPrices(),
      into: fc.option(anyBatch(false), { freq: 1 }),
    }),
    fc.record({
      do: fc.constant("retire" as const),
      products: fc.constantFrom([], [], ["P2"]),
      variants: fc.constantFrom([], [], ["b"]),
      prices: fc.subarray(
        variantKeys.map((variant_key) => ({ variant_key, price_type: "MAP" })),
        { maxLength: 2 },
      ),
    }),
    fc.record({
      do: fc.constant("rezone" as const),
      brand_key: fc.constantFrom("B1", "B2"),
      time_zone: fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata"),
      movesToCome: fc.boolean(),
    }),
    fc.record({
      do: fc.constant("recolor" as const),
      colors: fc.record({ A: fc.constantFrom("Black", "Red"), b: fc.constantFrom("Black", "Red") }),
    }),
    fc.record({
      do: fc.constant("place" as const),
      place: anyPlace(),
      archived: fc.constantFrom(false, false, true),
      in: fc.constantFrom(0, 1, 26),
    }),
    fc.record({
      do: fc.constant("govern" as const),
      brand_key: fc.constantFrom("B1", "B2"),
      policy: anyPolicy(),
    }),
    fc.record({
      do: fc.constant("fill" as const),
      variant_keys: fc.subarray(variantKeys, { minLength: 1 }),
      into: fc.option(anyBatch(false), { freq: 1 }),
    }),
  )

/** Steps that often mean something together. */
const anyChapter = () =>
  fc.oneof(
    fc.tuple(anyGenerate(), anyPublish()),
    fc.tuple(anyGenerate(), anyOther(), anyPublish()),
    fc.tuple(anyGenerate(), anyPublish(), anyRevert(), anyPublish()),
    fc.tuple(anyGenerate(), anyPublish(), anyOther(), anyRevert(), anyOther(), anyPublish()),
    fc.tuple(
      ...[anyGenerate(), anyPublish(), anyGenerate(), anyPublish()],
      ...[anyRevert(), anyPublish(), anyRevert(), anyPublish()],
    ),
    fc.tuple(anyOther(), anyOther()),
  )

/** Prices at first, and what is done then, by either organization, each thing some time after the one before. */
export const anyPriceStory = () =>
  fc.record({
    zone: fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata"),
    prices: anyPrices(),
    steps: fc
      .array(fc.tuple(fc.constantFrom(0, 0, 0, 1), anyChapter()), { minLength: 1, maxLength: 4 })
      .chain((chapters) =>
        fc.tuple(
          ...chapters.flatMap(([by, deeds]) =>
            deeds.map((deed) =>
              fc.record({
                by: fc.constant(by),
                after: fc.constantFrom(0, 0, 0.001, 1, 26),
                deed: fc.constant(deed),
              }),
            ),
          ),
        ),
      ),
  })

export type PriceStory = ReturnType<typeof anyPriceStory> extends fc.Arbitrary<infer Story> ? Story : never
type Deed = PriceStory["steps"][number]["deed"]

export const seedOf = ({ zone, prices }: Pick<PriceStory, "zone" | "prices">) => ({
  brands: ["B1", "B2"].map((brand_key) => ({ brand_key, name: brand_key, time_zone: zone })),
  products: products.map(({ colors, ...product }) =>
    aProductEntry({
      ...product,
      variants: Object.entries(colors).flatMap(([color, keys]) =>
        keys.map((variant_key) => aVariantEntry({ variant_key, color })),
      ),
    }),
  ),
  prices,
})

/** The batches of an organization in the order in which they were made, and in that in which they were published. */
interface Batches {
  readonly made: Array<string>
  readonly published: Array<string>
}

/** Previews know prices alone; a basis is the same whatever is asked. */
const asPreviewed = ({
  price_type,
  price_list,
  amount,
  effective_from,
}: ColorwayChange["lines"][number]) => ({
  ...{ price_type, amount: amount ?? "0", effective_from },
  ...(price_list !== undefined && { price_list }),
})

/** Does one thing, and gives its answer. */
const done = Effect.fnUntraced(function* (principal: Principal, batches: Batches, deed: Deed) {
  const { organization, subject } = principal
  const keyOf = ({ since, isPublished }: { readonly since: number; readonly isPublished: boolean }) => {
    const known = isPublished
      ? batches.published
      : batches.made.filter((key) => !batches.published.includes(key))
    return known.at(-1 - (since % Math.max(1, known.length))) ?? "no such batch"
  }
  const writer = yield* CatalogWriter
  switch (deed.do) {
    case "generate": {
      const { selection, lines, on_collision, on_no_return, include_unchanged } = deed
      const { brand_key, colorways } = selection
      const changes = yield* Effect.forEach(colorways, (colorway) =>
        Effect.gen(function* () {
          const basis = deed.isPreviewed
            ? (yield* previewColorway(principal, { brand_key, ...colorway, lines: lines.map(asPreviewed) }))
                .basis
            : null
          return { ...colorway, lines, basis }
        }),
      )
      const request = aPriceChangeRequest({
        colorways: changes,
        on_collision,
        on_no_return,
        include_unchanged,
        batch_key: deed.into === null ? null : keyOf(deed.into),
      })
      const result = yield* generatePriceChange(principal, { brand_key, ...request })
      if (deed.into === null) batches.made.push(result.batch_key!)
      return result
    }
    case "publish": {
      const publication = yield* publishPriceBatch(principal, { batch_key: keyOf(deed.batch), ...deed })
      batches.published.push(publication.batch_key)
      return publication
    }
    case "revert": {
      const result = yield* revertPriceBatch(principal, { batch_key: keyOf(deed.batch) })
      batches.made.push(result.batch_key)
      return result
    }
    case "discard":
      return yield* discardPriceBatch(principal, { batch_key: keyOf(deed.batch) })
    case "import": {
      const batch_key = deed.into && keyOf(deed.into)
      const { rejected, ...written } = yield* writer.savePrices(
        organization,
        deed.prices.map((price) => ({ ...price, batch_key })),
      )
      return { ...written, rejected: rejected.map(({ index }) => index) }
    }
    case "retire": {
      const at = (yield* Clock.currentTimeMillis) * 1000
      return yield* writer.retire(organization, deed, instantFromMicros(at), subject)
    }
    case "rezone": {
      const { brand_key, time_zone, movesToCome } = deed
      const brand = { brand_key, name: brand_key, time_zone }
      const { rejected: _, ...written } = yield* writer.saveBrands(organization, [brand], { movesToCome })
      return written
    }
    case "recolor": {
      const { colors, ...product } = products[0]!
      const variants = Object.entries(colors).flatMap(([color, keys]) =>
        keys.map((variant_key) =>
          aVariantEntry({ variant_key, color: { C: color, ...deed.colors }[variant_key] ?? color }),
        ),
      )
      const at = (yield* Clock.currentTimeMillis) * 1000
      return yield* writer.saveProducts(
        organization,
        [aProductEntry({ ...product, variants })],
        instantFromMicros(at),
      )
    }
    case "place": {
      const { save } = yield* PriceListRepository
      const now = (yield* Clock.currentTimeMillis) * 1000
      const { place, archived, in: hours } = deed
      return yield* save(organization, listOf(place.list), {
        parent: place.parent,
        archived,
        effective_at: instantFromMicros(now + hours * 3_600_000_000),
        known_at: instantFromMicros(now),
        by: subject,
      })
    }
    case "govern":
      return yield* savePricePolicy(principal, { brand_key: deed.brand_key, ...deed.policy })
    case "fill": {
      const made = yield* createPriceBatch(principal, aNewPriceBatch({ kind: "republish" }))
      batches.made.push(made.key)
      const key = deed.into ? keyOf(deed.into) : made.key
      return yield* addRecordsByVariants(principal, {
        batch_key: key,
        variant_keys: deed.variant_keys,
        price_types: null,
      })
    }
  }
})

const histories = [
  ...products.map(({ product_key }) => ({ product_key, color: null })),
  { product_key: "P1", color: "Black" },
]

/** What each list shows, now or as it was known at a moment, and what exports have of it. */
const shown = Effect.fnUntraced(function* (principal: Principal, known_at: string | null) {
  const resolved = yield* Effect.forEach(lists, (price_list) =>
    resolvePrices(principal, { price_list, variant_keys: variantKeys, known_at, show_passed_over: true }),
  )
  const request = anExportRequest({
    column_mappings: lists.flatMap((price_list) =>
      ["MAP", "MSRP"].map((sub_field) => aColumnMapping({ source_field: "price", sub_field, price_list })),
    ),
    price_known_at: known_at,
  })
  const now = yield* currentInstant
  const { products } = yield* readExport(principal.organization, request, now)
  const exported = (yield* Stream.runCollect(products)).flat().flatMap(({ variants, prices }) =>
    variants.map(({ variant_key }) => ({
      variant_key,
      prices: prices
        .filter((price) => price.variant_key === variant_key)
        .map(({ price_type, price_list, amount, effective_at }) =>
          [price_type, price_list ?? basePriceList, amount, effective_at].join(" "),
        )
        .sort(compareText),
    })),
  )
  return { resolved, exported }
})

/** What all prices are over time, now or as it was known at a moment; drafts in no order. */
const timelines = Effect.fnUntraced(function* (principal: Principal, known_at: string | null) {
  const found = yield* Effect.forEach(
    lists.flatMap((price_list) => histories.map((of) => ({ ...of, price_list }))),
    (of) => productTimeline(principal, { ...of, known_at }),
  )
  return found.map((timeline) => ({
    ...timeline,
    pairs: timeline.pairs.map(({ drafts, ...pair }) => ({
      ...pair,
      drafts: drafts.toSorted((a, b) => compareText(a.record_key, b.record_key)),
    })),
  }))
})

/** The same text whatever the order of its members. */
const textOf = (record: object): string => JSON.stringify(record, Object.keys(record).sort())

/** Everything that can be seen of an organization's price changes. */
const seen = Effect.fnUntraced(function* (principal: Principal) {
  const batches = yield* listPriceBatches(principal, aPriceBatchQuery())
  return {
    batches,
    publications: yield* listPublications(principal, { after: 0, limit: 100 }),
    moments: yield* Effect.forEach(batches.items, ({ key }) =>
      listBatchMoments(principal, { batch_key: key, limit: 200, after: null }),
    ),
    // the last key of their order is the adapter's own
    records: yield* Effect.forEach(batches.items, ({ key }) =>
      Effect.map(
        listBatchRecords(principal, { batch_key: key, ...aBatchRecordsQuery() }),
        ({ items, total }) => ({
          total,
          items: items.map(({ record_key: _, ...record }) => textOf(record)).sort(compareText),
        }),
      ),
    ),
    timelines: yield* Effect.forEach(
      lists.flatMap((price_list) => products.map(({ product_key }) => ({ product_key, price_list }))),
      (of) => productTimeline(principal, of),
    ),
    upcoming: yield* Effect.forEach(lists, (price_list) =>
      listUpcomingPrices(principal, anUpcomingQuery({ price_list })),
    ),
  }
})

/** The answer, or what it failed with. */
const answerOf = <A, R>(effect: Effect.Effect<A, HangtagError, R>): Effect.Effect<unknown, never, R> =>
  Effect.catch(effect, (error) => Effect.succeed({ ...error }))

/** All records of an organization. */
const allRecords = Effect.fnUntraced(function* (organization: string) {
  const history = yield* PriceHistory
  const found = yield* Effect.forEach(products, ({ product_key }) =>
    history.records(
      organization,
      { product_key, color: null },
      { price_type: null, price_lists: lists, limit: 10_000 },
    ),
  )
  return found.flatMap((each) => Option.getOrThrow(each).records)
})

/** Where a list stands from an instant on. */
interface Stands {
  readonly effective_at: number
  readonly price_list: string
  readonly parent: string | null
  readonly archived: boolean
}

/** Looks up what a list shows, list by list, among all records; `moved` stands elsewhere. */
const lookingUp = Effect.fnUntraced(function* ({ organization }: Principal) {
  const { all } = yield* PriceListRepository
  const placements = new Map((yield* all(organization)).map((list) => [list.price_list, list.placements]))
  const records = yield* allRecords(organization)
  const pairs = Map.groupBy(records, pairName)
  const begins = [...placements.values()].flatMap((own) => own.map(({ effective_at }) => effective_at))
  const placeOf = (price_list: string, at: number, moved?: Stands) => {
    const place = placements.get(price_list)?.findLast(({ effective_at }) => effective_at <= at)
    const isMoved = moved?.price_list === price_list && !(place && place.effective_at > moved.effective_at)
    return isMoved ? moved : place
  }
  const ownOf = (pair: Parameters<typeof pairName>[0], at: number) => {
    const own = recordInForce(pairs.get(pairName(pair)) ?? [], at)
    return own?.ending === "fall_back" ? undefined : own
  }
  const lookUp = (variant_key: string, price_type: string, from: string, at: number, moved?: Stands) => {
    let list: string | null = from
    while (list !== null) {
      const price_list: string = list
      const place = placeOf(price_list, at, moved)
      const own = ownOf({ variant_key, price_type, price_list }, at)
      if (place?.archived !== true && own !== undefined)
        return own.amount === null ? [] : [`${variant_key} ${price_type} ${own.amount} of ${price_list}`]
      list = place?.parent ?? null
    }
    return []
  }
  return { placeOf, ownOf, lookUp, instants: [...new Set([...begins, ...records.flatMap(recordInstants)])] }
})

/** What every list shows before, now and later is the first own price in force upwards. */
const requireFirstUpwards = Effect.fnUntraced(function* (principal: Principal, now: number) {
  const { lookUp } = yield* lookingUp(principal)
  for (const hours of [-26, 0, 26, 96])
    for (const price_list of lists) {
      const at = new Date(now + hours * 3_600_000)
      const asked = { price_list, variant_keys: variantKeys, at: at.toISOString() }
      const { items } = yield* resolvePrices(principal, asked)
      const expected = variantKeys.flatMap((key) =>
        ["MAP", "MSRP"].flatMap((type) => lookUp(key, type, price_list, at.getTime() * 1_000)),
      )
      assert.deepStrictEqual(
        items
          .map((item) => `${item.variant_key} ${item.price_type} ${item.amount} of ${item.from_list}`)
          .sort(),
        expected.sort(),
        `${price_list} at ${asked.at}`,
      )
    }
})

/**
 * What a move of a list is previewed to change is what looking up at each instant from then on finds to differ, and shown below where no
 * price stands before it at the instant of the move.
 */
const requireMoves = Effect.fnUntraced(function* (principal: Principal, now: number) {
  const { placeOf, ownOf, lookUp, instants } = yield* lookingUp(principal)
  const { exported } = yield* shown(principal, null)
  const keys = [...new Set(exported.map(({ variant_key }) => variant_key))]
  const at = instantFromMillis(now + 26 * 3_600_000)
  const effective_from = new Date(now + 26 * 3_600_000).toISOString()
  const moments = [at, ...instants.filter((each) => each > at)]
  const typesMoved = (key: string, moved: Stands) =>
    ["MAP", "MSRP"].filter((type) =>
      moments.some((moment) => {
        const [was, is] = [undefined, moved].map(
          (stands) => lookUp(key, type, moved.price_list, moment, stands)[0]?.split(" of ")[0],
        )
        return was !== is
      }),
    )
  for (const [price_list, parent] of [
    ["EU", null],
    ["EU", basePriceList],
    ["DE", basePriceList],
  ] as const)
    for (const archived of [false, true]) {
      const moved = { price_list, parent, archived, effective_at: at }
      const asked = { price_list, parent, archived, effective_from }
      const found = yield* Effect.option(previewPriceListMove(principal, asked))
      if (Option.isNone(found)) continue
      const { variants, shown_in, overridden_in, is_whole } = found.value
      const name = JSON.stringify(asked)
      const changed = keys.flatMap((variant_key) => {
        const types = typesMoved(variant_key, moved)
        return types.length === 0 ? [] : [{ variant_key, types }]
      })
      assert.deepStrictEqual([variants, is_whole], [changed.length, true], name)
      const isBelow = placeOf("DE", at)?.parent === "EU" && placeOf("DE", at)?.archived === false
      const below = price_list === "EU" && isBelow ? changed : []
      const shownBelow = below.filter(({ variant_key, types }) =>
        types.some((price_type) => ownOf({ variant_key, price_type, price_list: "DE" }, at) === undefined),
      ).length
      const hiddenBelow = below.length - shownBelow
      const counted = (count: number) => (count === 0 ? [] : [{ price_list: "DE", variants: count }])
      assert.deepStrictEqual([shown_in, overridden_in], [counted(shownBelow), counted(hiddenBelow)], name)
    }
})

/** What the records of an organization are called by every adapter, whichever keys it gives them. */
const namesOf = Effect.fnUntraced(function* (organization: string) {
  const pairs = Map.groupBy(yield* allRecords(organization), pairName)
  return new Map(
    [...pairs].flatMap(([pair, own]) =>
      own.toSorted(priceOrder).map(({ record_key }, index) => [record_key, `${pair} ${index + 1}`] as const),
    ),
  )
})

/** With adapters' own keys and tokens replaced: by names, and by the order in which they are met. */
const named = (answers: unknown, names: ReadonlyMap<string, string>): unknown => {
  const tokens = new Map<string, string>()
  const rename = (value: unknown, member = ""): unknown => {
    if (Array.isArray(value)) {
      const renamed = value.map((each) => rename(each))
      // what has moved of one pair is listed in the order of record keys
      return member === "moved" ? renamed.map((each) => JSON.stringify(each)).sort(compareText) : renamed
    }
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each, key)]))
    if ((member === "record_key" || member === "returns_from") && typeof value === "string")
      return names.get(value) ?? "?"
    if (member !== "basis" || typeof value !== "string") return value
    if (!tokens.has(value)) tokens.set(value, `basis ${tokens.size + 1}`)
    return tokens.get(value)
  }
  return rename(answers)
}

/** What every step of the story is answered, and what is to be seen at its end, in organizations of these names. */
export const tellPriceStory = Effect.fnUntraced(function* (
  organizations: readonly [string, string],
  story: PriceStory,
) {
  const principals = organizations.map(
    (organization): Principal => ({ organization, subject: "teller", permissions: allPermissions }),
  )
  const batches = principals.map((): Batches => ({ made: [], published: [] }))
  const { clock, set } = standingClock(new Date(started))
  const telling = Effect.gen(function* () {
    const { save } = yield* PriceListRepository
    const since = instantFromMicros(started * 1000)
    const placement = { effective_at: since, archived: false, known_at: since, by: "teller" }
    for (const organization of organizations) {
      yield* seedCatalog(organization, seedOf(story))
      for (const [index, key] of lists.entries())
        if (index > 0) yield* save(organization, listOf(key), { ...placement, parent: lists[index - 1]! })
    }
    const answers: Array<unknown> = []
    const said: Array<readonly [moment: string, timelines: unknown]> = []
    const listed: Array<readonly [moment: string, ReadonlyArray<Effect.Success<ReturnType<typeof shown>>>]> =
      []
    const allShown = (known_at: string | null) =>
      Effect.forEach(principals, (principal) => shown(principal, known_at))
    const allTimelines = (known_at: string | null) =>
      Effect.forEach(principals, (principal) => timelines(principal, known_at))
    let at = started
    for (const { by, after, deed } of story.steps) {
      if (after > 0) {
        said.push([new Date(at).toISOString(), yield* allTimelines(null)])
        listed.push([new Date(at).toISOString(), yield* allShown(null)])
      }
      at += after * 3_600_000
      set(new Date(at))
      answers.push(yield* answerOf(done(principals[by]!, batches[by]!, deed)))
    }
    // whatever has come since, what was known at a moment is what was said then
    for (const [moment, then] of said) assert.deepStrictEqual(yield* allTimelines(moment), then, moment)
    for (const [moment, then] of listed)
      for (const [place, { resolved, exported }] of (yield* allShown(moment)).entries()) {
        assert.deepStrictEqual(resolved, then[place]!.resolved, moment)
        // retired variants are in no export, and may be back since
        const keys = [exported, then[place]!.exported].map(
          (all) => new Set(all.map(({ variant_key }) => variant_key)),
        )
        const both = (all: typeof exported) =>
          all.filter(({ variant_key }) => keys.every((some) => some.has(variant_key)))
        const inOrder = (a: { readonly variant_key: string }, b: { readonly variant_key: string }) =>
          compareText(a.variant_key, b.variant_key)
        assert.deepStrictEqual(
          both(exported).toSorted(inOrder),
          both(then[place]!.exported).toSorted(inOrder),
          moment,
        )
      }
    for (const principal of principals) {
      yield* requireFirstUpwards(principal, at)
      yield* requireMoves(principal, at)
    }
    const ends = yield* Effect.forEach(principals, seen)
    const names = yield* Effect.forEach(organizations, namesOf)
    return named({ answers, ends }, new Map(names.flatMap((each) => [...each])))
  })
  return yield* Effect.provideService(telling, Clock.Clock, clock)
})
