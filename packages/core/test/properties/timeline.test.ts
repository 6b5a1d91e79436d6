import { instantFromMicros, type PriceRecord, recordInForce } from "@hangtag/core"
import { instantToExactText } from "@hangtag/core/adapter"
import { anyPriceRecords, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { priceSegments, priceSpans } from "../../src/prices/rules/priceTimeline.ts"

const month = 2_592_000_000_000
const now = instantOf("2026-06-15")

/** Histories of one pair, some of them withdrawn at some moment. */
const anyPair = (): fc.Arbitrary<ReadonlyArray<PriceRecord>> =>
  anyPriceRecords(["A"], 10).chain((records) =>
    fc
      .array(fc.option(fc.integer({ min: -3, max: 0 })), {
        minLength: records.length,
        maxLength: records.length,
      })
      .map((moments) =>
        records.map((record, index) => {
          const months = moments[index] ?? null
          const pair = { ...record, price_type: "MAP" }
          return months === null
            ? pair
            : { ...pair, withdrawn: { at: instantFromMicros(now + months * month), by: "ann" } }
        }),
      ),
  )

const anyBound = () => fc.option(fc.integer({ min: -8, max: 8 }).map((months) => now + months * month))

it("segments tile what is asked for, and each says what is in force from its first instant to its last", () => {
  fc.assert(
    fc.property(anyPair(), anyBound(), anyBound(), (records, from, until) => {
      fc.pre(from === null || until === null || from < until)
      const segments = priceSegments(priceSpans(records), { from, until }, now)
      const instant = (text: string) => instantOf(text)
      for (const [index, segment] of segments.entries()) {
        const next = segments[index + 1]
        expect(segment.until).toBe(
          next === undefined ? (until === null ? null : instantToExactText(until)) : next.from,
        )
        const begin = instant(segment.from!)
        const end = segment.until === null ? begin + month : instant(segment.until)
        expect(end).toBeGreaterThan(begin)
        for (const at of [begin, end - 1])
          expect(recordInForce(records, at)?.record_key ?? null).toBe(segment.record_key)
      }
      if (from !== null) expect(segments[0]?.from).toBe(instantToExactText(from))
      else if (segments.length > 0)
        expect(recordInForce(records, instant(segments[0]!.from!) - 1)).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})
