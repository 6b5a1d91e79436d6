import {
  type BatchRecordFound,
  type BatchRecordsQuery,
  BatchRepository,
  CatalogWriter,
  effectiveInstant,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { aBatchEntry, aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { counts, fill, listed, now, page, promises, stock } from "./steps.ts"

export const listingPromises = promises({
  *"looks at each member of a question for records"({ mine }) {
    const own = { batch_key: "REPUB-1", effective_from: "2026-07-01" }
    yield* seedCatalog(mine, stock("U", "V"))
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ ...own, variant_key: "U", amount: "5" }),
        aPriceEntry({ ...own, variant_key: "V", amount: "6" }),
        aPriceEntry({ ...own, variant_key: "V", amount: "7", price_list: "EU" }),
      ],
    })
    const amounts = (query: Partial<BatchRecordsQuery>) =>
      Effect.map(page(mine, query), (found) => (found?.items ?? []).map(({ amount }) => String(amount)))
    const [first, second, third] = yield* amounts({})
    const [record] = (yield* page(mine))!.items
    const after = { variant_key: "U", price_type: "MAP", record_key: record!.record_key }
    yield* looksAtEachMember<BatchRecordsQuery>()(amounts, {
      offset: [1, [second!, third!]],
      limit: [1, [first!]],
      search: ["u", ["5"]],
      sort: ["desc", [third!, second!, first!]],
      price_list: ["EU", ["7"]],
      after: [after, [second!, third!]],
    })
  },
  *"lists the batch's own price records beside those filled in, each once"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ variant_key: "V", amount: "5", effective_from: "2026-05-01", batch_key: "REPUB-1" }),
        aPriceEntry({
          variant_key: "V",
          amount: "6",
          effective_from: "2026-07-01",
          status: "draft",
          batch_key: "REPUB-1",
        }),
      ],
    })
    const plan = yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual(counts(plan), { added: 1, updated: 0, unchanged: 1, missing: 0 })
    const found = yield* page(mine)
    assert.strictEqual(found?.total, 3)
    assert.deepStrictEqual(
      found?.items.map(({ price_type, amount, status }) => [price_type, amount, status]).sort(),
      [
        ["MAP", "5", "active"],
        ["MAP", "6", "draft"],
        ["MSRP", "2.0", "active"],
      ],
    )
  },
  *"lists no record that was withdrawn, its own or one filled in, and counts none"({ mine }) {
    yield* seedCatalog(mine, stock("V", "W"))
    const own = { variant_key: "V", batch_key: "REPUB-1" }
    yield* fill(mine, { variant_keys: ["V", "W"] })
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ ...own, amount: "5", effective_from: "2026-05-01" }),
        aPriceEntry({ ...own, amount: "6", effective_from: "2026-07-01", status: "draft" }),
        aPriceEntry({ ...own, amount: "7", effective_from: "2026-08-01" }),
      ],
    })
    const { retire } = yield* CatalogWriter
    const prices = ["MAP", "MSRP"].map((price_type) => ({ variant_key: "V", price_type }))
    yield* retire(mine, { products: [], variants: [], prices }, now, "me")
    const [all, ofSearch, ofPage] = yield* Effect.all([
      page(mine),
      page(mine, { search: "v" }),
      page(mine, { limit: 2, sort: "desc" }),
    ])
    const shown = (found: typeof all) => [
      // records of a variant and type go by their keys, which are random
      found?.items.map(({ variant_key, amount }) => `${variant_key} ${amount}`).sort(),
      found?.total,
    ]
    assert.deepStrictEqual(
      [shown(all), shown(ofSearch), shown(ofPage)],
      [
        [["V 1.00", "V 6", "W 1.00", "W 2.0"], 4],
        [["V 1.00", "V 6"], 2],
        [["W 1.00", "W 2.0"], 4],
      ],
    )
  },
  *"keeps in a batch that is open no more what is withdrawn later, as withdrawn"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    const { retire, saveBatches } = yield* CatalogWriter
    yield* saveBatches(mine, [aBatchEntry({ key: "REPUB-1", status: "published" })])
    yield* retire(
      mine,
      { products: [], variants: [], prices: [{ variant_key: "V", price_type: "MAP" }] },
      now,
      "me",
    )
    const found = yield* Effect.all([page(mine), page(mine, { search: "v" })])
    for (const each of found) {
      assert.deepStrictEqual(
        each?.items.map(({ price_type, amount, status }) => [price_type, amount, status]),
        [
          ["MAP", "1.00", "withdrawn"],
          ["MSRP", "2.0", "active"],
        ],
      )
      assert.strictEqual(each?.total, 2)
    }
  },
  *"has as total how many records it lists, after whatever was filled in, imported and withdrawn, also at once"({
    mine,
  }) {
    const keys = Array.from({ length: 9 }, (_, index) => `V${index}`)
    const batches = ["REPUB-1", "REPUB-2"]
    yield* seedCatalog(mine, {
      ...stock(...keys),
      batches: batches.map((key) => aBatchEntry({ key })),
    })
    const { retire, savePrices } = yield* CatalogWriter
    const withdraw = (variants: ReadonlyArray<string>) => {
      const prices = variants.map((variant_key) => ({ variant_key, price_type: "MAP" }))
      return retire(mine, { products: [], variants: [], prices }, now, "me")
    }
    const totals = Effect.forEach(batches, (batch) =>
      Effect.map(page(mine, {}, batch), (found) => {
        assert.strictEqual(found?.total, found?.items.length)
        return found!.total
      }),
    )
    const entries = (amount: string, effective_from: string) =>
      batches.map((batch_key) =>
        keys.map((variant_key) => aPriceEntry({ variant_key, batch_key, amount, effective_from })),
      )
    for (const round of [0, 1, 2]) {
      const imported = entries(String(round), "2026-05-01")
      yield* Effect.all<
        ReadonlyArray<Effect.Effect<unknown, unknown, BatchRepository | CatalogWriter>>,
        { concurrency: "unbounded" }
      >(
        [
          ...batches.map((batch) => fill(mine, { variant_keys: keys }, { batch })),
          ...imported.map((own) => savePrices(mine, own)),
          withdraw(keys.slice(3 * round, 3 * round + 3)),
          ...batches.map((batch) => fill(mine, { variant_keys: keys.toReversed() }, { batch })),
        ],
        { concurrency: "unbounded" },
      )
      for (const total of yield* totals) assert.isAbove(total, keys.length)
    }
    const before = yield* totals
    yield* Effect.forEach(entries("9", "2026-07-01"), (own) => savePrices(mine, own))
    assert.deepStrictEqual(
      yield* totals,
      before.map((total) => total + keys.length),
    )
    yield* withdraw(keys)
    for (const [index, total] of (yield* totals).entries()) assert.isAtMost(total, before[index]!)
  },
  *"gives every field of a record"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const batches = yield* BatchRepository
    const request = { variant_keys: ["V"], price_types: ["MAP"] }
    let record_key = ""
    yield* batches.fill(mine, "REPUB-1", request, now, (part, snapshot) => {
      record_key = snapshot.inForce[0]!.record_key
      return fillBatch(part, snapshot)
    })
    assert.deepStrictEqual(yield* page(mine), {
      items: [
        {
          record_key,
          variant_key: "V",
          variant_name: "Name V",
          price_type: "MAP",
          amount: "1.00",
          effective_from: "2026-01-01",
          effective_at: effectiveInstant("2026-01-01", aBrand().time_zone)!,
          time_zone: aBrand().time_zone,
          status: "active",
        },
      ],
      total: 1,
      offset: 0,
      limit: 200,
    })
  },
  *"gives with each record the time zone of its variant's brand"({ mine }) {
    const own = { batch_key: "REPUB-1", effective_from: "2026-07-01" }
    const variants = [aVariantEntry({ variant_key: "W" })]
    yield* seedCatalog(mine, stock("V"))
    const zones = Effect.map(page(mine), (found) => found?.items.map(({ time_zone }) => time_zone))
    yield* seedCatalog(mine, { prices: [aPriceEntry({ ...own, variant_key: "V" })] })
    assert.deepStrictEqual(yield* zones, ["UTC"])
    yield* seedCatalog(mine, {
      brands: [aBrand({ brand_key: "B2", time_zone: "Asia/Tokyo" })],
      products: [aProductEntry({ product_key: "P2", brand_key: "B2", variants })],
      prices: [aPriceEntry({ ...own, variant_key: "W" })],
    })
    assert.deepStrictEqual(yield* zones, ["UTC", "Asia/Tokyo"])
    const many = Array.from({ length: 40 }, (_, place) => aBrand({ brand_key: `A${place}` }))
    yield* seedCatalog(mine, { brands: many })
    assert.deepStrictEqual(yield* zones, ["UTC", "Asia/Tokyo"])
  },
  *"orders records by variant key, price type and record key, by code point, and in reverse"({ mine }) {
    const keys = ["b", "\u{1f600}", "a-1", "B", "\ue000", "a", "é"]
    yield* seedCatalog(mine, stock(...keys))
    yield* seedCatalog(mine, {
      prices: ["4", "5", "6"].map((amount) =>
        aPriceEntry({ variant_key: "a", amount, effective_from: "2026-07-01", batch_key: "REPUB-1" }),
      ),
    })
    yield* fill(mine, { variant_keys: keys })
    const ascending = (yield* page(mine))!.items
    const inOrder = ["B", "a", "a-1", "b", "é", "\ue000", "\u{1f600}"]
    assert.deepStrictEqual([...new Set(ascending.map((each) => each.variant_key))], inOrder)
    const ofA = ascending.filter((each) => each.variant_key === "a" && each.price_type === "MAP")
    assert.strictEqual(ofA.length, 4)
    assert.deepStrictEqual(
      ofA.map((each) => each.record_key),
      ofA.map((each) => each.record_key).sort(),
    )
    assert.deepStrictEqual((yield* page(mine, { sort: "desc" }))!.items, ascending.toReversed())
  },
  *"gives every record exactly once at any page size"({ mine }) {
    const keys = Array.from({ length: 11 }, (_, index) => `V${index}`)
    yield* seedCatalog(mine, stock(...keys))
    yield* fill(mine, { variant_keys: keys })
    for (const sort of ["asc", "desc"] as const) {
      const whole = (yield* page(mine, { sort }))!.items
      assert.strictEqual(whole.length, 22)
      for (const limit of [1, 3, 7, 21, 22, 23]) {
        const items = []
        for (let offset = 0; offset < 24; offset += limit) {
          const found = (yield* page(mine, { sort, limit, offset }))!
          assert.deepStrictEqual([found.total, found.limit, found.offset], [22, limit, offset])
          items.push(...found.items)
        }
        assert.deepStrictEqual(items, whole)
      }
    }
  },
  *"gives every record that is there exactly once after the last of the page before, wherever others are added"({
    mine,
  }) {
    const keys = Array.from({ length: 5 }, (_, index) => `V${2 * index}`)
    const later = keys.map((key) => key.replace(/\d/, (digit) => String(Number(digit) + 1)))
    for (const sort of ["asc", "desc"] as const) {
      const batch = `PAGED-${sort}`
      yield* seedCatalog(mine, { ...stock(...keys, ...later), batches: [aBatchEntry({ key: batch })] })
      const add = (variant_keys: ReadonlyArray<string>) => fill(mine, { variant_keys }, { batch })
      yield* add(keys)
      const whole = (yield* page(mine, { sort }, batch))!.items
      const items: Array<BatchRecordFound> = []
      for (let after: BatchRecordFound | undefined; ; after = items.at(-1)) {
        const found = (yield* page(mine, { sort, limit: 3, ...(after && { after }) }, batch))!
        if (found.items.length === 0) break
        items.push(...found.items)
        yield* add(later.splice(-1))
        yield* add(later.splice(0, 1))
      }
      assert.deepStrictEqual(
        items.filter(({ variant_key }) => keys.includes(variant_key)),
        whole,
      )
      const records = items.map(({ record_key }) => record_key)
      assert.strictEqual(new Set(records).size, records.length)
    }
  },
  *"counts the offset from the record that it comes after"({ mine }) {
    yield* seedCatalog(mine, stock("a", "b"))
    yield* fill(mine, { variant_keys: ["a", "b"] })
    const whole = (yield* page(mine))!.items
    const found = yield* page(mine, { after: whole[0]!, offset: 1, limit: 1 })
    assert.deepStrictEqual(found, { items: [whole[2]!], total: 4, offset: 1, limit: 1 })
    assert.deepStrictEqual(yield* listed(mine, { after: whole[0]!, search: "msrp" }), [
      "a MSRP 2.0",
      "b MSRP 2.0",
    ])
  },
  *"gives an empty page past the end, with the total"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual(yield* page(mine, { offset: 1_000_000_000, limit: 10 }), {
      items: [],
      total: 2,
      offset: 1_000_000_000,
      limit: 10,
    })
  },
  *"searches variant key, variant name and price type, whatever the case"({ mine }) {
    yield* seedCatalog(mine, stock("Alpha", "beta"))
    yield* fill(mine, { variant_keys: ["Alpha", "beta"] })
    const alpha = ["Alpha MAP 1.00", "Alpha MSRP 2.0"]
    assert.deepStrictEqual(yield* listed(mine, { search: "ALPH" }), alpha)
    assert.deepStrictEqual(yield* listed(mine, { search: "name alpha" }), alpha)
    assert.deepStrictEqual(yield* listed(mine, { search: "msrp" }), ["Alpha MSRP 2.0", "beta MSRP 2.0"])
    assert.deepStrictEqual(yield* listed(mine, { search: "1.00" }), [])
    assert.strictEqual((yield* page(mine, { search: "msrp", limit: 1 }))?.total, 2)
    assert.strictEqual((yield* listed(mine, { search: "" }))?.length, 4)
    assert.deepStrictEqual(yield* listed(mine, { search: "\0" }), [])
  },
  *"searches %, _ and \\ as plain characters"({ mine }) {
    yield* seedCatalog(mine, stock("50%", "50_", "50\\"))
    yield* fill(mine, { variant_keys: ["50%", "50_", "50\\"], price_types: ["MAP"] })
    for (const character of ["%", "_", "\\"])
      assert.deepStrictEqual(yield* listed(mine, { search: character }), [`50${character} MAP 1.00`])
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, stock("V"))
    yield* fill(theirs, { variant_keys: ["V"] })
    assert.strictEqual((yield* Effect.flip(fill(mine, { variant_keys: ["V"] })))._tag, "NotFound")
    assert.isUndefined(yield* page(mine))
    yield* seedCatalog(mine, { batches: [aBatchEntry()] })
    const plan = yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual(
      plan.missing.map((each) => each.reason),
      ["unknown_variant"],
    )
    assert.strictEqual((yield* page(mine))?.total, 0)
    assert.strictEqual((yield* page(theirs))?.total, 2)
  },
})
