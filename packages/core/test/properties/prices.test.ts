import {
  instantFromMicros,
  instantFromMillis,
  isPrice,
  type PriceRecord,
  priceInForce,
  priceOrder,
  recordInForce,
} from "@hangtag/core"
import { anyMoment, anyPrefillLines, anyPriceRecords, aPriceRecord, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { futureRecords } from "../../src/prices/rules/futureRecords.ts"
import { diffLines, statusOf } from "../../src/prices/rules/previewLines.ts"
import { pricesInTime } from "../../src/prices/rules/priceInForce.ts"

const runs = { numRuns: 2_000 }
const variants = ["A", "B", "C"]
const anyInstant = () => anyMoment().map((text) => instantFromMillis(Date.parse(text)))

const incumbents =
  (records: ReadonlyArray<PriceRecord>, at: number) => (variantKey: string, priceType: string) =>
    priceInForce(
      records.filter((record) => record.variant_key === variantKey && record.price_type === priceType),
      at,
    )

const timed = (lines: ReadonlyArray<{ price_type: string; amount: string; effective_from: string }>) =>
  lines.map((line) => ({ price_list: "base", ...line, effective_at: instantOf(line.effective_from) }))

const shuffledWith = <A>(items: ReadonlyArray<A>) =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

describe("the price in force", () => {
  it("is what a replay of time leaves", () => {
    fc.assert(
      fc.property(anyPriceRecords(["A"], 20), anyInstant(), (records, at) => {
        const replayed = new Map<string, PriceRecord>()
        const moments = [...new Set(records.map((record) => record.effective_at))].sort((a, b) => a - b)
        for (const moment of moments.filter((each) => each <= at)) {
          for (const record of records) {
            if (record.effective_at === moment && record.status === "active")
              replayed.set(record.price_type, record)
          }
        }
        for (const type of ["MAP", "MSRP", "map"]) {
          const last = replayed.get(type)
          expect(incumbents(records, at)("A", type)).toBe(last && isPrice(last) ? last : undefined)
        }
      }),
      runs,
    )
  })

  it("does not depend on the order in which records are read", () => {
    const anyShuffled = anyPriceRecords(["A"], 20).chain((records) =>
      fc.tuple(fc.constant(records), shuffledWith(records)),
    )
    fc.assert(
      fc.property(anyShuffled, anyInstant(), ([records, shuffled], at) => {
        expect(priceInForce(shuffled, at)).toBe(priceInForce(records, at))
      }),
      runs,
    )
  })

  it("is the same where it is asked for many instants, and without one of the records", () => {
    const anyAsked = fc.tuple(anyPriceRecords(["A"], 20), anyInstant(), fc.nat())
    fc.assert(
      fc.property(anyAsked, ([records, at, index]) => {
        const pair = records.filter(({ price_type }) => price_type === "MAP")
        const inForce = pricesInTime(pair)
        expect(inForce(at)).toBe(recordInForce(pair, at))
        const but = pair[index % Math.max(1, pair.length)]
        const others = pair.filter((record) => record !== but)
        expect(inForce(at, but?.record_key)).toBe(recordInForce(others, at))
      }),
      runs,
    )
  })

  it("changes only at an instant at which an active record begins", () => {
    fc.assert(
      fc.property(anyPriceRecords(["A"], 20), anyInstant(), (records, at) => {
        const begins = records.some((record) => record.effective_at === at && record.status === "active")
        if (!begins) expect(priceInForce(records, at)).toBe(priceInForce(records, at - 1))
      }),
      runs,
    )
  })

  it("follows a total order", () => {
    fc.assert(
      fc.property(anyPriceRecords(["A"], 6), (records) => {
        for (const a of records) {
          for (const b of records) {
            expect(Math.sign(priceOrder(a, b))).toBe(-Math.sign(priceOrder(b, a)) + 0)
            expect(priceOrder(a, b) === 0).toBe(a === b)
            for (const c of records) {
              if (priceOrder(a, b) < 0 && priceOrder(b, c) < 0) expect(priceOrder(a, c)).toBeLessThan(0)
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe("line status", () => {
  it("of a state with itself is all unchanged", () => {
    fc.assert(
      fc.property(anyPriceRecords(["A"], 20), anyInstant(), (records, at) => {
        const inForce = ["MAP", "MSRP", "map"].flatMap((type) => incumbents(records, at)("A", type) ?? [])
        const lines = diffLines(["A"], inForce, incumbents(records, at))
        expect(lines.map((line) => line.status)).toEqual(inForce.map(() => "unchanged"))
      }),
      runs,
    )
  })

  it("of a change that was applied is all unchanged", () => {
    fc.assert(
      fc.property(anyPriceRecords(variants, 20), anyPrefillLines(6), anyInstant(), (records, lines, at) => {
        const applied = lines.filter(
          ({ price_type }, index) => lines.findIndex((line) => line.price_type === price_type) === index,
        )
        const after = [...records]
        for (const { price_type, amount } of applied) {
          for (const variant_key of variants) {
            const sequence = after.length + 1
            after.push({
              ...aPriceRecord({ variant_key, price_type, amount, sequence }),
              effective_at: instantFromMicros(at),
            })
          }
        }
        const again = diffLines(variants, applied, incumbents(after, at))
        for (const { status, counts } of again) {
          expect([status, counts]).toEqual(["unchanged", { add: 0, changed: 0, unchanged: 3 }])
        }
      }),
      runs,
    )
  })

  it("does not depend on the order of lines, variants or records", () => {
    const anyOrder = fc.tuple(anyPriceRecords(variants, 12), anyPrefillLines(4)).chain(([records, lines]) =>
      fc.tuple(
        fc.constant({ records, lines }),
        fc.record({
          records: shuffledWith(records),
          lines: shuffledWith(lines),
          variants: shuffledWith(variants),
        }),
      ),
    )
    fc.assert(
      fc.property(anyOrder, anyInstant(), ([given, shuffled], at) => {
        const one = diffLines(variants, given.lines, incumbents(given.records, at))
        const other = diffLines(shuffled.variants, shuffled.lines, incumbents(shuffled.records, at))
        for (const [index, line] of given.lines.entries()) {
          const { variants: ofOne, ...wholeOne } = one[index]!
          const { variants: ofOther, ...wholeOther } = other[shuffled.lines.indexOf(line)]!
          expect(wholeOther).toEqual(wholeOne)
          expect(ofOther.toSorted((a, b) => (a.variant_key < b.variant_key ? -1 : 1))).toEqual(ofOne)
        }
      }),
      runs,
    )
  })

  it("is changed, else add, else unchanged, and its counts are the variants'", () => {
    fc.assert(
      fc.property(anyPriceRecords(variants, 12), anyPrefillLines(3), anyInstant(), (records, lines, at) => {
        for (const line of diffLines(variants, lines, incumbents(records, at))) {
          const statuses = variants.map((variant) =>
            statusOf(line, incumbents(records, at)(variant, line.price_type)),
          )
          expect(line.variants.map((variant) => variant.status)).toEqual(statuses)
          for (const status of ["add", "changed", "unchanged"] as const)
            expect(line.counts[status]).toBe(statuses.filter((each) => each === status).length)
          expect(line.status).toBe(
            (["changed", "add"] as const).find((each) => statuses.includes(each)) ?? "unchanged",
          )
        }
      }),
      runs,
    )
  })
})

describe("future records", () => {
  it("are exactly those strictly later, each with every line of its type", () => {
    fc.assert(
      fc.property(anyPriceRecords(variants, 12), anyPrefillLines(4), anyInstant(), (records, given, at) => {
        const lines = timed(given)
        const future = futureRecords(records, lines, at)
        expect(future.map((record) => record.record_key).sort()).toEqual(
          records
            .filter((record) => record.effective_at > at)
            .map((record) => record.record_key)
            .sort(),
        )
        for (const { record_key, collisions } of future) {
          const record = records.find((each) => each.record_key === record_key)!
          expect(collisions).toEqual(
            lines.flatMap((line, index) => {
              if (line.price_type !== record.price_type) return []
              const [later, same] = [
                record.effective_at > line.effective_at,
                record.effective_at === line.effective_at,
              ]
              return [
                { line: index, kind: same ? "same_instant" : later ? "overridden_later" : "leapfrogged" },
              ]
            }),
          )
        }
      }),
      runs,
    )
  })

  it("do not depend on the order in which records are read", () => {
    const anyShuffled = anyPriceRecords(variants, 12).chain((records) =>
      fc.tuple(fc.constant(records), shuffledWith(records)),
    )
    fc.assert(
      fc.property(anyShuffled, anyPrefillLines(3), anyInstant(), ([records, shuffled], lines, at) => {
        expect(futureRecords(shuffled, timed(lines), at)).toEqual(futureRecords(records, timed(lines), at))
      }),
      runs,
    )
  })

  it("and prices in force leave out only what neither holds now nor will", () => {
    fc.assert(
      fc.property(anyPriceRecords(["A"], 12), anyInstant(), (records, at) => {
        const future = new Set(futureRecords(records, [], at).map((record) => record.record_key))
        for (const record of records) {
          if (future.has(record.record_key)) continue
          const ofType = records.filter(({ price_type }) => price_type === record.price_type)
          const holds = recordInForce(ofType, at)
          if (record.status === "active") expect(priceOrder(record, holds!)).toBeLessThanOrEqual(0)
        }
      }),
      runs,
    )
  })
})
