import { BatchChanges, instantFromMillis, type TimelineSegment } from "@hangtag/core"
import { changeSheetRows, type ExportCell, readSheetLists } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  anOnCollision,
  anySaid,
  aPriceChangeRequest,
  aPriceEntry,
  aPriceList,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ChangedPair, SheetBatch } from "../../src/changes/rules/sheetTimelines.ts"
import { sheetTimelines } from "../../src/changes/rules/sheetTimelines.ts"
import { timelineChanges } from "../../src/changes/rules/timelineChanges.ts"

const hangtag = Layer.provideMerge(Hangtag.layer, memoryPorts)
const lists = ["base", "EU", "FR"]
const anyList = fc.constantFrom(...lists)
const dayOf = (days: number) => new Date(Date.UTC(2026, 5, 10 + days)).toISOString().slice(0, 10)
const anyDay = fc.integer({ min: 1, max: 9 })
const anyAmount = fc.constantFrom("80", "90", "100", "100.0")

const anyEnding = fc.constantFrom("fall_back" as const, "not_offered" as const)
const anySays = fc.oneof(
  { weight: 2, arbitrary: anySaid(anyAmount) },
  { weight: 1, arbitrary: anyEnding.map((ending) => ({ amount: null, ending })) },
)

const anyLine = fc
  .record({ says: anySays, day: anyDay, lasts: fc.option(fc.integer({ min: 1, max: 4 })) })
  .map(({ says: { amount, ending }, day, lasts }) =>
    aChangeLine({
      amount,
      ...(ending !== undefined && { ends: ending }),
      effective_from: dayOf(day),
      effective_until: lasts === null || amount === null ? null : dayOf(day + lasts),
    }),
  )
const anyPrices = fc.array(
  fc
    .record({ price_list: anyList, says: anySays, day: fc.constantFrom(-9, -9, 0, 3, 5, 7) })
    .map(({ price_list, says, day }) =>
      aPriceEntry({ variant_key: "A", price_list, ...says, effective_from: dayOf(day) }),
    ),
  { minLength: 1, maxLength: 5 },
)

/** A batch of one list, one that takes an earlier one back, or an import; each is published some hours after the one before. */
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      price_list: anyList,
      lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
      same_instant: fc.constantFrom("withdraw" as const, "keep" as const),
      overridden_later: fc.constantFrom("withdraw" as const, "keep" as const),
      leapfrogged: fc.constantFrom("withdraw" as const, "keep" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ takesBack: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ imports: anyPrices }) },
)
const anySteps = fc.array(fc.tuple(anyStep, fc.constantFrom(0, 6, 30)), { minLength: 1, maxLength: 6 })

/** What holds from an instant on, until another: null where there is no price. */
interface Span {
  readonly from: number
  readonly until: number
  readonly amount: number | null
  /** Which list's price it is. */
  readonly list?: string | null
  readonly batch_key?: string | null
}
interface Row extends Span {
  readonly change: string
  readonly previous: number | null
}

const timeOf = (text: string | null | undefined, other: number) => (text ? Date.parse(text) : other)
const amountOf = (amount: string | null) => (amount ? Number(amount) : null)

const at = (spans: ReadonlyArray<Span>, time: number) =>
  spans.find(({ from, until }) => from <= time && time < until)

/** What holds at a time, where the rows are all that is known to be other than in the spans. */
const applied = (rows: ReadonlyArray<Row>, without: ReadonlyArray<Span>, time: number): number | null => {
  const covering = rows.filter(({ from, until }) => from <= time && time < until)
  const set = covering.findLast((row) => row.change !== "withdrawn" || isGone(rows, without, row))
  if (set !== undefined) return set.amount
  const [lost] = covering
  return lost === undefined ? (at(without, time)?.amount ?? null) : applied(rows, without, lost.from - 1)
}

/** Whether what is withdrawn held until then, rather than was to come: of two rows that say the same the second one does. */
const isGone = (rows: ReadonlyArray<Row>, without: ReadonlyArray<Span>, row: Row) => {
  const { from, previous } = row
  const [before, then] = [from - 1, from].map((time) => at(without, time)?.amount ?? null)
  const first = rows.find((each) => each.from === from && each.previous === previous)
  const wasToCome = then === previous && before !== then && first === row
  return previous !== null && !wasToCome && applied(rows, without, from - 1) === previous
}

/** A price that the batch gives its list, where those above show the same at first: that it does not follow them is no row. */
const isQuiet = (
  of: { readonly list: string; readonly key: string },
  without: ReadonlyArray<Span>,
  instead: ReadonlyArray<Span>,
  time: number,
): boolean => {
  const now = at(instead, time)
  if (now === undefined || now.amount === null || now.list !== of.list || now.batch_key !== of.key)
    return false
  const overlaps = ({ from, until }: Span) => from <= time && until > now.from
  // a price of its own that says what those above do by then is only said not to come
  const isOther = ({ list, amount, from }: Span) =>
    list === of.list && (amount === null || at(without, from - 1)?.amount !== amount)
  if (without.some((span) => overlaps(span) && isOther(span))) return false
  const isSame = at(without, now.from)?.amount === now.amount
  return (
    isSame ||
    (at(instead, now.from - 1)?.amount === now.amount && isQuiet(of, without, instead, now.from - 1))
  )
}

const compare = (
  of: { readonly list: string; readonly key: string },
  rows: ReadonlyArray<Row>,
  without: ReadonlyArray<Span>,
  instead: ReadonlyArray<Span>,
) => {
  const times = [...rows, ...without, ...instead].flatMap(({ from, until }) => [from, until])
  for (const time of new Set(times.filter(Number.isFinite)))
    if (!isQuiet(of, without, instead, time))
      expect([time, applied(rows, without, time)], JSON.stringify({ of, rows, without, instead })).toEqual([
        time,
        at(instead, time)?.amount ?? null,
      ])
}

const spanOf = ({ from, until, amount, from_list, batch_key }: TimelineSegment): Span => ({
  from: timeOf(from, Number.NEGATIVE_INFINITY),
  until: timeOf(until, Number.POSITIVE_INFINITY),
  amount: amountOf(amount),
  list: from_list,
  batch_key,
})

const textOf = (cell: ExportCell | undefined) =>
  cell === null || cell === undefined ? null : typeof cell === "object" ? cell.text : String(cell)

const rowOf = (row: ReadonlyArray<ExportCell>): Row => {
  const [, previous, amount, , , from, until, , change] = row.slice(5).map(textOf)
  return {
    from: timeOf(from, Number.NaN),
    until: timeOf(until, Number.POSITIVE_INFINITY),
    amount: amountOf(amount ?? null),
    previous: amountOf(previous ?? null),
    change: change!,
  }
}

/** The same of a list's own prices alone, as a review has them. */
const compareOwn = (pair: ChangedPair, batch: SheetBatch, now: number) => {
  const timelines = sheetTimelines(pair, batch, instantFromMillis(now))
  const spansOf = (spans: typeof timelines.with) =>
    spans.map(
      ({ from, until, record }): Span => ({
        from: from ?? Number.NEGATIVE_INFINITY,
        until: until ?? Number.POSITIVE_INFINITY,
        amount: amountOf(record?.amount ?? null),
      }),
    )
  const rows = [...timelineChanges(timelines.without, timelines.with, pair.price_list)].map(
    ({ at: from, until, amount, previous, change }): Row => ({
      from,
      until: until?.at ?? Number.POSITIVE_INFINITY,
      amount: amountOf(amount),
      previous: amountOf(previous),
      change,
    }),
  )
  compare(
    { list: pair.price_list, key: batch.key },
    rows,
    spansOf(timelines.without),
    spansOf(timelines.with),
  )
}

let organizations = 0
type Example<P> = P extends fc.IAsyncPropertyWithHooks<infer Values> ? Values : never

it("the sheet of a published batch tells all that its list shows otherwise than without it", async () => {
  const property = fc.asyncProperty(anyPrices, anySteps, async (prices, steps) => {
    const principal = aPrincipal({ organization: `sheets-${organizations++}` })
    const { organization } = principal
    const story = Effect.gen(function* () {
      const { generatePriceChange, publishPriceBatch, revertPriceBatch, productTimeline } = yield* Hangtag
      const { variants } = yield* BatchChanges
      yield* seedCatalog(organization, {
        brands: [aBrand({ time_zone: "UTC" })],
        products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "A", color: "Black" })] })],
        price_lists: [
          aPriceList({ price_list: "EU", parent: "base" }),
          aPriceList({ price_list: "FR", parent: "EU" }),
        ],
        prices,
      })
      const shown = (price_list: string) =>
        Effect.map(productTimeline(principal, { product_key: "P1", price_list }), ({ pairs }) =>
          (pairs[0]?.segments ?? []).map(spanOf),
        )
      const done: Array<{ key: string; price_list: string }> = []
      let now = Date.parse("2026-06-10T09:00:00Z")
      for (const [step, hours] of steps) {
        now += hours * 3_600_000
        const { clock } = standingClock(new Date(now).toISOString())
        yield* Effect.gen(function* () {
          if ("imports" in step) return yield* seedCatalog(organization, { prices: step.imports })
          const before = new Map<string, ReadonlyArray<Span>>()
          for (const list of lists) before.set(list, yield* shown(list))
          let [key, price_list] = ["", "base"]
          if ("takesBack" in step) {
            const back = done[step.takesBack]
            if (back === undefined) return
            price_list = back.price_list
            key = (yield* revertPriceBatch(principal, { batch_key: back.key })).batch_key
          } else {
            const { lines, price_list: list, ...on_collision } = step
            const request = aPriceChangeRequest({
              colorways: [aColorwayChange({ lines: lines.map((line) => ({ ...line, price_list: list })) })],
              on_collision: anOnCollision(on_collision),
              on_no_return: "end",
            })
            const made = yield* generatePriceChange(principal, { brand_key: "B1", ...request })
            key = made.batch_key!
            price_list = list
          }
          yield* publishPriceBatch(principal, { batch_key: key, on_moved: "accept", allow_backdated: true })
          done.push({ key, price_list })
          const sheet = yield* readSheetLists(organization)
          const found = (yield* Stream.runCollect(variants(organization, key, sheet.beside))).flat()
          const rows = found.flatMap((each) => [...changeSheetRows(each, instantFromMillis(now), sheet)])
          for (const { pairs, batch } of found) for (const pair of pairs) compareOwn(pair, batch, now)
          compare(
            { list: price_list, key },
            rows.map(rowOf),
            before.get(price_list)!,
            yield* shown(price_list),
          )
        }).pipe(Effect.option, Effect.provideService(Clock.Clock, clock))
      }
    })
    await Effect.runPromise(Effect.provide(story, hangtag) as Effect.Effect<void>)
  })
  const own = { variant_key: "A", price_type: "MAP", status: "active", batch_key: null } as const
  const line = { price_type: "MAP", return: null, effective_until: null }
  const all = { same_instant: "withdraw", overridden_later: "withdraw", leapfrogged: "withdraw" } as const
  // a list's price that outlasts the same of the list above, and takes the place of one that was to come
  const outlasts: Example<typeof property> = [
    [{ ...own, price_list: "FR", amount: "100", effective_from: "2026-06-15" }],
    [
      [
        {
          ...all,
          price_list: "base",
          lines: [{ ...line, amount: "80", effective_from: "2026-06-12", effective_until: "2026-06-13" }],
        },
        0,
      ],
      [{ ...all, price_list: "FR", lines: [{ ...line, amount: "80", effective_from: "2026-06-12" }] }, 0],
    ],
  ]
  // what is uncovered where an ending is taken back, and is the same as above at first
  const uncovered: Example<typeof property> = [
    [{ ...own, price_list: "FR", amount: "100.0", effective_from: "2026-06-17" }],
    [
      [
        {
          ...all,
          price_list: "base",
          lines: [
            { ...line, amount: "100", effective_from: "2026-06-11" },
            { ...line, amount: "80", effective_from: "2026-06-18" },
          ],
        },
        0,
      ],
      [
        {
          ...all,
          same_instant: "keep",
          price_list: "FR",
          lines: [{ ...line, amount: null, ends: "fall_back", effective_from: "2026-06-17" }],
        },
        0,
      ],
      [{ takesBack: 1 }, 0],
    ],
  ]
  await fc.assert(property, { numRuns: 150, examples: [outlasts, uncovered] })
})
