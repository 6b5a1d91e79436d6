import {
  type AddRecordsByVariantsRequest,
  BatchRepository,
  type CatalogWriter,
  type FillSnapshot,
  fillBatch,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { assert } from "vitest"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aFillRequest,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../builders/index.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

type Ports = BatchRepository | CatalogWriter

const now = instantOf("2026-06-01")

/** Variants of one product with an active MAP of 1 and MSRP of 2 each, and an open batch. */
const stock = (...keys: ReadonlyArray<string>): CatalogSeed => ({
  brands: [aBrand()],
  products: [
    aProductEntry({
      variants: keys.map((variant_key) => aVariantEntry({ variant_key, name: `Name ${variant_key}` })),
    }),
  ],
  batches: [aBatchEntry()],
  prices: keys.flatMap((variant_key) => [
    aPriceEntry({ variant_key, amount: "1.00" }),
    aPriceEntry({ variant_key, price_type: "MSRP", amount: "2.0" }),
  ]),
})

const fill = Effect.fnUntraced(function* (
  organization: string,
  with_: Partial<AddRecordsByVariantsRequest>,
  options: { at?: number; batch?: string } = {},
) {
  const batches = yield* BatchRepository
  const request = aFillRequest(with_)
  const decide = (snapshot: FillSnapshot) => fillBatch(request, snapshot)
  return yield* batches.fill(organization, options.batch ?? "REPUB-1", request, options.at ?? now, decide)
})

const counts = (plan: Effect.Success<ReturnType<typeof fill>>) => ({
  added: plan.added.length,
  updated: plan.updated.length,
  unchanged: plan.unchanged,
  missing: plan.missing.length,
})

const page = Effect.fnUntraced(function* (
  organization: string,
  query: Parameters<typeof aBatchRecordsQuery>[0] = {},
  batch = "REPUB-1",
) {
  const batches = yield* BatchRepository
  const found = yield* batches.records(organization, batch, aBatchRecordsQuery({ limit: 200, ...query }))
  return Option.getOrElse(found, () => undefined)
})

const listed = (organization: string, query: Parameters<typeof aBatchRecordsQuery>[0] = {}) =>
  Effect.map(page(organization, query), (found) =>
    found?.items.map(({ variant_key, price_type, amount }) => `${variant_key} ${price_type} ${amount}`),
  )

const promises = {
  "fills the prices in force into the batch, as they were given": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    assert.deepStrictEqual(counts(yield* fill(mine, { variant_keys: ["V", "U"] })), {
      added: 4,
      updated: 0,
      unchanged: 0,
      missing: 0,
    })
    assert.deepStrictEqual(yield* listed(mine), ["U MAP 1.00", "U MSRP 2.0", "V MAP 1.00", "V MSRP 2.0"])
  }),
  "shows to the decision only what was asked for, of one moment": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V", "U", "W"))
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ variant_key: "V", amount: "9", effective_from: "2026-06-01" }),
        aPriceEntry({ variant_key: "V", amount: "8", effective_from: "2026-07-01" }),
        aPriceEntry({ variant_key: "V", price_type: "OUTLET", effective_from: "2026-07-01" }),
        aPriceEntry({ variant_key: "V", price_type: "DRAFT", effective_from: "2026-07-01", status: "draft" }),
        aPriceEntry({ variant_key: "V", amount: "7", effective_from: "2026-05-01", status: "draft" }),
      ],
    })
    yield* fill(mine, { variant_keys: ["V", "W"], price_types: ["MSRP"] })
    const batches = yield* BatchRepository
    const seen = Effect.fnUntraced(function* (request: AddRecordsByVariantsRequest) {
      const snapshots: Array<FillSnapshot> = []
      yield* batches.fill(mine, "REPUB-1", request, now, (snapshot) => {
        snapshots.push(snapshot)
        return { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }
      })
      assert.strictEqual(snapshots.length, 1)
      const { knownVariants, inForce, future, held } = snapshots[0]!
      const names = (rows: ReadonlyArray<{ variant_key: string; price_type: string; amount?: string }>) =>
        rows.map((row) => `${row.variant_key} ${row.price_type} ${row.amount ?? ""}`).sort()
      return {
        knownVariants: [...knownVariants].sort(),
        inForce: names(inForce),
        future: [...new Set(future.map((row) => `${row.variant_key} ${row.price_type}`))].sort(),
        held: names(held),
      }
    })
    const everything = {
      knownVariants: ["U", "V"],
      inForce: ["U MAP 1.00", "U MSRP 2.0", "V MAP 9", "V MSRP 2.0"],
      future: ["V MAP", "V OUTLET"],
      held: ["V MSRP 2.0"],
    }
    assert.deepStrictEqual(
      yield* seen({ variant_keys: ["V", "U", "nobody", "V", "V\0"], price_types: null }),
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
  }),
  "gives the decision's plan back": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const batches = yield* BatchRepository
    const plan = {
      requested: 7,
      added: [],
      updated: [],
      unchanged: 6,
      missing: [{ variant_key: "X", price_type: null, reason: "unknown_variant" as const }],
    }
    assert.deepStrictEqual(yield* batches.fill(mine, "REPUB-1", aFillRequest(), now, () => plan), plan)
  }),
  "changes nothing when it fills twice": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "puts a newer price in the place of the one it held": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "keeps what other fills put there": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    yield* fill(mine, { variant_keys: ["V"], price_types: ["MAP"] })
    yield* fill(mine, { variant_keys: ["U", "V"], price_types: ["MSRP"] })
    assert.deepStrictEqual(yield* listed(mine), ["U MSRP 2.0", "V MAP 1.00", "V MSRP 2.0"])
  }),
  "keeps batches apart": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, { ...stock("V"), batches: [aBatchEntry(), aBatchEntry({ key: "REPUB-2" })] })
    yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual((yield* page(mine, {}, "REPUB-2"))?.items, [])
    assert.strictEqual((yield* fill(mine, { variant_keys: ["V"] }, { batch: "REPUB-2" })).added.length, 2)
  }),
  "lists the batch's own price records beside those filled in, each once": Effect.fnUntraced(function* ({
    mine,
  }) {
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
  }),
  "refuses an unknown batch": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    for (const batch of ["nope", "repub-1", "", "REPUB-1\0"]) {
      const error = yield* Effect.flip(fill(mine, { variant_keys: ["V"] }, { batch }))
      assert.strictEqual(error._tag, "NotFound")
      assert.isUndefined(yield* page(mine, {}, batch))
    }
  }),
  "refuses a published batch and leaves it as it is": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    yield* fill(mine, { variant_keys: ["V"] })
    yield* seedCatalog(mine, { batches: [aBatchEntry({ status: "published" })] })
    const before = yield* page(mine)
    assert.strictEqual(before?.total, 2)
    const error = yield* Effect.flip(fill(mine, { variant_keys: ["U"] }))
    assert.strictEqual(error._tag, "BatchPublished")
    assert.deepStrictEqual(yield* page(mine), before)
  }),
  "changes nothing when the decision throws": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const batches = yield* BatchRepository
    const broken = batches.fill(mine, "REPUB-1", aFillRequest({ variant_keys: ["V"] }), now, () => {
      throw new Error("undecided")
    })
    assert.isTrue(Exit.isFailure(yield* Effect.exit(broken)))
    assert.strictEqual((yield* page(mine))?.total, 0)
    assert.strictEqual((yield* fill(mine, { variant_keys: ["V"] })).added.length, 2)
  }),
  "has filled everything or nothing when interrupted": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "holds one record a pair when fills run at once": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V", "U"))
    const plans = yield* Effect.all(
      Array.from({ length: 8 }, () => fill(mine, { variant_keys: ["V", "U"] })),
      { concurrency: "unbounded" },
    )
    assert.strictEqual(
      plans.reduce((sum, plan) => sum + plan.added.length, 0),
      4,
    )
    assert.strictEqual((yield* page(mine))?.total, 4)
  }),
  "fills thousands of variants in one call": Effect.fnUntraced(function* ({ mine }) {
    const keys = Array.from({ length: 2_000 }, (_, index) => `V${index}`)
    yield* seedCatalog(mine, stock(...keys))
    assert.strictEqual((yield* fill(mine, { variant_keys: keys })).added.length, 4_000)
    assert.strictEqual((yield* page(mine))?.total, 4_000)
    assert.strictEqual((yield* fill(mine, { variant_keys: keys })).unchanged, 4_000)
  }),
  "gives every field of a record": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    const { added } = yield* fill(mine, { variant_keys: ["V"], price_types: ["MAP"] })
    assert.deepStrictEqual(yield* page(mine), {
      items: [
        {
          record_key: added[0]!.record_key,
          variant_key: "V",
          variant_name: "Name V",
          price_type: "MAP",
          amount: "1.00",
          effective_from: "2026-01-01",
          status: "active",
        },
      ],
      total: 1,
      offset: 0,
      limit: 200,
    })
  }),
  "orders records by variant key, price type and record key, by code point, and in reverse":
    Effect.fnUntraced(function* ({ mine }) {
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
    }),
  "gives every record exactly once at any page size": Effect.fnUntraced(function* ({ mine }) {
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
  }),
  "gives an empty page past the end, with the total": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("V"))
    yield* fill(mine, { variant_keys: ["V"] })
    assert.deepStrictEqual(yield* page(mine, { offset: 1_000_000_000, limit: 10 }), {
      items: [],
      total: 2,
      offset: 1_000_000_000,
      limit: 10,
    })
  }),
  "searches variant key, variant name and price type, whatever the case": Effect.fnUntraced(function* ({
    mine,
  }) {
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
  }),
  "searches %, _ and \\ as plain characters": Effect.fnUntraced(function* ({ mine }) {
    yield* seedCatalog(mine, stock("50%", "50_", "50\\"))
    yield* fill(mine, { variant_keys: ["50%", "50_", "50\\"], price_types: ["MAP"] })
    for (const character of ["%", "_", "\\"])
      assert.deepStrictEqual(yield* listed(mine, { search: character }), [`50${character} MAP 1.00`])
  }),
  "sees and changes nothing of another organization": Effect.fnUntraced(function* ({ mine, theirs }) {
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
  }),
} satisfies Record<string, PromiseTest<Ports>>

/** Puts a `BatchRepository` through the promises of its port; `CatalogWriter` seeds it. */
export const batchRepositorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof promises> = {},
): void => portSuite(name, layer, promises, options)
