import {
  type BatchMomentFound,
  type BatchMomentPlace,
  basePriceList,
  type ChangePart,
  type Found,
  PriceChangeRepository,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  aBatchEntry,
  aPriceBatchQuery,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import {
  act,
  aDraft,
  batchOf,
  change,
  create,
  discard,
  drafted,
  inTurn,
  later,
  note,
  noWrites,
  partsRead,
  placesOf,
  promises,
  publish,
  seen,
  setInPlace,
  stock,
  takenBackBatches,
} from "./steps.ts"

const pageOf = Effect.fnUntraced(function* (
  organization: string,
  with_: Parameters<typeof aPriceBatchQuery>[0] = {},
) {
  const changes = yield* PriceChangeRepository
  const { items, total, next } = yield* changes.list(organization, aPriceBatchQuery(with_))
  return { keys: items.map(({ key }) => key), total, next }
})

/** What a keeper of batches promises. */
export const batchPromises = promises({
  *"makes an open batch and finds it as it was made"({ mine }) {
    yield* seedCatalog(mine, stock)
    const made = yield* create(mine, { key: "K 'é'", name: "Winter", kind: "republish", brand_key: "B1" })
    assert.deepStrictEqual(made, {
      key: "K 'é'",
      name: "Winter",
      kind: "republish",
      brand_key: "B1",
      status: "open",
      reverts: null,
      created_at: "2026-06-01T00:00:00.000Z",
      created_by: "ann",
      published_at: null,
      published_by: null,
      discarded_at: null,
      discarded_by: null,
      note: null,
      noted_at: null,
      noted_by: null,
      counts: { records: 0, withdrawals: 0 },
    })
    assert.deepStrictEqual(yield* batchOf(mine, "K 'é'"), made)
    for (const key of ["", "k 'é'", "K\0", "\ud800"]) assert.isNull(yield* batchOf(mine, key))
  },
  *"gives batches without a key a readable one of their own"({ mine }) {
    yield* seedCatalog(mine, stock)
    const made = yield* Effect.all(
      Array.from({ length: 5 }, () => create(mine)),
      { concurrency: "unbounded" },
    )
    for (const { key } of made) assert.match(key, /^PC-20260601-[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.lengthOf(new Set(made.map(({ key }) => key)), 5)
  },
  *"makes no batch of a key that is taken, nor of an unknown brand"({ mine }) {
    yield* seedCatalog(mine, stock)
    yield* create(mine, { key: "K" })
    const taken = yield* Effect.flip(create(mine, { key: "K", name: "Another" }))
    assert.strictEqual(taken._tag, "BatchUnsuitable")
    assert.isNull((yield* batchOf(mine, "K"))?.name)
    const unknown = yield* Effect.flip(create(mine, { key: "L", brand_key: "b1" }))
    assert.deepInclude(unknown, { _tag: "NotFound", resource: "brand", key: "b1" })
    assert.isNull(yield* batchOf(mine, "L"))
  },
  *"makes no more batches than may be open, however many come at once"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    yield* create(theirs)
    yield* create(mine, { key: "P" })
    yield* publish(mine, "P")
    const made = yield* Effect.all(
      Array.from({ length: 5 }, () => Effect.result(create(mine, {}, 2))),
      { concurrency: "unbounded" },
    )
    const refused = made.flatMap((each) => (Result.isFailure(each) ? [each.failure] : []))
    assert.lengthOf(refused, 3)
    for (const error of refused)
      assert.deepInclude(error, { _tag: "TooManyOpen", resource: "batch", open: 2, limit: 2 })
    const { keys } = yield* pageOf(mine)
    assert.lengthOf(keys, 3)
    yield* discard(mine, keys[0]!)
    yield* create(mine, {}, 2)
  },
  *"makes a batch that takes another back"({ mine }) {
    yield* seedCatalog(mine, stock)
    const made = yield* create(mine, { reverts: "R" })
    assert.strictEqual(made.reverts, "R")
    assert.strictEqual((yield* batchOf(mine, made.key))?.reverts, "R")
  },
  *"lists batches, the one made last first, each once whatever the page"({ mine }) {
    yield* seedCatalog(mine, stock)
    for (const key of ["M", "A", "Z", "B"]) yield* create(mine, { key })
    assert.deepStrictEqual(yield* pageOf(mine), { keys: ["B", "Z", "A", "M"], total: 4, next: null })
    const first = yield* pageOf(mine, { limit: 3 })
    assert.deepStrictEqual(first.keys, ["B", "Z", "A"])
    yield* create(mine, { key: "N" })
    const second = yield* pageOf(mine, { limit: 3, after: first.next! })
    assert.deepStrictEqual(second, { keys: ["M"], total: 5, next: null })
  },
  *"goes on after a place in the organization's own count, whether or not a batch has it"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    for (const key of ["A", "B", "C"]) {
      yield* create(theirs, { key })
      yield* create(mine, { key })
    }
    const first = yield* pageOf(mine, { limit: 1 })
    assert.deepStrictEqual(first, { keys: ["C"], total: 3, next: { number: 3 } })
    const second = yield* pageOf(mine, { limit: 1, after: first.next })
    assert.deepStrictEqual(second, { keys: ["B"], total: 3, next: { number: 2 } })
    for (const number of [4, 3_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const all = yield* pageOf(mine, { after: { number } })
      assert.deepStrictEqual(all, { keys: ["C", "B", "A"], total: 3, next: null })
    }
    assert.deepStrictEqual(yield* pageOf(mine, { after: { number: 1 } }), { keys: [], total: 3, next: null })
  },
  *"lists those that are asked for"({ mine }) {
    yield* seedCatalog(mine, stock)
    yield* create(mine, { key: "A", name: "50% off", kind: "republish", brand_key: "B1" })
    yield* create(mine, { key: "B_1", name: "Élan" })
    yield* create(mine, { key: "BX1", brand_key: "B2" })
    yield* discard(mine, "BX1")
    const keys = (query: Parameters<typeof aPriceBatchQuery>[0]) =>
      Effect.map(pageOf(mine, query), (page) => page.keys)
    assert.deepStrictEqual(yield* keys({ status: "open" }), ["B_1", "A"])
    assert.deepStrictEqual(yield* keys({ status: "discarded" }), ["BX1"])
    assert.deepStrictEqual(yield* keys({ kind: "price_change" }), ["BX1", "B_1"])
    assert.deepStrictEqual(yield* keys({ brand_key: "B1" }), ["A"])
    assert.deepStrictEqual(yield* keys({ search: "b_1" }), ["B_1"])
    assert.deepStrictEqual(yield* keys({ search: "0% O" }), ["A"])
    assert.deepStrictEqual(yield* keys({ search: "élan" }), ["B_1"])
    assert.deepStrictEqual(yield* keys({ search: "%" }), ["A"])
  },
  *"finds batches by the SKUs of which they hold or withdraw a price, and by what they take back"({ mine }) {
    const variants = ["Ridge-Black-8", "Ridge-Black-9", "Eiger-8"].map((variant_key) =>
      aVariantEntry({ variant_key, color: "Black" }),
    )
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(mine, {
      products: [aProductEntry({ product_key: "P9", variants })],
      batches: [aBatchEntry({ key: "SPRING" }), aBatchEntry({ key: "FALL" })],
      prices: [
        aPriceEntry({ variant_key: "Ridge-Black-8", batch_key: "SPRING" }),
        aPriceEntry({ variant_key: "Eiger-8", effective_from: "2026-12-24", batch_key: "FALL" }),
      ],
    })
    const made = yield* change(
      mine,
      (part) => ({
        ...noWrites,
        drafts: [aDraft({ variant_key: "Ridge-Black-9" })],
        withdrawals: part.pairs.flatMap(({ records }) =>
          records.filter(({ variant_key }) => variant_key === "Eiger-8"),
        ),
      }),
      { scope: { kind: "colorways", colorways: [{ product_key: "P9", color: "Black" }] } },
    )
    const key = made.key
    const keys = (query: Parameters<typeof aPriceBatchQuery>[0]) =>
      Effect.map(pageOf(mine, query), (page) => page.keys)
    assert.sameMembers(yield* keys({ search: "RIDGE" }), [key, "SPRING"])
    assert.sameMembers(yield* keys({ search: "éiger" }), [key, "FALL"])
    assert.deepStrictEqual(yield* keys({ search: "black-9" }), [key])
    assert.deepStrictEqual(yield* keys({ search: "8 spring" }), ["SPRING"])
    assert.deepStrictEqual(yield* keys({ search: "ridgeblack" }), [])
    yield* discard(mine, key)
    assert.deepStrictEqual(yield* keys({ search: "black-9" }), [key])
    const reverting = yield* change(mine, () => noWrites, { target: { reverts: "SPRING" } })
    assert.deepStrictEqual(yield* keys({ reverts: "SPRING" }), [reverting.key])
    assert.deepStrictEqual(yield* keys({ reverts: "FALL" }), [])
  },
  *"discards an open batch, and withdraws its drafts"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* drafted(mine, [aDraft()])
    const kept = yield* drafted(mine, [aDraft({ amount: "80" })])
    assert.deepStrictEqual((yield* batchOf(mine, key))?.counts, { records: 1, withdrawals: 0 })
    const changes = yield* PriceChangeRepository
    const ended = yield* discard(mine, key)
    assert.deepInclude(ended, {
      status: "discarded",
      discarded_at: "2026-06-02T00:00:00.000Z",
      discarded_by: "bob",
    })
    assert.deepStrictEqual(ended.counts, { records: 1, withdrawals: 0 })
    const { items } = yield* changes.moments(mine, key, { limit: 200, after: null })
    assert.deepStrictEqual(
      items.map(({ records, least_amount }) => [records, least_amount]),
      [[1, "90"]],
    )
    assert.sameMembers((yield* seen(mine))!, [
      "A MAP 100.0 from 2026-01-01 active",
      "A MAP 90.00 from 2026-07-01 draft withdrawn by bob",
      "A MAP 80 from 2026-07-01 draft",
      "A MAP 120 from 2026-12-01 active",
      "B MSRP 150 from 2026-01-01 active",
    ])
    assert.strictEqual((yield* batchOf(mine, kept))?.counts.records, 1)
  },
  *"keeps the note that was written last, of a batch of any status and of no other organization's"({
    mine,
    theirs,
  }) {
    yield* seedCatalog(mine, stock)
    yield* create(mine, { key: "SPRING", name: null, kind: "price_change", brand_key: null })
    yield* create(theirs, { key: "SPRING", name: null, kind: "price_change", brand_key: null })
    yield* note(mine, "SPRING", "Mail dealers first")
    const noted = { noted_at: "2026-06-02T00:00:00.000Z", noted_by: "bob" }
    assert.deepInclude(yield* batchOf(mine, "SPRING"), { note: "Mail dealers first", ...noted })
    yield* discard(mine, "SPRING")
    yield* note(mine, "SPRING", "Not this year")
    assert.deepInclude(yield* batchOf(mine, "SPRING"), { status: "discarded", ...noted })
    yield* note(mine, "SPRING", null)
    assert.deepInclude(yield* batchOf(mine, "SPRING"), { note: null, ...noted })
    assert.deepInclude(yield* batchOf(theirs, "SPRING"), { note: null, noted_at: null, noted_by: null })
    yield* note(mine, "nothing", "of a batch that is not there")
    assert.isNull(yield* batchOf(mine, "nothing"))
  },
  *"counts what batches hold and withdraw, also where another one's publishing withdraws it"({ mine }) {
    const future = { effective_from: "2026-12-24", batch_key: "KEPT" }
    yield* seedCatalog(mine, { ...stock, batches: [aBatchEntry({ key: "KEPT" })] })
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ ...future, variant_key: "A", amount: "130" }),
        aPriceEntry({ ...future, variant_key: "B", amount: "140", status: "draft" }),
      ],
    })
    const changes = yield* PriceChangeRepository
    const counts = Effect.fnUntraced(function* (key: string) {
      const found = (yield* batchOf(mine, key))!.counts
      const { items } = yield* changes.list(mine, aPriceBatchQuery({ search: key }))
      assert.deepStrictEqual(items[0]!.counts, found)
      return [found.records, found.withdrawals]
    })
    const recordsOf = (part: ChangePart, ...amounts: ReadonlyArray<string>) =>
      part.pairs.flatMap(({ records }) => records.filter(({ amount }) => amounts.includes(amount ?? "")))
    assert.deepStrictEqual(yield* counts("KEPT"), [2, 0])
    const made = yield* change(mine, (part) => ({
      ...noWrites,
      drafts: [aDraft(), aDraft({ variant_key: "B" })],
      withdrawals: recordsOf(part, "130"),
    }))
    const target = { batch_key: made.key }
    assert.deepStrictEqual(yield* counts(made.key), [2, 1])
    const again = (part: ChangePart) => ({
      ...noWrites,
      drafts: [aDraft({ amount: "80" })],
      replaced: recordsOf(part, "90.00"),
      withdrawals: recordsOf(part, "130", "120"),
    })
    yield* change(mine, again, { target })
    assert.deepStrictEqual(yield* counts(made.key), [1, 2])
    yield* change(mine, (part) => ({ ...noWrites, released: recordsOf(part, "120") }), { target })
    assert.deepStrictEqual(yield* counts(made.key), [1, 1])
    yield* publish(mine, made.key)
    assert.deepStrictEqual(yield* counts(made.key), [1, 1])
    assert.deepStrictEqual(yield* counts("KEPT"), [1, 0])
    yield* discard(mine, "KEPT")
    assert.deepStrictEqual(yield* counts("KEPT"), [1, 0])
  },
  *"keeps the counts of a batch that is published or discarded, whatever of it is withdrawn later"({ mine }) {
    yield* seedCatalog(mine, { ...stock, batches: [aBatchEntry({ key: "KEPT" })] })
    const future = { variant_key: "A", amount: "130", effective_from: "2026-12-24", batch_key: "KEPT" }
    yield* seedCatalog(mine, { prices: [aPriceEntry(future)] })
    const changes = yield* PriceChangeRepository
    yield* discard(mine, "KEPT", act)
    const key = yield* drafted(mine, [aDraft(), aDraft({ variant_key: "B" })])
    yield* publish(mine, key)
    const taken = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) =>
        records.filter(
          ({ variant_key, amount }) => variant_key === "A" && ["90.00", "130"].includes(amount ?? ""),
        ),
      ),
    }))
    assert.deepStrictEqual(taken.counts, { records: 0, withdrawals: 2 })
    yield* publish(mine, taken.key)
    assert.include((yield* seen(mine))!, "A MAP 90.00 from 2026-07-01 active withdrawn by bob")
    const { items } = yield* changes.list(mine, aPriceBatchQuery())
    assert.deepStrictEqual(
      items.map(({ counts }) => [counts.records, counts.withdrawals]),
      [
        [0, 2],
        [2, 0],
        [1, 0],
      ],
    )
    for (const each of items) assert.deepStrictEqual(yield* batchOf(mine, each.key), each)
  },
  *"adds up what a batch changes when, by instant and price type, each once whatever the page"({
    mine,
    theirs,
  }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    const { moments } = yield* PriceChangeRepository
    const made = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      drafts: [
        aDraft({ amount: "90.00" }),
        aDraft({ variant_key: "B", amount: "100.50" }),
        aDraft({ variant_key: "B", price_type: "MSRP", amount: "0099.0" }),
        aDraft({ amount: "9", effective_from: "2026-08-01" }),
        aDraft({ variant_key: "B", amount: "10", effective_from: "2026-08-01" }),
        aDraft({ price_type: "MSRP", amount: null, ending: "not_offered" }),
        aDraft({ amount: null, ending: "not_offered", effective_from: "2026-09-01" }),
        aDraft({ variant_key: "B", amount: null, ending: "fall_back", effective_from: "2026-09-01" }),
      ],
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "120")),
    }))
    yield* drafted(mine, [aDraft({ amount: "1" })])
    const key = made.key
    const days = ["2026-07-01", "2026-08-01", "2026-09-01", "2026-12-01"]
    const [july, august, september, december] = days.map((day) => instantOf(day, "America/New_York"))
    const none = { least_amount: null, greatest_amount: null, ends: [] }
    const both = ["fall_back", "not_offered"]
    const all = [
      ...[
        { at: july, price_type: "MAP", records: 2, least_amount: "90", greatest_amount: "100.5" },
        {
          ...{ at: july, price_type: "MSRP", records: 2, least_amount: "99", greatest_amount: "99" },
          ends: ["not_offered"],
        },
        { at: august, price_type: "MAP", records: 2, least_amount: "9", greatest_amount: "10" },
        { ...none, at: september, price_type: "MAP", records: 2, ends: both },
      ].map((row) => ({ ends: [], ...row, price_list: basePriceList, withdrawals: 0 })),
      { at: december, price_type: "MAP", price_list: basePriceList, records: 0, withdrawals: 1, ...none },
    ]
    for (const limit of [1, 3, 4, 200]) {
      const met: Array<BatchMomentFound> = []
      for (let after: BatchMomentPlace | null = null; ; ) {
        const { items, total, isEnd }: Found<BatchMomentFound> = yield* moments(mine, key, { limit, after })
        assert.strictEqual(total, all.length)
        met.push(...items)
        assert.isAtMost(met.length, all.length)
        if (isEnd) break
        const last: BatchMomentFound = items.at(-1)!
        after = { at: last.at, price_type: last.price_type, price_list: last.price_list }
      }
      assert.deepStrictEqual(met, all as ReadonlyArray<object>)
    }
    const nothing = { items: [], total: 0, isEnd: true }
    const query = { limit: 5, after: null }
    for (const unknown of ["", key.toLowerCase(), `${key}\0`])
      assert.deepStrictEqual(yield* moments(mine, unknown, query), nothing)
    assert.deepStrictEqual(yield* moments(theirs, key, query), nothing)
    yield* publish(mine, key)
    assert.deepStrictEqual((yield* moments(mine, key, query)).items, all as ReadonlyArray<object>)
    const takes = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "9")),
    }))
    yield* publish(mine, takes.key)
    assert.deepStrictEqual((yield* moments(mine, key, query)).items, all as ReadonlyArray<object>)
    const other = yield* drafted(mine, [aDraft({ variant_key: "B" })])
    const before = yield* moments(mine, other, query)
    assert.isNotEmpty(before.items)
    yield* discard(mine, other)
    assert.deepStrictEqual(yield* moments(mine, other, query), before)
  },
  *"names the price lists of what a batch holds and withdraws, each once"({ mine, theirs }) {
    const inList = (price_list: string) => ({ variant_key: "A", price_list })
    const prices = [...stock.prices!, aPriceEntry({ ...inList("UK"), effective_from: "2026-12-01" })]
    yield* seedCatalog(mine, { ...stock, prices })
    yield* seedCatalog(theirs, { ...stock, prices })
    const { priceLists } = yield* PriceChangeRepository
    const drafts = [
      aDraft({ ...inList("US"), amount: "1" }),
      aDraft({ ...inList("US"), amount: "2", effective_from: "2026-08-01" }),
      aDraft({ ...inList("EU"), amount: "3" }),
    ]
    const key = yield* drafted(mine, drafts)
    assert.deepStrictEqual(yield* priceLists(mine, key), ["EU", "US"])
    const { key: other } = yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        withdrawals: pairs.flatMap(({ records }) => records.filter(({ price_list }) => price_list === "UK")),
      }),
      { price_lists: ["base", "UK"] },
    )
    assert.deepStrictEqual(yield* priceLists(mine, other), ["UK"])
    assert.deepStrictEqual(yield* priceLists(mine, yield* drafted(mine, [aDraft()])), [basePriceList])
    for (const unknown of ["", key.toLowerCase(), `${key}\0`])
      assert.deepStrictEqual(yield* priceLists(mine, unknown), [])
    assert.deepStrictEqual(yield* priceLists(theirs, key), [])
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, stock)
    const changes = yield* PriceChangeRepository
    const key = yield* drafted(theirs, [aDraft()])
    assert.isNull(yield* batchOf(mine, key))
    assert.deepStrictEqual(yield* pageOf(mine), { keys: [], total: 0, next: null })
    assert.isTrue(Option.isNone(yield* changes.brand(mine, "B1")))
    assert.strictEqual((yield* Effect.flip(change(mine, () => noWrites)))._tag, "NotFound")
    assert.deepStrictEqual(yield* partsRead(mine, { scope: { kind: "batch", batch_key: key } }), [])
    yield* inTurn(mine, ({ discard }) => discard(mine, key, later), [key])
    assert.strictEqual((yield* batchOf(theirs, key))?.status, "open")
    yield* publish(theirs, key)
    assert.deepStrictEqual(yield* changes.publications(mine, 0, 10), [])
    assert.isTrue(Option.isNone(yield* changes.publicationOf(mine, key)))
    assert.isNull(yield* changes.lastPublished(mine))
    yield* seedCatalog(mine, { ...stock, prices: [aPriceEntry({ variant_key: "A", amount: "1" })] })
    const { publication } = yield* publish(mine, yield* drafted(mine, [aDraft()]))
    assert.strictEqual(publication.number, 1)
    assert.lengthOf((yield* seen(theirs))!, 4)
  },
  *"gives of what a batch has changed which batch withdrew it, of two of one moment too, and in the place of which it was set"({
    mine,
  }) {
    yield* seedCatalog(mine, stock)
    const { key, other } = yield* setInPlace(mine)
    const scope = { kind: "batch", batch_key: key } as const
    const [part] = yield* partsRead(mine, { scope, since: null }, { batch_key: key })
    const map = part!.pairs.find(({ price_type }) => price_type === "MAP")
    assert.deepStrictEqual(placesOf(map!.records), [
      ["100.0", null, null],
      ["120", key, null],
      ["90.00", other, "120"],
    ])
  },
  *"gives the published batches that take others back"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    const { take_backs } = yield* takenBackBatches(mine)
    const { takeBacks } = yield* PriceChangeRepository
    assert.sameDeepMembers([...(yield* takeBacks(mine))], take_backs)
    assert.deepStrictEqual(yield* takeBacks(theirs), [])
  },
})
