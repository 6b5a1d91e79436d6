import {
  allPermissions,
  CatalogWriter,
  type ChangeLine,
  instantFromMillis,
  type PriceEntry,
  type Principal,
} from "@hangtag/core"
import {
  createPriceList,
  discardPriceBatch,
  generatePriceChange,
  type HangtagPorts,
  publishPriceBatch,
  queueExport,
  revertPriceBatch,
  savePriceListPolicy,
  savePricePolicy,
  updatePriceList,
} from "@hangtag/core/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aColumnMapping,
  aCrawlDiscoveryEntry,
  anExportRequest,
  anOnCollision,
  aPriceChangeRequest,
  aPriceEntry,
  aPricePolicy,
  aProductEntry,
  aVariantEntry,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { standingClock } from "../../system/standingClock.ts"

export type Ports = HangtagPorts | CatalogWriter

/** The lists that the callers are bound to. */
export const theirLists = ["EU", "DE", "UK"] as const
/** Lists of others. The first four stand above the callers' lists and have no price that these show. */
export const hiddenLists: ReadonlyArray<string> = Array.from(
  { length: 38 },
  (_, index) => `HIDDEN-${String(index).padStart(2, "0")}`,
)
const [above, archived, between, empty, ...others] = hiddenLists as [
  string,
  string,
  string,
  string,
  ...Array<string>,
]

const keeperOf = (organization: string): Principal => ({
  organization,
  subject: "keeper",
  permissions: allPermissions,
})

/** `round`: how often others have done theirs, this time included; 0: there are none. */
type Step = (keeper: Principal, round: number) => Effect.Effect<unknown, unknown, Ports>

const line = (price_list: string, amount: string, more: Partial<ChangeLine> = {}) =>
  aChangeLine({ price_list, amount, effective_from: "2026-07-01", ...more })

const made = (keeper: Principal, price_list: string, parent: string | null) =>
  createPriceList(keeper, { price_list, name: price_list, currency: "EUR", parent })

const generated = (keeper: Principal, lines: ReadonlyArray<ChangeLine>) =>
  Effect.map(
    generatePriceChange(keeper, {
      brand_key: "B1",
      ...aPriceChangeRequest({
        colorways: [aColorwayChange({ lines })],
        on_collision: anOnCollision({ same_instant: "keep" }),
        on_no_return: "end",
      }),
    }),
    ({ batch_key }) => batch_key!,
  )

const published = (keeper: Principal, lines: ReadonlyArray<ChangeLine>) =>
  Effect.tap(generated(keeper, lines), (batch_key) =>
    publishPriceBatch(keeper, { batch_key, allow_backdated: true }),
  )

const imported = (prices: ReadonlyArray<Partial<PriceEntry>>): Step =>
  Effect.fnUntraced(function* ({ organization }) {
    yield* seedCatalog(organization, {
      prices: prices.map((price) => aPriceEntry({ variant_key: "A", ...price })),
    })
  })

const started = Date.parse("2026-06-10T09:00:00Z")

/** A moment of a world, in hours since it began. */
export const hour = (count: number): string => new Date(started + count * 3_600_000).toISOString()

/** An amount of `base`. */
export const neverShown = "147.77"

/** The catalog, and where the callers' lists stand: below `base`, one below the other, one alone, whatever is between and above. */
const beginning: Step = Effect.fnUntraced(function* (keeper, round) {
  const hides = round > 0
  yield* seedCatalog(keeper.organization, {
    brands: [aBrand({ time_zone: "America/New_York" })],
    products: [
      aProductEntry({
        variants: [
          aVariantEntry({ variant_key: "A" }),
          aVariantEntry({ variant_key: "b" }),
          aVariantEntry({ variant_key: "C", color: "Red" }),
        ],
      }),
    ],
    discoveries: [aCrawlDiscoveryEntry()],
  })
  const list = (price_list: string, parent: string | null) => made(keeper, price_list, parent)
  yield* updatePriceList(keeper, { price_list: "base", currency: "EUR" })
  if (hides) {
    yield* list(above, "base")
    yield* list(archived, above)
  }
  yield* list("EU", hides ? archived : "base")
  if (hides) {
    yield* updatePriceList(keeper, { price_list: archived, archived: true })
    yield* list(between, "EU")
  }
  yield* list("DE", hides ? between : "EU")
  if (hides) yield* list(empty, null)
  yield* list("UK", hides ? empty : null)
  if (!hides) return
  const parents = [null, "base", "EU", "DE", between]
  for (const [index, price_list] of others.entries())
    yield* list(price_list, parents[index % parents.length]!)
})

/** What becomes of the callers' lists. Batches are of lists of others as well, where there are any. */
const visibleSteps: ReadonlyArray<Step> = [
  imported([
    { amount: "149.95", effective_from: "2026-01-01" },
    { amount: "179.95", price_type: "MSRP", effective_from: "2026-01-01" },
    { amount: "159.95", price_list: "EU", effective_from: "2026-03-01" },
    { variant_key: "b", amount: "99.00", price_list: "DE", effective_from: "2026-03-01" },
    { variant_key: "b", amount: "98.00", price_list: "DE", effective_from: "2027-03-01", status: "draft" },
    { variant_key: "C", amount: "70.00", effective_from: "2026-01-01" },
    // no list of the callers ever shows it
    { amount: neverShown, effective_from: "2026-09-01" },
    { amount: "149.95", effective_from: "2026-11-01" },
  ]),
  // gone as it begins, and one after it
  Effect.fnUntraced(function* (keeper, round) {
    const moment = instantFromMillis(Date.parse(hour(2)))
    const price_list = "UK"
    yield* imported([
      { price_list, amount: "88.00", effective_from: hour(2) },
      { price_list, amount: "89.00", effective_from: "2026-07-01" },
    ])(keeper, round)
    const { retire } = yield* CatalogWriter
    const gone = [{ variant_key: "A", price_type: "MAP", price_list }]
    yield* retire(keeper.organization, { products: [], variants: [], prices: gone }, moment, "keeper")
    yield* imported([{ price_list, amount: "90.00", effective_from: "2026-08-01" }])(keeper, round)
  }),
  (keeper, round) =>
    published(keeper, [line("EU", "139.95"), ...(round > 0 ? [line(others[0]!, "77.77")] : [])]),
  (keeper) => savePriceListPolicy(keeper, { price_list: "DE", notice_days: 3, endings: ["0.95"] }),
  // a temporary price, which returns to what is shown from above
  (keeper) =>
    published(keeper, [
      line("DE", "119.00", { effective_from: "2026-08-01", effective_until: "2026-09-01" }),
    ]),
  // one that had begun and is taken back, by a batch that has a key too
  Effect.fnUntraced(function* (keeper, round) {
    const batch_key = yield* published(keeper, [
      line("EU", "109.00", { price_type: "PROMO", effective_from: "2026-06-01" }),
      ...(round > 0
        ? [line(others[1]!, "76.76", { price_type: "PROMO", effective_from: "2026-06-01" })]
        : []),
    ])
    const back = yield* revertPriceBatch(keeper, { batch_key })
    yield* publishPriceBatch(keeper, { batch_key: back.batch_key, allow_backdated: true })
  }),
  // drafts, of two batches at one instant
  (keeper, round) =>
    generated(keeper, [
      line("DE", "129.95", { effective_from: "2026-10-01" }),
      ...(round > 0 ? [line(others[2]!, "75.75", { effective_from: "2026-10-01" })] : []),
    ]),
  (keeper) => published(keeper, [line("EU", "129.00", { price_type: "MSRP", effective_from: "2026-10-01" })]),
  (keeper) => published(keeper, [line("EU", "119.00", { effective_from: "2026-10-01" })]),
  (keeper, round) =>
    updatePriceList(keeper, {
      price_list: "DE",
      parent: round > 0 ? above : "base",
      effective_from: "2027-01-01",
    }),
  (keeper) => savePricePolicy(keeper, { brand_key: "B1", ...aPricePolicy({ notice_days: 1 }) }),
]

/** What others do with lists of theirs; it may be done in any order, and again. */
const hiddenSteps: ReadonlyArray<Step> = [
  // above the callers' lists: what is archived has no price, and what ends by falling back shows what is above it
  imported([
    { variant_key: "C", amount: "71.71", price_list: archived, effective_from: "2026-02-01" },
    { variant_key: "C", amount: "71.72", price_list: archived, price_type: "HIDDEN" },
    { variant_key: "C", amount: "71.73", price_list: above, price_type: "HIDDEN-DRAFT", status: "draft" },
    { variant_key: "C", amount: null, ending: "fall_back", price_list: above, effective_from: "2026-04-01" },
  ]),
  imported(
    others.flatMap((price_list) => [
      { amount: "74.74", price_list, effective_from: "2026-02-01" },
      { amount: "73.73", price_list, price_type: `TYPE-${price_list}`, effective_from: "2026-02-01" },
      { amount: "72.72", price_list, effective_from: "2026-11-01", status: "draft" },
    ]),
  ),
  (keeper) =>
    savePriceListPolicy(keeper, { price_list: others[3]!, enforcement: "block", price_types: ["NONE"] }),
  (keeper, round) =>
    published(keeper, [
      line(others[4]!, `${round}6.66`),
      line(others[5]!, `${round}5.65`, { price_type: "HIDDEN" }),
    ]),
  (keeper, round) => generated(keeper, [line(others[6]!, `${round}4.64`, { effective_from: "2026-10-01" })]),
  Effect.fnUntraced(function* (keeper, round) {
    const batch_key = yield* published(keeper, [
      line(others[7]!, `${round}3.63`, { effective_from: "2026-06-02" }),
    ])
    const back = yield* revertPriceBatch(keeper, { batch_key })
    yield* publishPriceBatch(keeper, { batch_key: back.batch_key, allow_backdated: true })
  }),
  Effect.fnUntraced(function* (keeper, round) {
    yield* discardPriceBatch(keeper, {
      batch_key: yield* generated(keeper, [line(others[8]!, `${round}2.62`)]),
    })
  }),
  (keeper) =>
    queueExport(
      keeper,
      anExportRequest({
        column_mappings: [
          aColumnMapping({ source_field: "price", sub_field: "MAP", price_list: others[9]! }),
        ],
      }),
    ),
  (keeper, round) =>
    updatePriceList(keeper, { price_list: between, archived: round === 1, effective_from: "2026-12-01" }),
  (keeper, round) => made(keeper, `HIDDEN-later-${round}`, "DE"),
  (keeper, round) =>
    updatePriceList(keeper, { price_list: others[10]!, name: `Elsewhere ${round}`, archived: round === 1 }),
  (keeper, round) =>
    updatePriceList(keeper, { price_list: above, name: `Above ${round}`, tags: { market: "HIDDEN" } }),
]

export const stepCounts = { visible: visibleSteps.length, hidden: hiddenSteps.length }

/** What others do, each thing at its place among what becomes of the callers' lists. */
export const interleaved = Array.from({ length: stepCounts.visible }, (_, visible) =>
  Array.from({ length: stepCounts.hidden }, (_, place) => place).filter(
    (place) => place % stepCounts.visible === visible,
  ),
)

/** Goes on in an organization at an hour. */
export const atHour = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Clock.Clock, standingClock(hour(count)).clock)

/** What others do, all of it, at an hour. */
export const moreIsHidden = (organization: string, count: number) =>
  Effect.forEach(hiddenSteps, (step) => atHour(count, step(keeperOf(organization), 2)), { discard: true })

/**
 * Makes one of the two worlds: an hour for each thing that becomes of the callers' lists. `hidden`: what others do before it, by the
 * places of `hiddenSteps`; null: there are no lists of others.
 */
export const makeWorld = Effect.fnUntraced(function* (
  organization: string,
  hidden: ReadonlyArray<ReadonlyArray<number>> | null,
) {
  const keeper = keeperOf(organization)
  const round = hidden === null ? 0 : 1
  yield* atHour(0, beginning(keeper, round))
  for (const [index, step] of visibleSteps.entries()) {
    for (const place of hidden?.[index] ?? []) yield* atHour(index + 1, hiddenSteps[place]!(keeper, round))
    yield* atHour(index + 1, step(keeper, round))
  }
})
