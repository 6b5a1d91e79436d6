import { basePriceList, instantFromMicros, type PriceRecord, recordInForce } from "@hangtag/core"
import { anyPriceRecords, aPriceRecord, aPrincipal, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Placement, StoredPriceList } from "../../src/lists/PriceList.ts"
import { listSpans, listSpansFrom } from "../../src/lists/rules/listSpans.ts"
import { listsBelow } from "../../src/lists/rules/listsLookedIn.ts"
import { placementAt } from "../../src/lists/rules/placementAt.ts"
import { placed } from "../../src/lists/rules/placementRefusal.ts"
import { shownTo } from "../../src/lists/rules/shownList.ts"
import type { ListedPrice } from "../../src/prices/ColorwayPrices.ts"
import { inForceAt, priceAhead } from "../../src/prices/rules/colorwayPrices.ts"
import { goneAt } from "../../src/prices/rules/priceInForce.ts"
import { recordInstants } from "../../src/prices/rules/priceMoments.ts"
import { pricesMoved } from "../../src/prices/rules/pricesMoved.ts"
import { resolvedPrices } from "../../src/prices/rules/resolvedPrices.ts"
import { resolvedSpans } from "../../src/prices/rules/resolvedSpans.ts"
import { shownInLists } from "../../src/prices/rules/shownInLists.ts"

const day = 86_400_000_000
const start = instantOf("2026-06-15")
const keys = ["L0", "L1", "L2", basePriceList]

/** Places of a list over time, each below one of those behind it, so that none ever stands below itself. */
const anyPlacements = (above: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<Placement>> =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: -4, max: 4 }),
        known: fc.integer({ min: -4, max: 4 }),
        parent: fc.constantFrom(null, ...above),
        archived: fc.constantFrom(false, false, false, true),
      }),
      { maxLength: 4 },
    )
    .map((rows) =>
      rows
        .map(({ day: days, known, parent, archived }) => ({
          effective_at: instantFromMicros(start + days * day),
          parent,
          archived,
          known_at: instantFromMicros(start + known * day),
          by: "keeper",
        }))
        .sort((a, b) => a.effective_at - b.effective_at),
    )

const anyLists = fc.tuple(...keys.slice(0, -1).map((_, index) => anyPlacements(keys.slice(index + 1)))).map(
  (all) =>
    new Map(
      [...all, []].map((placements, index): [string, StoredPriceList] => {
        const price_list = keys[index]!
        return [price_list, { price_list, name: "", currency: "USD", tags: {}, created: null, placements }]
      }),
    ),
)

const anyRecords = fc
  .tuple(
    anyPriceRecords(["A"], 16),
    fc.array(fc.tuple(fc.constantFrom(...keys), fc.integer({ min: -5, max: 5 }))),
  )
  .map(([records, places]) =>
    records.slice(0, places.length).map((record, index): PriceRecord => {
      const [price_list, days] = places[index]!
      const effective_at = instantFromMicros(start + days * day)
      return { ...record, price_type: "MAP", price_list, effective_at }
    }),
  )

/** List by list upwards, as a person would look it up. */
const lookedUp = (
  lists: ReadonlyMap<string, StoredPriceList>,
  records: ReadonlyArray<PriceRecord>,
  at: number,
  knownAt?: number,
  list = "L0",
): PriceRecord | undefined => {
  let key: string | null = list
  while (key !== null) {
    const place = placementAt(lists.get(key)!, at, knownAt)
    const own = recordInForce(
      records.filter(({ price_list }) => price_list === key),
      at,
    )
    if (place?.archived !== true && own !== undefined && own.ending !== "fall_back")
      return own.amount === null ? undefined : own
    key = place?.parent ?? null
  }
  return undefined
}

const instants = Array.from({ length: 23 }, (_, index) => start + (index - 11) * (day / 2))

it("what a list shows over time is at each moment the first own price upwards, whatever ends and wherever lists stand", () => {
  fc.assert(
    fc.property(anyLists, anyRecords, fc.option(fc.integer({ min: -5, max: 5 })), (lists, records, known) => {
      const knownAt = known === null ? undefined : start + known * day
      const listed = listSpans(lists, "L0", knownAt)
      const recordsOf = (list: string) => records.filter(({ price_list }) => price_list === list)
      const spans = resolvedSpans("L0", listed, recordsOf)
      for (const [index, span] of spans.entries()) expect(span.until).toBe(spans[index + 1]?.from ?? null)
      for (const at of instants) {
        const expected = lookedUp(lists, records, at, knownAt)
        const { record } = spans.findLast(({ from }) => from === null || from <= at)!
        expect(record?.amount == null ? undefined : record.record_key).toBe(expected?.record_key)
        const open = listed.findLast(({ from }) => from === null || from <= at)!.lists
        const inForce = open.flatMap((list) => recordInForce(recordsOf(list), at) ?? [])
        expect(resolvedPrices(open, inForce)[0]?.record_key).toBe(expected?.record_key)
      }
    }),
    { numRuns: 1_000 },
  )
})

it("a line is shown in exactly those lists below its own that show its price once it is written", () => {
  const anyLine = fc.tuple(fc.constantFrom(...keys), fc.integer({ min: -5, max: 5 }))
  fc.assert(
    fc.property(anyLists, anyRecords, anyLine, (lists, records, [price_list, days]) => {
      const effective_at = instantFromMicros(start + days * day)
      const line = { price_type: "MAP", price_list, amount: "7", effective_from: "2026-06-15", effective_at }
      const pairs = [...Map.groupBy(records, (record) => record.price_list).values()]
      const below = listsBelow(lists, price_list, effective_at)
      const { shown_in, overridden_in } = shownInLists(["A"], [line], pairs)(line, below)
      const written = aPriceRecord({ ...line, record_key: "line", variant_key: "A", sequence: 1_000 })
      for (const key of keys) {
        const isShown = lookedUp(lists, [...records, written], effective_at, undefined, key) === written
        const place = placementAt(lists.get(key)!, effective_at)
        const isBelow = key !== price_list && place?.archived !== true
        const listed = { price_list: key, variants: 1 }
        expect(shown_in.some((each) => each.price_list === key)).toBe(isShown && isBelow)
        if (overridden_in.some((each) => each.price_list === key))
          expect(below.map((each) => each.price_list)).toContain(key)
        if (isShown && isBelow) expect(shown_in).toContainEqual(listed)
      }
      expect(shown_in.length + overridden_in.length).toBe(below.length)
    }),
    { numRuns: 1_000 },
  )
})

const anyPlace = fc.tuple(
  fc.constantFrom(null, ...keys.slice(1)),
  fc.boolean(),
  fc.integer({ min: -4, max: 4 }),
)

/** Few amounts, so that lists often have the same; some are over, or withdrawn, as they begin or later. */
const anyGoing = fc
  .tuple(
    anyRecords,
    fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.option(fc.integer({ min: 0, max: 4 }))), {
      minLength: 16,
      maxLength: 16,
    }),
  )
  .map(([records, more]) =>
    records.map((record, index): PriceRecord => {
      const [amount, days] = more[index]!
      const said = record.amount === null ? record : { ...record, amount: String(amount) }
      if (days === null) return said
      const at = instantFromMicros(record.effective_at + days * day)
      return amount === 1
        ? { ...said, withdrawn: { at, by: "keeper" } }
        : { ...said, ends: { at, until: "" } }
    }),
  )

it("a move changes what a list shows where any instant from then on shows another amount, which is said as of the first", () => {
  fc.assert(
    fc.property(anyLists, anyGoing, anyPlace, (lists, records, [parent, archived, days]) => {
      const at = instantFromMicros(start + days * day)
      const place = { effective_at: at, parent, archived, known_at: at, by: "keeper" }
      const moved = new Map(lists).set("L0", placed(lists.get("L0")!, place))
      const begins = [...lists.values()].flatMap(({ placements }) =>
        placements.map((own) => own.effective_at),
      )
      const later = [...begins, ...records.flatMap(recordInstants)].filter((each) => each > at)
      const differing = [at, ...later.sort((a, b) => a - b)]
        .map((moment) => [lists, moved].map((all) => lookedUp(all, records, moment)?.amount ?? null))
        .find(([was, is]) => was !== is)
      const listed = records
        .filter((record) => recordInstants(record).length > 0)
        .map((record): ListedPrice => ({ ...record, gone_at: goneAt(record) ?? null }))
      // one adapter reads all prices, the other those in force then and later
      const inForce = keys.map((key) =>
        inForceAt(
          listed.filter(({ price_list }) => price_list === key),
          at,
        ),
      )
      const around = listed.filter((price) => price.effective_at > at || inForce.includes(price))
      for (const prices of [listed, around]) {
        const colorway = {
          brand_key: "",
          product_key: "",
          color: "",
          name: "",
          value: null,
          variants: [],
          prices,
        }
        const [before, after] = [listSpansFrom(lists, "L0", at), listSpansFrom(moved, "L0", at)]
        const found = pricesMoved(colorway, before, after, at)
        expect(found.moved.map(({ was, is }) => [was, is])).toEqual(
          differing === undefined ? [] : [differing],
        )
        expect(found.variants).toBe(found.moved.length)
      }
    }),
    { numRuns: 1_000 },
  )
})

it("a price ahead is the first another one that any later instant shows", () => {
  fc.assert(
    fc.property(anyGoing, fc.integer({ min: -6, max: 6 }), (records, days) => {
      const at = start + days * day
      const lists = new Map(
        keys.map((price_list, index): [string, StoredPriceList] => {
          const parent = keys[index + 1] ?? null
          const always = { effective_at: 0, parent, archived: false, known_at: 0, by: "keeper" } as Placement
          return [
            price_list,
            { ...{ price_list, name: "", currency: "USD", tags: {}, created: null, placements: [always] } },
          ]
        }),
      )
      const shownAt = (moment: number) => lookedUp(lists, records, moment)
      const later = records.flatMap(recordInstants).filter((each) => each > at)
      const now = shownAt(at)?.amount ?? null
      const next = later.sort((a, b) => a - b).find((each) => (shownAt(each)?.amount ?? null) !== now)
      const listed = records
        .filter((record) => recordInstants(record).length > 0)
        .map((record): ListedPrice => ({ ...record, gone_at: goneAt(record) ?? null }))
      expect(priceAhead(keys, listed, at)).toEqual({
        amount: now,
        from_list: shownAt(at)?.price_list ?? null,
        change: next === undefined ? null : { at: next, amount: shownAt(next)?.amount ?? null },
      })
    }),
    { numRuns: 1_000 },
  )
})

/** The same lists with one of others, without prices, between each and every one that it ever stands below. */
const withBetween = (lists: ReadonlyMap<string, StoredPriceList>): ReadonlyMap<string, StoredPriceList> => {
  const nameOf = (parent: string) => `between and ${parent}`
  const always = { effective_at: instantFromMicros(0), known_at: instantFromMicros(0), by: "other" }
  const own = [...lists.values()].map((list) => ({
    ...list,
    placements: list.placements.map((place) => ({ ...place, parent: place.parent && nameOf(place.parent) })),
  }))
  const others = [...lists.values()].map(
    (list): StoredPriceList => ({
      ...list,
      price_list: nameOf(list.price_list),
      placements: [{ ...always, parent: list.price_list, archived: false }],
    }),
  )
  return new Map([...own, ...others].map((list) => [list.price_list, list]))
}

it("lists of others without prices leave no trace between those of a caller, nor in what these show", () => {
  const caller = aPrincipal({ priceLists: new Set(keys) })
  fc.assert(
    fc.property(anyLists, anyRecords, (lists, records) => {
      const more = withBetween(lists)
      const recordsOf = (list: string) => records.filter(({ price_list }) => price_list === list)
      const spans = (of: ReadonlyMap<string, StoredPriceList>) =>
        resolvedSpans("L0", listSpans(of, "L0"), recordsOf)
      expect(spans(more)).toEqual(spans(lists))
      for (const now of [start - 2 * day, start]) {
        const shown = (of: ReadonlyMap<string, StoredPriceList>) =>
          shownTo(caller, of)(of.get("L0")!, instantFromMicros(now))
        expect(shown(more)).toEqual(shown(lists))
      }
    }),
    { numRuns: 1_000 },
  )
})
