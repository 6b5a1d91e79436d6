import {
  type AddRecordsByVariantsRequest,
  BatchRepository,
  CatalogWriter,
  type FillSnapshot,
  instantFromMicros,
  LimitExceeded,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { aBatchEntry, aFillRequest, aPriceEntry, aProductEntry } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { counts, emptyPlan, fill, listed, now, page, promises, stock } from "./steps.ts"

export const fillPromises = promises({
  *"fills the prices in force into the batch, as they were given"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    assert.deepStrictEqual(counts(yield* fill(mine, { variant_keys: ["V", "U"] })), {
      added: 4,
      updated: 0,
      unchanged: 0,
      missing: 0,
    })
    assert.deepStrictEqual(yield* listed(mine), ["U MAP 1.00", "U MSRP 2.0", "V MAP 1.00", "V MSRP 2.0"])
  },
  *"shows to the decision only what was asked for, of one moment"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U", "W"))
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ variant_key: "V", amount: "9", effective_from: "2026-06-01" }),
        aPriceEntry({ variant_key: "V", amount: "8", effective_from: "2026-07-01" }),
        aPriceEntry({ variant_key: "V", price_type: "OUTLET", effective_from: "2026-07-01" }),
        aPriceEntry({ variant_key: "V", price_type: "DRAFT", effective_from: "2026-07-01", status: "draft" }),
        aPriceEntry({ variant_key: "V", amount: "7", effective_from: "2026-05-01", status: "draft" }),
        // the later of two is withdrawn: the earlier neither comes back nor is to come
        aPriceEntry({ variant_key: "V", price_type: "GONE", amount: "6", effective_from: "2026-01-01" }),
        aPriceEntry({ variant_key: "V", price_type: "GONE", amount: "5", effective_from: "2026-02-01" }),
      ],
    })
    const writer = yield* CatalogWriter
    const gone = { products: [], variants: [], prices: [{ variant_key: "V", price_type: "GONE" }] }
    yield* writer.retire(mine, gone, instantFromMicros(now - 1), "ann")
    yield* fill(mine, { variant_keys: ["V", "W"], price_types: ["MSRP"] })
    const batches = yield* BatchRepository
    const seen = Effect.fnUntraced(function* (request: AddRecordsByVariantsRequest) {
      const parts: Array<AddRecordsByVariantsRequest & FillSnapshot> = []
      yield* batches.fill(mine, "REPUB-1", request, now, (part, snapshot) => {
        parts.push({ ...part, ...snapshot })
        return emptyPlan
      })
      const asked = parts.flatMap((part) => [...new Set(part.variant_keys)])
      assert.sameMembers(asked, [...new Set(request.variant_keys)])
      for (const part of parts) assert.deepStrictEqual(part.price_types, request.price_types)
      const names = (
        rows: ReadonlyArray<{ variant_key: string; price_type: string; amount?: string | null }>,
      ) => rows.map((row) => `${row.variant_key} ${row.price_type} ${row.amount ?? ""}`).sort()
      return {
        knownVariants: parts.flatMap((part) => [...part.knownVariants]).sort(),
        inForce: names(parts.flatMap((part) => part.inForce)),
        future: [
          ...new Set(
            parts.flatMap((part) => part.future.map((row) => `${row.variant_key} ${row.price_type}`)),
          ),
        ].sort(),
        held: names(parts.flatMap((part) => part.held)),
      }
    })
    const everything = {
      knownVariants: ["U", "V"],
      inForce: ["U MAP 1.00", "U MSRP 2.0", "V MAP 9", "V MSRP 2.0"],
      future: ["V OUTLET"],
      held: ["V MSRP 2.0"],
    }
    assert.deepStrictEqual(
      yield* seen({ variant_keys: ["V", "U", "unknown", "V", "V\0"], price_types: null }),
      everything,
    )
    assert.deepStrictEqual(yield* seen({ variant_keys: ["V", "U"], price_types: ["OUTLET", "MAP"] }), {
      ...everything,
      inForce: ["U MAP 1.00", "V MAP 9"],
      held: [],
    })
    assert.deepStrictEqual(yield* seen({ variant_keys: [], price_types: null }), {
      knownVariants: [],
      inForce: [],
      future: [],
      held: [],
    })
  },
  *"fills a retired variant no more than one that is unknown"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    const { retire } = yield* CatalogWriter
    yield* retire(mine, { products: [], variants: ["U"], prices: [] }, now, "me")
    const { missing } = yield* fill(mine, { variant_keys: ["U", "unknown"] })
    const unknown = { price_type: null, reason: "unknown_variant" as const }
    assert.deepStrictEqual(missing, [
      { variant_key: "U", ...unknown },
      { variant_key: "unknown", ...unknown },
    ])
    assert.deepStrictEqual(yield* listed(mine), [])
  },
  *"adds again what was withdrawn since and has come again"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    const { retire, saveShopPrices } = yield* CatalogWriter
    const gone = { products: [], variants: [], prices: [{ variant_key: "V", price_type: "MAP" }] }
    yield* retire(mine, gone, instantFromMicros(now - 2), "me")
    const { product_key } = aProductEntry()
    const shown = { product_key, variant_key: "V", price_type: "MAP", amount: "1.00", effective_from: null }
    yield* saveShopPrices(mine, [shown], instantFromMicros(now - 1))
    const { added, unchanged } = yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual([added, unchanged], [1, 1])
    assert.deepStrictEqual(yield* listed(mine), ["V MAP 1.00", "V MSRP 2.0"])
  },
  *"gives what the decision's plan comes to"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const batches = yield* BatchRepository
    const missing = [{ variant_key: "X", price_type: null, reason: "unknown_variant" as const }]
    const plan = { ...emptyPlan, requested: 7, unchanged: 6, missing }
    assert.deepStrictEqual(yield* batches.fill(mine, "REPUB-1", aFillRequest(), now, () => plan), {
      ...plan,
      added: 0,
      updated: 0,
    })
  },
  *"changes nothing when it fills twice"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    const before = yield* page(mine)
    assert.deepStrictEqual(counts(yield* fill(mine, { variant_keys: ["V"] })), {
      added: 0,
      updated: 0,
      unchanged: 2,
      missing: 0,
    })
    assert.deepStrictEqual(yield* page(mine), before)
  },
  *"puts a newer price in the place of the one it held"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    yield* seedCatalog(mine, {
      prices: [aPriceEntry({ variant_key: "V", amount: "3", effective_from: "2026-05-01" })],
    })
    assert.deepStrictEqual(counts(yield* fill(mine, { variant_keys: ["V"] })), {
      added: 0,
      updated: 1,
      unchanged: 1,
      missing: 0,
    })
    assert.deepStrictEqual(yield* listed(mine), ["V MAP 3", "V MSRP 2.0"])
  },
  *"puts a newer price in the place of the batch's own, but for drafts and those to come"({ mine }) {
    const price = (amount: string, effective_from: string, batch_key: string | null = "REPUB-1") =>
      aPriceEntry({ variant_key: "V", amount, effective_from, batch_key })
    const filling = Effect.map(fill(mine, { variant_keys: ["V"], price_types: ["MAP"] }), counts)
    const none = { added: 0, updated: 0, unchanged: 0, missing: 0 }
    const kept = ["V MAP 8", "V MAP 9"]
    const holds = Effect.fnUntraced(function* (amount: string) {
      assert.sameMembers((yield* listed(mine))!, [...kept, `V MAP ${amount}`])
      assert.deepStrictEqual(yield* filling, { ...none, unchanged: 1 })
    })
    yield* seedCatalog(mine, stock("V"))
    yield* seedCatalog(mine, {
      prices: [
        price("2", "2026-02-01"),
        price("3", "2026-03-01"),
        price("4", "2026-04-01", null),
        price("8", "2026-02-01T12:00"),
        price("9", "2026-07-01"),
      ].map((entry) => ({ ...entry, status: entry.amount === "8" ? "draft" : "active" })),
    })
    assert.deepStrictEqual(yield* filling, { ...none, updated: 1 })
    yield* holds("4")
    yield* seedCatalog(mine, { prices: [price("5", "2026-05-01")] })
    assert.deepStrictEqual(yield* filling, { ...none, updated: 1 })
    yield* holds("5")
    yield* seedCatalog(mine, { prices: [price("6", "2026-05-02", null)] })
    assert.deepStrictEqual(yield* filling, { ...none, updated: 1 })
    yield* holds("6")
  },
  *"keeps what other fills put there"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    yield* fill(mine, { variant_keys: ["V"], price_types: ["MAP"] })
    yield* fill(mine, { variant_keys: ["U", "V"], price_types: ["MSRP"] })
    assert.deepStrictEqual(yield* listed(mine), ["U MSRP 2.0", "V MAP 1.00", "V MSRP 2.0"])
  },
  *"keeps batches apart"({ mine }) {
    yield* seedCatalog(mine, { ...stock("V"), batches: [aBatchEntry(), aBatchEntry({ key: "REPUB-2" })] })
    yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual((yield* page(mine, {}, "REPUB-2"))?.items, [])
    assert.strictEqual((yield* fill(mine, { variant_keys: ["V"] }, { batch: "REPUB-2" })).added, 2)
  },
  *"refuses an unknown batch"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    for (const batch of ["nope", "repub-1", "", "REPUB-1\0"]) {
      const error = yield* Effect.flip(fill(mine, { variant_keys: ["V"] }, { batch }))
      assert.strictEqual(error._tag, "NotFound")
      assert.isUndefined(yield* page(mine, {}, batch))
    }
  },
  *"refuses a published batch and leaves it as it is"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    yield* fill(mine, { variant_keys: ["V"] })
    yield* seedCatalog(mine, { batches: [aBatchEntry({ status: "published" })] })
    const before = yield* page(mine)
    assert.strictEqual(before?.total, 2)
    const error = yield* Effect.flip(fill(mine, { variant_keys: ["U"] }))
    assert.strictEqual(error._tag, "BatchPublished")
    assert.deepStrictEqual(yield* page(mine), before)
  },
  *"changes nothing when the decision throws"({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const batches = yield* BatchRepository
    const broken = batches.fill(mine, "REPUB-1", aFillRequest({ variant_keys: ["V"] }), now, () => {
      throw new Error("undecided")
    })
    assert.isTrue(Exit.isFailure(yield* Effect.exit(broken)))
    assert.strictEqual((yield* page(mine))?.total, 0)
    assert.strictEqual((yield* fill(mine, { variant_keys: ["V"] })).added, 2)
  },
  *"changes nothing and fails where the decision refuses, after whatever parts"({ mine }) {
    const keys = Array.from({ length: 1_600 }, (_, index) => `V${index}`)
    yield* seedCatalog(mine, stock(...keys))
    const batches = yield* BatchRepository
    const request = aFillRequest({ variant_keys: keys })
    const fillUpTo = (most: number) =>
      batches.fill(mine, "REPUB-1", request, now, (part, snapshot, before) => {
        const plan = fillBatch(part, snapshot)
        const asked = (before?.requested ?? 0) + plan.requested
        if (asked <= most) return plan
        return new LimitExceeded({ limit: "pairs", most, asked, loc: [], counts: "pairs" })
      })
    assert.include(yield* Effect.flip(fillUpTo(3_199)), { _tag: "LimitExceeded", most: 3_199 })
    assert.strictEqual((yield* page(mine))?.total, 0)
    assert.strictEqual((yield* fillUpTo(3_200)).added, 3_200)
  },
  *"has filled everything or nothing when interrupted"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U", "W"))
    const request = { variant_keys: ["V", "U", "W"] }
    for (let yields = 0; yields < 12; yields++) {
      const filling = yield* Effect.forkChild(fill(mine, request), { startImmediately: true })
      for (let i = 0; i < yields; i++) yield* Effect.yieldNow
      yield* Fiber.interrupt(filling)
      assert.include([0, 6], (yield* page(mine))?.total)
    }
    const plan = counts(yield* fill(mine, request))
    assert.strictEqual(plan.added + plan.unchanged, 6)
    assert.strictEqual((yield* page(mine))?.total, 6)
  },
  *"holds one record a pair when fills run at once"({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    const outcomes = yield* Effect.all(
      Array.from({ length: 8 }, () => fill(mine, { variant_keys: ["V", "U"] })),
      { concurrency: "unbounded" },
    )
    assert.strictEqual(
      outcomes.reduce((sum, { added }) => sum + added, 0),
      4,
    )
    assert.strictEqual((yield* page(mine))?.total, 4)
  },
  *"fills thousands of variants in one call"({ mine }) {
    const keys = Array.from({ length: 2_000 }, (_, index) => `V${index}`)
    yield* seedCatalog(mine, stock(...keys))
    const asked = { variant_keys: ["unknown", ...keys, "V\0", ...keys] }
    const none = { added: 0, updated: 0, unchanged: 0, missing: 2 }
    assert.deepStrictEqual(counts(yield* fill(mine, asked)), { ...none, added: 4_000 })
    assert.strictEqual((yield* page(mine))?.total, 4_000)
    const newer = keys.map((variant_key) => aPriceEntry({ variant_key, effective_from: "2026-05-01" }))
    yield* seedCatalog(mine, { prices: newer })
    assert.deepStrictEqual(counts(yield* fill(mine, asked)), { ...none, updated: 2_000, unchanged: 2_000 })
    assert.strictEqual((yield* page(mine))?.total, 4_000)
  },
})
