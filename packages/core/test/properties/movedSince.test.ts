import {
  compareText,
  instantFromMicros,
  type MovedPair,
  type PriceRecord,
  recordInForce,
} from "@hangtag/core"
import { aPriceRecord, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { movedLast, movedSince } from "../../src/changes/rules/movedSince.ts"
import { movedPair, type PairFound, pairBasis } from "../../src/changes/rules/pairBasis.ts"
import { basisToken } from "../../src/prices/rules/basisToken.ts"
import { isWithdrawn } from "../../src/prices/rules/priceInForce.ts"

const hour = 3_600_000_000
const start = instantOf("2026-06-15")
const variants = ["A", "B"]

/** What happens to a colorway, hour by hour: prices written, published and withdrawn. */
const anyEvent = fc.record({
  what: fc.constantFrom("write", "draft", "withdraw", "nothing"),
  variant_key: fc.constantFrom(...variants),
  hours: fc.integer({ min: -5, max: 9 }),
  amount: fc.constantFrom("10", "20"),
  pick: fc.nat(9),
})
type Event = typeof anyEvent extends fc.Arbitrary<infer A> ? A : never

const happen = (records: ReadonlyArray<PriceRecord>, event: Event, now: number) => {
  const { what, variant_key, hours, amount, pick } = event
  if (what === "nothing") return records
  if (what === "withdraw") {
    const future = records.filter((each) => each.effective_at > now && each.withdrawn === undefined)
    const chosen = future[pick % Math.max(1, future.length)]
    return records.map((each) =>
      each === chosen ? { ...each, withdrawn: { at: instantFromMicros(now), by: "me" } } : each,
    )
  }
  return [
    ...records,
    aPriceRecord({
      record_key: `R${records.length}`,
      variant_key,
      amount,
      status: what === "draft" ? "draft" : "active",
      effective_from: "2026-06-15",
      effective_at: instantFromMicros(now + hours * hour),
      sequence: records.length + 1,
      ...(what === "draft" ? { batch_key: "another", made_at: instantFromMicros(now) } : { batch_key: null }),
    }),
  ]
}

const map = { price_type: "MAP", price_list: "base" }

const pairsOf = (records: ReadonlyArray<PriceRecord>): ReadonlyArray<PairFound> =>
  [...Map.groupBy(records, ({ variant_key }) => variant_key)].map(([variant_key, own]) => ({
    variant_key,
    price_type: "MAP",
    price_list: "base",
    records: own,
    withdrawing: new Set<string>(),
    basis: null,
  }))

const tokenOf = (records: ReadonlyArray<PriceRecord>, now: number) =>
  basisToken({
    variant_keys: variants,
    inForce: pairsOf(records).flatMap((pair) => recordInForce(pair.records, now) ?? []),
    future: records.filter((each) => each.effective_at > now && !isWithdrawn(each, now)),
  })

it("what has moved since a token is found by undoing it, whatever happened and how much time passed", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 5 }),
      fc.array(anyEvent, { maxLength: 4 }),
      (earlier, later) => {
        let [records, now]: [ReadonlyArray<PriceRecord>, number] = [[], start]
        for (const event of earlier) {
          records = happen(records, event, now)
          now += hour
        }
        const [before, then] = [records, now]
        const token = tokenOf(before, then)
        for (const event of later) {
          now += hour
          records = happen(records, event, now)
        }
        const basisOf = (pair: PairFound) => {
          const known = pairsOf(before).find(({ variant_key }) => variant_key === pair.variant_key)
          return {
            ...pairBasis(known ?? { ...pair, records: [] }, "", then, then),
            returns: [],
            lines: [],
            since: then,
          }
        }
        const expected = pairsOf(records).flatMap((pair) =>
          movedPair({ ...pair, basis: basisOf(pair) }, "", now, "UTC"),
        )
        const colorway = {
          product_key: "P1",
          color: "Black",
          variant_keys: variants,
          pairs: pairsOf(records),
        }
        const named = (moved: ReadonlyArray<MovedPair>) =>
          [...new Set(moved.map((each) => each.variant_key))].sort(compareText)
        const found = movedSince(colorway, token, [map], now, "UTC")
        const told = named(found ?? [])
        // a draft that would have begun by now moves nothing any more
        const isClear = later.every(({ what, hours }) => what !== "draft" || hours > later.length)
        if (isClear) expect(found && told).toEqual(named(expected))
        else expect(named(expected)).toEqual(expect.arrayContaining(told))
      },
    ),
    { numRuns: 2_000 },
  )
})

it("variants that have come with prices are told from those that had none", () => {
  const price = (variant_key: string, sequence: number) =>
    aPriceRecord({
      ...{ variant_key, sequence, record_key: `R${sequence}` },
      effective_at: instantFromMicros(start + sequence * hour),
    })
  const records = [price("A", 1), price("B", 2), price("C", 3)]
  const told = (variant_keys: ReadonlyArray<string>) => {
    const token = basisToken({ variant_keys, inForce: [], future: records.slice(0, 1) })
    const found = {
      product_key: "P1",
      color: "Black",
      variant_keys: ["A", "B", "C"],
      pairs: pairsOf(records),
    }
    return movedSince(found, token, [map], start, "UTC")!.map(({ variant_key, what, was, is }) => [
      variant_key,
      what,
      was?.record_key,
      is?.record_key,
    ])
  }
  expect(told(["A"])).toEqual([
    ["B", "variant", undefined, "R2"],
    ["C", "variant", undefined, "R3"],
  ])
  expect(told(["A", "B", "C"])).toEqual([
    ["B", "future", undefined, "R2"],
    ["C", "future", undefined, "R3"],
  ])
})

it("variants that have gone, and those that have come or gone without a price, are told", () => {
  const price = (variant_key: string, hours: number) =>
    aPriceRecord({
      ...{ variant_key, sequence: 1, record_key: `R ${variant_key}` },
      effective_at: instantFromMicros(start + hours * hour),
    })
  const records = [price("A", -9), price("B", -9), price("C", 9)]
  const told = (before: ReadonlyArray<string>, gone: ReadonlyArray<readonly [string, number]> = []) => {
    const of = (key: string) => before.includes(key)
    const token = basisToken({
      variant_keys: before,
      inForce: records.slice(0, 2).filter(({ variant_key }) => of(variant_key)),
      future: records.slice(2).filter(({ variant_key }) => of(variant_key)),
    })
    const found = {
      product_key: "P1",
      color: "Black",
      variant_keys: ["A", "B", "C", "D", "E"],
      pairs: pairsOf(records),
      gone: new Map(gone.map(([key, hours]) => [key, instantFromMicros(start + hours * hour)])),
    }
    return movedSince(found, token, [map, { ...map, price_type: "MSRP" }], start, "UTC")!.map(
      ({ variant_key, price_type, what, was, is }) =>
        `${variant_key} ${price_type} ${what} ${was?.record_key ?? "-"} → ${is?.record_key ?? "-"}`,
    )
  }
  expect(told(["A", "B", "C", "D", "E"], [["B", -1]])).toEqual(["B MAP variant R B → -"])
  expect(told(["A", "B", "C", "D", "E"], [["C", -1]])).toEqual(["C MAP variant - → -"])
  expect(told(["A", "B", "C"])).toEqual([
    "D MAP variant - → -",
    "D MSRP variant - → -",
    "E MAP variant - → -",
    "E MSRP variant - → -",
  ])
  expect(
    told(
      ["A", "B", "C", "D", "E"],
      [
        ["B", -2],
        ["E", -1],
      ],
    ),
  ).toEqual(["B MAP variant R B → -", "E MAP variant - → -", "E MSRP variant - → -"])
})

it("of a token that no moment of the colorway had, what was written last is named", () => {
  const records = [aPriceRecord({ variant_key: "A", effective_at: instantFromMicros(start - hour) })]
  const colorway = { product_key: "P1", color: "Black", variant_keys: variants, pairs: pairsOf(records) }
  expect(movedSince(colorway, "b1.0123456789abcdef", [map], start, "UTC")).toBeUndefined()
  expect(movedLast(colorway, [map], start, "UTC")).toEqual([
    expect.objectContaining({ variant_key: "A", price_type: "MAP", was: null, what: "incumbent" }),
  ])
  const bare = { ...colorway, pairs: [] }
  expect(movedLast(bare, [map], start, "UTC")).toEqual([
    { variant_key: "A", price_type: "MAP", price_list: "base", was: null, is: null, what: "variant" },
  ])
})
