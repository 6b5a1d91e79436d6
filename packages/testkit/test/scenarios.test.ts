import { assert, describe, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import {
  aColorwayPrefillRequest,
  aFillRequest,
  aPrincipal,
  backToBackPrices,
  collidingDrafts,
  collidingLine,
  holidayMarkdown,
  layerTest,
  manyVersions,
  mixedColorway,
  mixedLine,
} from "../src/index.ts"

const principal = aPrincipal()
const at = (moment: string) => TestClock.setTime(Date.parse(moment))

describe("scenarios", () => {
  it.effect("holidayMarkdown goes down and comes back, and a fill takes what is in force", () =>
    Effect.gen(function* () {
      const { previewColorway, addRecordsByVariants } = yield* Hangtag
      const amounts: Array<string> = []
      for (const moment of Object.values(holidayMarkdown.moments)) {
        yield* at(moment)
        const request = aColorwayPrefillRequest({ product_key: "BOOT", lines: [] })
        const { incumbents } = yield* previewColorway(principal, { brand_key: "NORTH", ...request })
        amounts.push(
          ...new Set(incumbents.filter((each) => each.price_type === "MAP").map((each) => each.amount)),
        )
      }
      assert.deepStrictEqual(amounts, ["149.95", "119.95", "119.95", "149.95", "149.95"])
      const request = aFillRequest({ variant_keys: ["BOOT-BLK-9"], price_types: ["MAP"] })
      yield* at(holidayMarkdown.moments.during)
      assert.strictEqual(
        (yield* addRecordsByVariants(principal, { batch_key: "REPUB", ...request })).added,
        1,
      )
      yield* at(holidayMarkdown.moments.after)
      assert.strictEqual(
        (yield* addRecordsByVariants(principal, { batch_key: "REPUB", ...request })).updated,
        1,
      )
    }).pipe(Effect.provide(layerTest({ seed: holidayMarkdown, now: holidayMarkdown.moments.before }))),
  )

  it.effect("backToBackPrices leaves no gap", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const amounts: Array<string | undefined> = []
      for (const moment of Object.values(backToBackPrices.moments)) {
        yield* at(moment)
        const request = aColorwayPrefillRequest({ product_key: "HAT", color: "Red", lines: [] })
        amounts.push(
          (yield* previewColorway(principal, { brand_key: "B1", ...request })).incumbents[0]?.amount,
        )
      }
      assert.deepStrictEqual(amounts, ["30", "31", "32", "34"])
    }).pipe(Effect.provide(layerTest({ seed: backToBackPrices }))),
  )

  it.effect("collidingDrafts meets one line in every way", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const request = aColorwayPrefillRequest({ product_key: "BAG", color: "Tan", lines: [collidingLine] })
      const { future_records } = yield* previewColorway(principal, { brand_key: "B1", ...request })
      assert.deepStrictEqual(
        future_records.map(({ batch_key, status, collisions }) => [batch_key, status, collisions[0]?.kind]),
        [
          ["FALL", "draft", "same_instant"],
          [null, "active", "same_instant"],
          ["CLEARANCE", "draft", "overridden_later"],
          ["FALL", "draft", "leapfrogged"],
          ["CLEARANCE", "draft", "same_instant"],
        ],
      )
      yield* at(collidingDrafts.moments.afterAll)
      assert.deepStrictEqual(
        (yield* previewColorway(principal, { brand_key: "B1", ...request })).future_records,
        [],
      )
    }).pipe(Effect.provide(layerTest({ seed: collidingDrafts, now: collidingDrafts.moments.now }))),
  )

  it.effect("mixedColorway makes one line an add, a change and nothing new", () =>
    Effect.gen(function* () {
      const { previewColorway } = yield* Hangtag
      const request = aColorwayPrefillRequest({ product_key: "TEE", lines: [mixedLine] })
      const { lines } = yield* previewColorway(principal, { brand_key: "B1", ...request })
      assert.strictEqual(lines[0]?.status, "changed")
      assert.deepStrictEqual(lines[0]?.counts, { add: 1, changed: 1, unchanged: 2 })
    }).pipe(Effect.provide(layerTest({ seed: mixedColorway }))),
  )

  it.effect("manyVersions keeps each variant as the newest version lists it", () =>
    Effect.gen(function* () {
      const { searchVariants } = yield* Hangtag
      const { items, total } = yield* searchVariants(principal, {
        product_key: "JACKET",
        text: "JACKET",
        limit: 100,
      })
      assert.strictEqual(total, 12)
      assert.deepStrictEqual(
        items.map((variant) => variant.size),
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12].map((version) => `listed by ${version}`),
      )
    }).pipe(Effect.provide(layerTest({ seed: manyVersions }))),
  )
})
