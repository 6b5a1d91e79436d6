import { assert, describe, it } from "@effect/vitest"
import type { PriceEntry } from "@hangtag/core"
import { createPriceList, productTimeline, resolvePrices, updatePriceList } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { openLists } from "../../src/lists/rules/listsLookedIn.ts"
import { passedOver, resolvedPrices } from "../../src/prices/rules/resolvedPrices.ts"
import { at } from "../support/shop.ts"

const principal = aPrincipal()
const variants = ["A", "B", "C"].map((variant_key) => aVariantEntry({ variant_key }))
const price = (variant_key: string, price_list: string, amount: string, more: Partial<PriceEntry> = {}) =>
  aPriceEntry({ variant_key, price_list, amount, effective_from: "2026-01-01", ...more })

const prices = [
  price("A", "base", "100.50"),
  price("A", "base", "90.00", { effective_from: "2026-06-01" }),
  price("A", "EU", "95.00", { effective_from: "2026-03-01" }),
  price("A", "DE", "93.00", { effective_from: "2026-05-01" }),
  price("A", "DE", "80.00", { price_type: "MSRP", status: "draft" }),
  price("B", "base", "10.00", { price_type: "MSRP" }),
  price("B", "DE", "11.00"),
]

/** `base` in euros, EU below it, DE below EU, with prices of each. */
const lists = Effect.gen(function* () {
  yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
  for (const [price_list, parent] of [
    ["EU", "base"],
    ["DE", "EU"],
  ] as const)
    yield* createPriceList(principal, { price_list, name: price_list, currency: "EUR", parent })
  yield* seedCatalog(principal.organization, { prices })
}).pipe(at("2026-02-01T00:00:00Z"))

/** Each as `VARIANT TYPE AMOUNT of LIST`. */
const shown = Effect.fnUntraced(function* (price_list: string, moment: string) {
  const { items } = yield* resolvePrices(principal, {
    price_list,
    variant_keys: ["C", "B", "A", "X"],
    at: moment,
  })
  return items.map((item) => `${item.variant_key} ${item.price_type} ${item.amount} of ${item.from_list}`)
})

const seed = { brands: [aBrand()], products: [aProductEntry({ variants })] }

describe("what a price list shows", () => {
  it.effect("is the own price in force of the first list upwards that has one, at each moment", () =>
    Effect.gen(function* () {
      yield* lists
      const base = ["A MAP 100.50 of base", "B MSRP 10.00 of base"]
      assert.deepStrictEqual(yield* shown("base", "2026-04-01T00:00:00Z"), base)
      const own = ["B MAP 11.00 of DE", "B MSRP 10.00 of base"]
      assert.deepStrictEqual(yield* shown("DE", "2026-02-02T00:00:00Z"), ["A MAP 100.50 of base", ...own])
      assert.deepStrictEqual(yield* shown("DE", "2026-04-01T00:00:00Z"), ["A MAP 95.00 of EU", ...own])
      assert.deepStrictEqual(yield* shown("DE", "2026-07-01T00:00:00Z"), ["A MAP 93.00 of DE", ...own])
      assert.deepStrictEqual(yield* shown("EU", "2026-07-01T00:00:00+02:00"), [
        "A MAP 95.00 of EU",
        "B MSRP 10.00 of base",
      ])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("goes past a list that is archived, and by the parent of the moment", () =>
    Effect.gen(function* () {
      yield* lists
      yield* updatePriceList(principal, {
        price_list: "EU",
        archived: true,
        effective_from: "2026-04-15",
      }).pipe(at("2026-03-01T00:00:00Z"))
      yield* updatePriceList(principal, {
        price_list: "DE",
        parent: null,
        effective_from: "2026-05-15",
      }).pipe(at("2026-03-01T00:00:00Z"))
      const ofA = (moment: string) => Effect.map(shown("DE", moment), (all) => all[0])
      assert.strictEqual(yield* ofA("2026-04-14T23:59:59Z"), "A MAP 95.00 of EU")
      assert.strictEqual(yield* ofA("2026-04-15T00:00:00Z"), "A MAP 100.50 of base")
      const { lists: looked } = yield* resolvePrices(principal, {
        price_list: "DE",
        variant_keys: ["B"],
        at: "2026-05-01T00:00:00Z",
      })
      assert.deepStrictEqual(looked, [
        { price_list: "DE", archived: false },
        { price_list: "EU", archived: true },
        { price_list: "base", archived: false },
      ])
      assert.deepStrictEqual(yield* shown("DE", "2026-05-15T00:00:00Z"), [
        "A MAP 93.00 of DE",
        "B MAP 11.00 of DE",
      ])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("is what it was for all lists below once a move is taken back, by saying again what held", () =>
    Effect.gen(function* () {
      yield* lists
      const moments = ["2026-04-30T23:59:59Z", "2026-05-01T00:00:00Z", "2026-09-01T00:00:00Z"]
      const seen = Effect.fnUntraced(function* (known_at: string | null) {
        const answers: Array<ReadonlyArray<string>> = []
        for (const price_list of ["EU", "DE"])
          for (const moment of moments) {
            const asked = { price_list, variant_keys: ["A", "B"], at: moment, known_at }
            const { items } = yield* resolvePrices(principal, asked)
            answers.push(items.map((item) => `${item.variant_key} ${item.amount} of ${item.from_list}`))
          }
        return answers
      }, at("2026-03-20T00:00:00Z"))
      const from = { price_list: "EU", effective_from: "2026-05-01" }
      const before = yield* seen(null)
      yield* updatePriceList(principal, { ...from, parent: null }).pipe(at("2026-03-01T00:00:00Z"))
      const moved = yield* seen(null)
      assert.notDeepEqual(moved, before)
      const back = yield* updatePriceList(principal, { ...from, parent: "base" }).pipe(
        at("2026-03-10T00:00:00Z"),
      )
      assert.strictEqual(back.parent, "base")
      assert.deepStrictEqual(yield* seen(null), before)
      assert.deepStrictEqual(yield* seen("2026-03-05T00:00:00Z"), moved)
      assert.deepStrictEqual(yield* seen("2026-02-28T00:00:00Z"), before)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("says what it would have said at a moment, of prices and of where lists stood", () =>
    Effect.gen(function* () {
      yield* lists
      yield* updatePriceList(principal, { price_list: "DE", parent: null }).pipe(at("2026-03-01T00:00:00Z"))
      yield* seedCatalog(principal.organization, { prices: [price("A", "DE", "77.00")] }).pipe(
        at("2026-03-10T00:00:00Z"),
      )
      const ofA = (moment: string | null, known_at: string | null) =>
        resolvePrices(principal, { price_list: "DE", variant_keys: ["A"], at: moment, known_at }).pipe(
          Effect.map(({ at, items }) => [at.slice(0, 10), ...items.map(({ amount }) => amount)]),
          at("2026-06-01T00:00:00Z"),
        )
      const april = "2026-04-01T00:00:00Z"
      assert.deepStrictEqual(yield* ofA(april, null), ["2026-04-01", "77.00"])
      assert.deepStrictEqual(yield* ofA(april, "2026-02-28T23:59:59Z"), ["2026-04-01", "95.00"])
      assert.deepStrictEqual(yield* ofA(null, "2026-02-28T23:59:59Z"), ["2026-02-28", "100.50"])
      assert.deepStrictEqual(yield* ofA(null, "2026-03-05T00:00:00Z"), ["2026-03-05"])
      assert.deepStrictEqual(yield* ofA(null, "2026-01-31T23:59:59Z"), ["2026-01-31"])
      for (const refused of ["2026-06-01T00:00:01Z", "2026-03-05"])
        assert.strictEqual((yield* Effect.flip(ofA(april, refused)))._tag, "InvalidRequest")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("has in its timeline at a moment nothing of a list that came to stand above it later", () =>
    Effect.gen(function* () {
      yield* lists
      yield* createPriceList(principal, { price_list: "US", name: "US", currency: "EUR" }).pipe(
        at("2026-02-01T00:00:00Z"),
      )
      const known_at = "2026-02-28T00:00:00Z"
      const then = productTimeline(principal, { product_key: "P1", price_list: "US", known_at }).pipe(
        at("2026-06-01T00:00:00Z"),
      )
      const before = yield* then
      assert.deepStrictEqual(before.pairs, [])
      yield* updatePriceList(principal, { price_list: "US", parent: "EU" }).pipe(at("2026-03-01T00:00:00Z"))
      assert.deepStrictEqual(yield* then, before)
      const { pairs } = yield* productTimeline(principal, { product_key: "P1", price_list: "US" })
      assert.deepStrictEqual(
        pairs.map(({ variant_key, price_type }) => `${variant_key} ${price_type}`),
        ["A MAP", "B MSRP"],
      )
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect(
    "has in its timeline nothing of a list from below which it was moved at once, known at a moment or not",
    () =>
      Effect.gen(function* () {
        yield* lists
        const moved = Effect.gen(function* () {
          yield* createPriceList(principal, { price_list: "US", name: "US", currency: "EUR", parent: "EU" })
          yield* updatePriceList(principal, { price_list: "US", parent: null })
          return yield* productTimeline(principal, { product_key: "P1", price_list: "US" })
        })
        const { pairs } = yield* moved.pipe(at("2026-02-01T00:00:00Z"))
        assert.deepStrictEqual(pairs, [])
        const known_at = "2026-02-01T00:00:00Z"
        const since = productTimeline(principal, { product_key: "P1", price_list: "US", known_at })
        assert.deepStrictEqual((yield* since.pipe(at("2026-06-01T00:00:00Z"))).pairs, [])
      }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect(
    "says, asked for, which lists were passed over and why, of lists that the caller may know of",
    () =>
      Effect.gen(function* () {
        yield* lists
        yield* createPriceList(principal, {
          price_list: "B2B",
          name: "B2B",
          currency: "EUR",
          parent: "DE",
        }).pipe(at("2026-03-01T00:00:00Z"))
        const ended = { amount: null, effective_from: "2026-06-15" }
        yield* seedCatalog(principal.organization, {
          prices: [
            price("A", "DE", "", { ...ended, ending: "fall_back" }),
            price("B", "DE", "", { ...ended, ending: "not_offered" }),
            price("C", "DE", "5", { price_type: "OUTLET" }),
            price("C", "base", "5", { effective_from: "2027-01-01" }),
          ],
        })
        yield* updatePriceList(principal, {
          price_list: "EU",
          archived: true,
          effective_from: "2026-07-01",
        }).pipe(at("2026-03-01T00:00:00Z"))
        const said = Effect.fnUntraced(function* (price_list: string, moment: string, caller = principal) {
          const { items, without_price } = yield* resolvePrices(caller, {
            price_list,
            variant_keys: ["A", "B", "C"],
            at: moment,
            show_passed_over: true,
          })
          const text = ({
            variant_key,
            price_type,
            passed_over = [],
          }: (typeof items)[number] | NonNullable<typeof without_price>[number]) =>
            [
              `${variant_key} ${price_type}`,
              ...passed_over.map(({ price_list, why }) => `${price_list} ${why}`),
            ].join(", ")
          return [items.map(text), without_price?.map(text)]
        })
        const b = "B MSRP, B2B no_price, DE no_price"
        assert.deepStrictEqual(yield* said("B2B", "2026-06-20T00:00:00Z"), [
          ["A MAP, B2B no_price, DE ended", `${b}, EU no_price`, "C OUTLET, B2B no_price"],
          ["B MAP, B2B no_price, DE not_offered"],
        ])
        assert.deepStrictEqual(yield* said("B2B", "2026-07-01T00:00:00Z"), [
          ["A MAP, B2B no_price, DE ended, EU archived", `${b}, EU archived`, "C OUTLET, B2B no_price"],
          ["B MAP, B2B no_price, DE not_offered"],
        ])
        assert.deepStrictEqual(yield* said("EU", "2026-07-01T00:00:00Z"), [
          ["A MAP, EU archived", "B MSRP, EU archived"],
          [],
        ])
        // of a list above that is not theirs neither its key nor what it ends is shown
        const bound = { ...principal, priceLists: new Set(["B2B", "EU"]) }
        assert.deepStrictEqual(yield* said("B2B", "2026-07-01T00:00:00Z", bound), [
          ["A MAP, B2B no_price, EU archived", "B MSRP, B2B no_price, EU archived", "C OUTLET, B2B no_price"],
          [],
        ])
        const plain = yield* resolvePrices(principal, { price_list: "B2B", variant_keys: ["A"] })
        assert.notInclude(JSON.stringify(plain), "passed_over")
        assert.notProperty(plain, "without_price")
      }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("says in which currency, and refuses an unknown list and a moment without offset", () =>
    Effect.gen(function* () {
      const ask = (price_list: string, moment: string) =>
        resolvePrices(principal, { price_list, variant_keys: ["A"], at: moment })
      const moment = "2026-04-01T00:00:00Z"
      assert.isNull((yield* ask("base", moment)).currency)
      assert.strictEqual((yield* Effect.flip(ask("DE", moment)))._tag, "NotFound")
      yield* lists
      assert.strictEqual((yield* ask("DE", moment)).currency, "EUR")
      assert.strictEqual((yield* Effect.flip(ask("DE", "2026-04-01")))._tag, "InvalidRequest")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})

it("passes over, of any prices in force, what stands before the price that is shown", () => {
  const keys = ["L0", "L1", "L2", "L3"]
  const own = fc.record({
    variant_key: fc.constantFrom("A", "B"),
    price_type: fc.constantFrom("MAP", "MSRP"),
    price_list: fc.constantFrom(...keys, "ELSEWHERE"),
    says: fc.constantFrom("10", "fall_back" as const, "not_offered" as const),
  })
  const inForce = fc
    .uniqueArray(own, { selector: ({ says: _, ...pair }) => JSON.stringify(pair) })
    .map((all) =>
      all.map(({ says, ...pair }) => ({
        ...pair,
        ...(says === "10" ? { amount: says } : { amount: null, ending: says }),
      })),
    )
  const looked = fc
    .tuple(fc.shuffledSubarray(keys, { minLength: 1 }), fc.subarray(keys))
    .map(([chain, archived]) =>
      chain.map((price_list) => ({ price_list, archived: archived.includes(price_list) })),
    )
  fc.assert(
    fc.property(looked, inForce, fc.subarray(keys), (chain, all, seen) => {
      const items = resolvedPrices(openLists(chain), all)
      const passed = passedOver(chain, all)
      const names = chain.map(({ price_list }) => price_list)
      for (const { variant_key, price_type, price_list } of items) {
        const before = passed.of(variant_key, price_type)
        assert.deepStrictEqual(
          before.map((each) => each.price_list),
          names.slice(0, names.indexOf(price_list)),
        )
        assert.isFalse(before.some(({ why }) => why === "not_offered"))
      }
      const of = (list: string, { variant_key, price_type }: { variant_key: string; price_type: string }) =>
        all.find(
          (each) =>
            each.price_list === list && each.variant_key === variant_key && each.price_type === price_type,
        )
      const without = passed.without(items)
      for (const pair of without) {
        const last = pair.passed_over.at(-1)!
        assert.isTrue(last.why === "not_offered" || last.price_list === names.at(-1))
        for (const { price_list, why } of pair.passed_over) {
          const { archived } = chain.find((each) => each.price_list === price_list)!
          const record = of(price_list, pair)
          const expected = archived
            ? "archived"
            : record === undefined
              ? "no_price"
              : "ending" in record && record.ending === "not_offered"
                ? "not_offered"
                : "ended"
          assert.strictEqual(why, expected)
        }
      }
      assert.deepStrictEqual(
        new Set([...items, ...without].map(({ variant_key, price_type }) => `${variant_key} ${price_type}`)),
        new Set(
          all
            .filter(({ price_list }) => names.includes(price_list))
            .map(({ variant_key, price_type }) => `${variant_key} ${price_type}`),
        ),
      )
      // what is not seen is left out, and nothing of it makes a difference but which price is shown
      const own = (key: string) => seen.includes(key)
      const some = passedOver(chain, all, own)
      for (const { variant_key, price_type } of items)
        assert.deepStrictEqual(
          some.of(variant_key, price_type),
          passed.of(variant_key, price_type).filter(({ price_list }) => own(price_list)),
        )
      for (const pair of some.without(items))
        assert.isTrue(names.some((list) => own(list) && of(list, pair) !== undefined))
    }),
  )
})

it("is, of any prices in force, what looking from list to list upwards finds", () => {
  const keys = ["L0", "L1", "L2", "L3"]
  const own = fc.record({
    variant_key: fc.constantFrom("A", "B"),
    price_type: fc.constantFrom("MAP", "MSRP"),
    price_list: fc.constantFrom(...keys),
    says: fc.constantFrom("10", "10", "fall_back" as const, "not_offered" as const),
  })
  const inForce = fc
    .uniqueArray(own, { selector: ({ says: _, ...pair }) => JSON.stringify(pair) })
    .map((all) =>
      all.map(({ says, ...pair }) => ({
        ...pair,
        ...(says === "10" ? { amount: says } : { amount: null, ending: says }),
      })),
    )
  fc.assert(
    fc.property(fc.shuffledSubarray(keys, { minLength: 1 }), inForce, (chain, all) => {
      const found = all.filter(({ price_list }) => chain.includes(price_list))
      const expected = ["A", "B"].flatMap((variant_key) =>
        ["MAP", "MSRP"].flatMap((price_type) => {
          for (const price_list of chain)
            for (const each of found)
              if (
                each.variant_key === variant_key &&
                each.price_type === price_type &&
                each.price_list === price_list &&
                !("ending" in each && each.ending === "fall_back")
              )
                return each.amount === null ? [] : [each]
          return []
        }),
      )
      assert.deepStrictEqual(resolvedPrices(chain, found), expected)
    }),
  )
})
