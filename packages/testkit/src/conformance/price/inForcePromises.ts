import {
  type BrandedInstant,
  type Ending,
  type PriceEntry,
  PriceListRepository,
  PriceRepository,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrand, aPriceEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { betweenWrites } from "../suite/betweenWrites.ts"
import { around, brands, now, promises, variants } from "./steps.ts"

export const inForcePromises = promises({
  *"gives the active record that began last at or before the moment"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2026-02-01" }),
        aPriceEntry({ variant_key: "V", amount: "1", effective_from: "2026-01-01" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-07-01" }),
      ],
    })
    const { inForce } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["2"],
    )
  },
  *"gives an ending that began last, and what it says"({ mine }) {
    const ends = (effective_from: string, ending: Ending) =>
      aPriceEntry({ variant_key: "V", amount: null, ending, effective_from })
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "1" }),
        ends("2026-02-01", "not_offered"),
        aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2026-07-01" }),
        ends("2026-08-01", "fall_back"),
      ],
    })
    const { inForce, future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      [...inForce, ...future].map(({ amount, ending }) => amount ?? ending),
      ["not_offered", "2", "fall_back"],
    )
  },
  *"puts a price in force at its own microsecond and not one before"({ mine }) {
    const effective_from = "2026-06-01T00:00:00.000001Z"
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [aPriceEntry({ variant_key: "V", effective_from })],
    })
    const before = yield* around(mine, ["V"], now)
    assert.strictEqual(before.inForce.length, 0)
    assert.deepStrictEqual(
      before.future.map((record) => record.effective_at),
      [now + 1],
    )
    const then = yield* around(mine, ["V"], now + 1)
    assert.deepStrictEqual(
      then.inForce.map((record) => record.effective_at),
      [now + 1],
    )
    assert.strictEqual(then.future.length, 0)
  },
  *"settles a tie of instants by the record written last"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "1" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-01-01T00:00:00Z" }),
        aPriceEntry({ variant_key: "V", amount: "2" }),
      ],
    })
    const { inForce } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["2"],
    )
  },
  *"keeps drafts out of force and lists those to come"({ mine }) {
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", amount: "1" }),
        aPriceEntry({ variant_key: "V", amount: "2", effective_from: "2026-02-01", status: "draft" }),
        aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-07-01", status: "draft" }),
      ],
    })
    const { inForce, future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      inForce.map((record) => record.amount),
      ["1"],
    )
    assert.deepStrictEqual(
      future.map(({ amount, status }) => [amount, status]),
      [["3", "draft"]],
    )
  },
  *"begins a date at midnight in the brand's time zone, and a date-time at its offset"({ mine }) {
    yield* seedCatalog(mine, {
      brands: [aBrand({ time_zone: "America/New_York" })],
      products: variants("V"),
      prices: [
        aPriceEntry({ variant_key: "V", price_type: "A", effective_from: "2026-07-01" }),
        aPriceEntry({ variant_key: "V", price_type: "B", effective_from: "2026-07-01T00:00:00" }),
        aPriceEntry({ variant_key: "V", price_type: "C", effective_from: "2026-07-01T00:00:00+02:00" }),
      ],
    })
    const { future } = yield* around(mine, ["V"])
    assert.deepStrictEqual(
      future.map((record) => record.effective_at),
      ["2026-07-01T04:00Z", "2026-07-01T04:00Z", "2026-06-30T22:00Z"].map((text) => instantOf(text)),
    )
  },
  *"gives prices of the lists that are named, each of its own, and of base where none is"({ mine }) {
    const price = (amount: string, price_list: string, more: Parameters<typeof aPriceEntry>[0] = {}) =>
      aPriceEntry({ variant_key: "V", amount, price_list, ...more })
    yield* seedCatalog(mine, {
      brands,
      products: variants("V"),
      prices: [
        price("1", "base"),
        price("2", "EU"),
        price("3", "UK", { effective_from: "2026-05-01" }),
        price("4", "EU", { price_type: "MSRP" }),
        price("5", "EU", { effective_from: "2026-07-01" }),
        price("6", "base", { effective_from: "2026-07-01" }),
      ],
    })
    const seen = Effect.fnUntraced(function* (lists?: ReadonlyArray<string>) {
      const { inForce, future } = yield* around(mine, ["V"], now, undefined, lists)
      return [...inForce, ...future].map(({ amount, price_list }) => `${amount} ${price_list}`)
    })
    assert.deepStrictEqual(yield* seen(), ["1 base", "6 base"])
    assert.deepStrictEqual(yield* seen(["base", "EU", "EU"]), ["2 EU", "1 base", "4 EU", "5 EU", "6 base"])
    assert.deepStrictEqual(yield* seen(["UK"]), ["3 UK"])
    for (const unknown of ["eu", "", "\0", "\ud800"]) assert.deepStrictEqual(yield* seen([unknown]), [])
  },
  *"gives what is in force alone where no more is asked for, as it was known at a moment too"({ mine }) {
    const price = (amount: string, effective_from: string, more: Partial<PriceEntry> = {}) =>
      aPriceEntry({ variant_key: "V", amount, effective_from, ...more })
    const list = (price_list: string, parent: string) => ({
      price_list,
      parent,
      name: price_list,
      currency: "EUR",
      tags: {},
      archived: false,
      effective_from: null,
    })
    const price_lists = [list("UK", "base"), list("EU", "UK")]
    yield* seedCatalog(mine, { price_lists, brands, products: variants("V") })
    const before = yield* betweenWrites
    // of a list those above it are meant too, which who keeps none cannot know
    const kept = yield* Effect.serviceOption(PriceListRepository)
    yield* seedCatalog(mine, {
      prices: [
        price("1", "2020-01-01"),
        price("2", "2099-01-01"),
        price("3", "2020-01-01", { price_list: "EU" }),
        price("4", "2021-01-01", { status: "draft" }),
      ],
    })
    const between = yield* betweenWrites
    yield* seedCatalog(mine, {
      prices: [price("5", "2021-01-01"), price("6", "2021-01-01", { price_list: "EU", price_type: "MSRP" })],
    })
    const after = yield* betweenWrites
    const seen = Effect.fnUntraced(function* (at: string, knownAt: BrandedInstant | null) {
      const { pricesAround } = yield* PriceRepository
      const lists = Option.isSome(kept) ? ["EU"] : ["base", "EU"]
      const found = yield* pricesAround(mine, ["V"], instantOf(at), undefined, lists, { knownAt })
      if (Option.isSome(kept) && found.lists !== undefined)
        assert.sameDeepMembers([...found.lists], [...(yield* kept.value.all(mine, false, "EU"))])
      assert.deepStrictEqual(found.future, [])
      return found.inForce.map(({ amount, price_list }) => `${amount} ${price_list}`).sort()
    })
    const all = ["3 EU", "5 base", "6 EU"]
    assert.deepStrictEqual(yield* seen("2098-01-01", null), all)
    assert.deepStrictEqual(yield* seen("2098-01-01", before), [])
    assert.deepStrictEqual(yield* seen("2098-01-01", between), ["1 base", "3 EU"])
    assert.deepStrictEqual(yield* seen("2100-01-01", between), ["2 base", "3 EU"])
    assert.deepStrictEqual(yield* seen("2020-06-01", after), ["1 base", "3 EU"])
    assert.deepStrictEqual(yield* seen("2098-01-01", after), all)
  },
  *"gives what is in force alone of long and short histories alike"({ mine }) {
    const changed = (variant_key: string, price_type: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        aPriceEntry({
          variant_key,
          price_type,
          amount: `${index + 1}`,
          effective_from: `20${10 + Math.floor(index / 12)}-${String(1 + (index % 12)).padStart(2, "0")}-01`,
        }),
      )
    const all = ["V1", "V2", "V3", "V4"]
    yield* seedCatalog(mine, {
      brands,
      products: variants(...all),
      prices: [
        ...changed("V1", "MAP", 60),
        ...changed("V1", "MSRP", 50),
        aPriceEntry({
          variant_key: "V1",
          price_type: "MSRP",
          amount: null,
          ending: "not_offered",
          effective_from: "2020-01-01",
        }),
        ...["V2", "V3", "V4"].flatMap((key) => changed(key, "MAP", 2)),
      ],
    })
    const { pricesAround } = yield* PriceRepository
    const seen = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
      const { inForce } = yield* pricesAround(mine, keys, now, undefined, ["base"], { knownAt: null })
      return inForce
        .map((each) => `${each.variant_key} ${each.price_type} ${each.amount ?? each.ending}`)
        .sort()
    })
    const long = ["V1 MAP 60", "V1 MSRP not_offered"]
    const short = ["V2 MAP 2", "V3 MAP 2", "V4 MAP 2"]
    assert.deepStrictEqual(yield* seen(["V1"]), long)
    assert.deepStrictEqual(yield* seen(["V2", "V3", "V4"]), short)
    assert.deepStrictEqual(yield* seen(all), [...long, ...short])
    assert.deepStrictEqual(yield* seen(["V2", "V1", "V3", "V4"]), [...long, ...short])
  },
})
