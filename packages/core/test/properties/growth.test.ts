import { assert, it } from "@effect/vitest"
import { instantFromMicros, type Placement, type PriceRecord, type StoredPriceList } from "@hangtag/core"
import { aPriceRecord } from "@hangtag/testkit"
import type { PairFound } from "../../src/changes/rules/pairBasis.ts"
import { planRevert } from "../../src/changes/rules/planRevert.ts"
import { sheetTimelines } from "../../src/changes/rules/sheetTimelines.ts"
import { revertedBatch } from "../../src/changes/rules/takeBacks.ts"
import { timelineChanges } from "../../src/changes/rules/timelineChanges.ts"
import { placementRefusal } from "../../src/lists/rules/placementRefusal.ts"
import { priceAhead } from "../../src/prices/rules/colorwayPrices.ts"
import { aboveList } from "../../src/prices/rules/priceCourse.ts"
import { now } from "../support/onePair.ts"

/** How often members of any record are read while the work is done. */
let reads = 0
const counted = <A extends object>(record: A): A =>
  new Proxy(record, {
    get: (target, name) => {
      reads++
      return Reflect.get(target, name)
    },
  })

const spans = [{ from: null, lists: ["EU", "base"] }]
const at = instantFromMicros(now + 1_000_000)
const before = instantFromMicros(now - 1_000_000)
const record = (index: number, more: Partial<PriceRecord> = {}) =>
  counted(
    aPriceRecord({ record_key: `R${index}`, effective_at: at, sequence: index, batch_key: "A", ...more }),
  )
const list = <A>(count: number, of: (index: number) => A) => Array.from({ length: count }, (_, i) => of(i))
const pairOf = (records: ReadonlyArray<PriceRecord>): PairFound => ({
  ...{
    variant_key: "V",
    price_type: "MAP",
    price_list: "base",
    records,
    withdrawing: new Set<string>(),
    basis: null,
  },
})
const works: Readonly<Record<string, (count: number) => unknown>> = {
  "taking back what withdrew all of them": (count) => {
    const records = list(count, (index) =>
      record(index, { withdrawn: { at: before, by: "x" }, withdrawn_in: "B" }),
    )
    return planRevert(pairOf(records), revertedBatch("B", []), now)
  },
  "a sheet of drafts beside prices": (count) => {
    const records = list(2 * count, (index) =>
      index < count
        ? record(index, { status: "draft", effective_at: instantFromMicros(at + index) })
        : record(index),
    )
    const held = new Set(list(count, (index) => `R${index}`))
    const pair = { price_type: "MAP", price_list: "base", records, held, withdrawing: new Set<string>() }
    const timelines = sheetTimelines(pair, { key: "A", published_at: null }, now)
    return [...timelineChanges(timelines.without, timelines.with, "base")]
  },
  "the next price of a variant, among equal ones": (count) => {
    const prices = list(count, (index) =>
      record(index, { effective_at: instantFromMicros(at + index), price_list: "base" }),
    )
    return priceAhead(
      ["base"],
      prices.map((price) => counted({ ...price, gone_at: null })),
      at,
    )
  },
  "what stands above the pair of each line": (count) => {
    const records = list(count, (index) => record(index, { effective_at: instantFromMicros(at + index) }))
    const aboveOf = aboveList(
      () => spans,
      () => records,
    )
    return list(count, () => aboveOf("V", "MAP", "EU"))
  },
  "where a list may stand among others that are to move": (count) => {
    const place = (index: number) =>
      counted({
        effective_at: instantFromMicros(at + index),
        parent: "base",
        archived: false,
        known_at: at,
        by: "x",
      })
    const listOf = (price_list: string, ...placements: ReadonlyArray<Placement>): StoredPriceList => ({
      ...{ price_list, name: "", currency: "EUR", tags: {}, created: null, placements },
    })
    const lists = list(count, (index) => listOf(`L${index}`, place(-1), place(index)))
    const all = new Map([...lists, listOf("base")].map((each) => [each.price_list, each]))
    return placementRefusal(all, lists[0]!, { ...place(0), parent: "L1" })
  },
}

it.each(Object.entries(works))(
  "ten times the records are not looked at a hundred times as often: %s",
  (_, work) => {
    const readsFor = (count: number) => {
      reads = 0
      work(count)
      return reads
    }
    const few = readsFor(200)
    assert.isAbove(few, 0)
    // sorting takes somewhat more than ten times as long
    assert.isBelow(readsFor(2_000), 20 * few)
  },
)
