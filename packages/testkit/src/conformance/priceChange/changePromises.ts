import {
  type BatchPart,
  BatchUnsuitable,
  basePriceList,
  CatalogWriter,
  type ChangePart,
  type ChangeReading,
  PriceChangeRepository,
  PriceHistory,
  PricePolicyRepository,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  aBrand,
  aNewPriceBatch,
  aPriceEntry,
  aPricePolicy,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import {
  aBasis,
  act,
  aDraft,
  batchOf,
  black,
  change,
  drafted,
  inTurn,
  later,
  noWrites,
  partsRead,
  promises,
  publish,
  seen,
  stock,
} from "./steps.ts"

const no = new BatchUnsuitable({ batch_key: "K", problem: "is refused" })

const amountsOf = ({ pairs }: ChangePart) =>
  pairs.map(
    ({ variant_key, price_type, records }) =>
      `${variant_key} ${price_type} ${records.map(({ amount }) => amount).sort()}`,
  )

/** What a keeper of price changes promises of their writing. */
export const changePromises = promises({
  *"gives each colorway asked for, in order, with its brand, variants and records"({ mine }) {
    yield* seedCatalog(mine, stock)
    const policies = yield* PricePolicyRepository
    yield* policies.save(mine, "B1", aPricePolicy({ notice_days: 3 }), { by: "keeper", at: seededAt })
    const red = { product_key: "P1", color: "Red" }
    const others = ["P1", "P3", "p1"].map((product_key) => ({ product_key, color: "black" }))
    const parts = yield* partsRead(mine, {
      scope: { kind: "colorways", colorways: [red, black, ...others] },
    })
    assert.deepStrictEqual(
      parts.map(({ index, brand, variant_keys }) => [index, brand?.brand_key, ...variant_keys]),
      [
        [0, "B1", "C"],
        [1, "B1", "A", "B"],
        [2, "B1"],
        [3, undefined],
        [4, undefined],
      ],
    )
    assert.deepInclude(parts[1], { product_key: "P1", color: "Black" })
    assert.deepStrictEqual(parts[1]!.brand, {
      brand_key: "B1",
      time_zone: "America/New_York",
      policy: aPricePolicy({ notice_days: 3 }),
      used_types: ["MAP", "MSRP"],
    })
    assert.deepStrictEqual(amountsOf(parts[1]!), ["A MAP 100.0,120", "B MSRP 150"])
    assert.isTrue(parts[1]!.pairs.every((pair) => pair.basis === null && pair.withdrawing.size === 0))
  },
  *"gives what is in force at the moment asked for, and all that comes later"({ mine }) {
    yield* seedCatalog(mine, {
      ...stock,
      prices: [
        ...stock.prices!,
        aPriceEntry({ variant_key: "B", amount: "7", effective_from: "2026-06-01T00:00:00Z" }),
        aPriceEntry({ variant_key: "B", amount: "8", effective_from: "2026-06-01T00:00:00.000001Z" }),
        aPriceEntry({ variant_key: "B", amount: "9", effective_from: "2026-08-01", status: "draft" }),
      ],
    })
    const writer = yield* CatalogWriter
    const prices = [{ variant_key: "A", price_type: "MAP" }]
    yield* writer.retire(mine, { products: [], variants: [], prices }, act.at, "the shop")
    const [part] = yield* partsRead(mine)
    const known = part!.pairs.map(({ records }) => records.map(({ amount }) => amount))
    assert.includeMembers(known[0]!, ["100.0", "120"])
    assert.includeMembers(known[1]!, ["7", "8", "9"])
    assert.deepStrictEqual(
      part!.pairs[0]!.records.map(({ withdrawn }) => withdrawn),
      part!.pairs[0]!.records.map(() => ({ at: act.at, by: "the shop" })),
    )
    yield* writer.retire(mine, { products: [], variants: ["A"], prices: [] }, act.at, "the shop")
    assert.deepStrictEqual((yield* partsRead(mine))[0]!.variant_keys, ["B"])
  },
  *"gives the colorways of a selection, by product key and color"({ mine }) {
    yield* seedCatalog(mine, stock)
    const any = { product_keys: null, label_keys: null, source: null, colors: null }
    const selected = (selection: Partial<typeof any> | Record<string, ReadonlyArray<string>>) =>
      Effect.map(
        partsRead(mine, { scope: { kind: "selection", selection: { ...any, ...selection } } }),
        (parts) =>
          parts.map(({ product_key, color, variant_keys }) => `${product_key} ${color} ${variant_keys}`),
      )
    assert.deepStrictEqual(yield* selected({}), ["P1 Black A,B", "P1 Red C", "P2 Black D"])
    assert.deepStrictEqual(yield* selected({ product_keys: ["P2", "P3", "none"] }), ["P2 Black D"])
    assert.deepStrictEqual(yield* selected({ label_keys: ["fall", "x"] }), ["P1 Black A,B", "P1 Red C"])
    assert.deepStrictEqual(yield* selected({ source: ["scraper"] }), ["P2 Black D"])
    assert.deepStrictEqual(yield* selected({ colors: ["Red"], label_keys: ["fall"] }), ["P1 Red C"])
    assert.deepStrictEqual(yield* selected({ product_keys: [] }), [])
  },
  *"writes drafts, withdrawals and bases into a new price change"({ mine }) {
    yield* seedCatalog(mine, stock)
    const bases = [
      aBasis({
        incumbent: "some key",
        future: ["one draft", "two active"],
        returns: [5, 6],
        lines: ["one|line", "7"],
        since: 7,
      }),
    ]
    const made = yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        drafts: [aDraft(), aDraft({ variant_key: "B", amount: "90.000" })],
        withdrawals: pairs[0]!.records.filter(({ amount }) => amount === "120"),
        bases,
      }),
      { target: { name: "Winter" } },
    )
    assert.deepInclude(made, {
      name: "Winter",
      kind: "price_change",
      brand_key: "B1",
      status: "open",
      reverts: null,
      created_by: "ann",
    })
    assert.match(made.key, /^PC-20260601-/)
    assert.deepStrictEqual(made.counts, { records: 2, withdrawals: 1 })
    assert.deepStrictEqual(yield* seen(mine), [
      "A MAP 100.0 from 2026-01-01 active",
      "A MAP 90.00 from 2026-07-01 draft",
      "A MAP 120 from 2026-12-01 active",
      "B MAP 90.000 from 2026-07-01 draft",
      "B MSRP 150 from 2026-01-01 active",
    ])
    const [part] = yield* partsRead(mine, {}, { batch_key: made.key })
    const [pair, other] = part!.pairs
    assert.deepStrictEqual(pair!.basis, bases[0])
    assert.isNull(other!.basis)
    const withdrawn = pair!.records.filter(({ record_key }) => pair!.withdrawing.has(record_key))
    assert.deepStrictEqual(
      withdrawn.map(({ amount }) => amount),
      ["120"],
    )
    assert.strictEqual(pair!.records.find(({ amount }) => amount === "90.00")?.batch_key, made.key)
  },
  *"fills a batch again: what is replaced is withdrawn, and bases take the place of others"({ mine }) {
    yield* seedCatalog(mine, stock)
    const batch_key = yield* drafted(mine, [aDraft(), aDraft({ variant_key: "B" })])
    const again = yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        drafts: [aDraft({ amount: "80" })],
        replaced: pairs[0]!.records.filter(({ amount }) => amount === "90.00"),
        bases: [aBasis({ returns: [1] }), aBasis({ returns: [2] })].slice(1),
      }),
      { target: { batch_key }, by: later },
    )
    assert.strictEqual(again.counts.records, 2)
    assert.sameMembers((yield* seen(mine))!.slice(1, 4), [
      "A MAP 90.00 from 2026-07-01 draft withdrawn by bob",
      "A MAP 80 from 2026-07-01 draft",
      "A MAP 120 from 2026-12-01 active",
    ])
    const [part] = yield* partsRead(mine, {}, { batch_key })
    assert.deepStrictEqual(part!.pairs[0]!.basis?.returns, [2])
  },
  *"reads a batch that is filled again from where its first line begins"({ mine }) {
    const next = aPriceEntry({ variant_key: "A", amount: "95", effective_from: "2026-05-20" })
    yield* seedCatalog(mine, { ...stock, prices: [...(stock.prices ?? []), next] })
    const since = instantOf("2026-05-10")
    const made = yield* change(mine, () => ({
      ...noWrites,
      drafts: [aDraft()],
      bases: [aBasis({ since })],
    }))
    const [part] = yield* partsRead(mine, { since: act.at }, { batch_key: made.key })
    assert.deepStrictEqual(amountsOf(part!)[0], "A MAP 100.0,120,90.00,95")
  },
  *"writes the same drafts into several batches"({ mine }) {
    yield* seedCatalog(mine, stock)
    const until = "2026-07-10"
    const sale = aDraft({ ends: { at: instantOf(until, "America/New_York"), until } })
    const drafts = [sale, aDraft({ amount: "100.0", effective_from: until, returns_from: sale })]
    const [first, second] = [yield* drafted(mine, drafts), yield* drafted(mine, drafts)]
    yield* publish(mine, second)
    const [part] = yield* partsRead(mine, { since: null }, {})
    const namedIn = (key: string) =>
      part!.pairs.flatMap(({ records }) => {
        const own = records.filter(({ batch_key }) => batch_key === key)
        return own.map(({ status, returns_from }) => [
          status,
          own.some(({ record_key }) => record_key === returns_from),
        ])
      })
    assert.deepStrictEqual(namedIn(first), [
      ["draft", false],
      ["draft", true],
    ])
    assert.deepStrictEqual(namedIn(second), [
      ["active", false],
      ["active", true],
    ])
  },
  *"gives pairs without a record that the batch was judged by, in the lists that are read"({ mine }) {
    yield* seedCatalog(mine, stock)
    const bases = [
      aBasis({ variant_key: "B" }),
      aBasis({ price_list: "EU" }),
      aBasis({ variant_key: "D" }),
      aBasis(),
    ]
    const { key: batch_key } = yield* change(mine, () => ({ ...noWrites, drafts: [aDraft()], bases }))
    const read = (
      reading: Partial<ChangeReading>,
      target = { batch_key, brand_key: "B1" as string | null },
    ) =>
      Effect.map(partsRead(mine, reading, target), (parts) =>
        parts.flatMap(({ pairs }) =>
          pairs.map(({ variant_key, price_type, price_list, records, basis }) => {
            const judged = basis === null ? "" : ` judged ${basis.variant_key} ${basis.price_list}`
            return `${variant_key} ${price_type} ${price_list} ${records.length}${judged}`
          }),
        ),
      )
    const judged = ["A MAP base 3 judged A base", "B MAP base 0 judged B base", "B MSRP base 1"]
    assert.deepStrictEqual(yield* read({}), judged)
    assert.deepStrictEqual(yield* read({ price_lists: ["EU"] }), ["A MAP EU 0 judged A EU"])
    const whole = { kind: "batch", batch_key } as const
    const ofBatch = (of?: BatchPart) =>
      read({ scope: { ...whole, ...(of && { of }) }, since: null }, { batch_key, brand_key: null })
    assert.deepStrictEqual(yield* ofBatch(), ["A MAP base 3 judged A base"])
    assert.deepStrictEqual(yield* ofBatch({ variant_keys: ["A", "B"] }), [
      "A MAP EU 0 judged A EU",
      ...judged,
    ])
  },
  *"withdraws nothing that was released"({ mine }) {
    yield* seedCatalog(mine, stock)
    const to = (change: "withdrawals" | "released", amount: string) => (part: ChangePart) => ({
      ...noWrites,
      [change]: part.pairs.flatMap(({ records }) => records.filter((record) => record.amount === amount)),
    })
    const { key: batch_key } = yield* change(mine, to("withdrawals", "120"))
    yield* change(mine, to("withdrawals", "150"), { target: { batch_key } })
    const again = yield* change(mine, to("released", "120"), { target: { batch_key } })
    assert.strictEqual(again.counts.withdrawals, 1)
    yield* publish(mine, batch_key)
    assert.include((yield* seen(mine))!, "A MAP 120 from 2026-12-01 active")
  },
  *"gives parts of a batch, and forgets what it was judged by of pairs that are dropped"({ mine }) {
    yield* seedCatalog(mine, stock)
    const scope = { kind: "colorways", colorways: [black, { product_key: "P2", color: "Black" }] } as const
    const made = yield* change(
      mine,
      ({ product_key }) =>
        product_key === "P2"
          ? { ...noWrites, drafts: [aDraft({ variant_key: "D" })], bases: [aBasis({ variant_key: "D" })] }
          : { ...noWrites, drafts: [aDraft()], bases: [aBasis(), aBasis({ variant_key: "B" })] },
      { scope },
    )
    const batch_key = made.key
    const read = (of?: BatchPart) =>
      Effect.map(
        partsRead(
          mine,
          { scope: { kind: "batch", batch_key, ...(of && { of }) }, since: null },
          { batch_key, brand_key: null },
        ),
        (parts) => parts.map(({ product_key, variant_keys }) => `${product_key} ${variant_keys}`),
      )
    assert.deepStrictEqual(yield* read(), ["P1 A", "P2 D"])
    assert.deepStrictEqual(yield* read({ colorways: [black] }), ["P1 A,B"])
    assert.deepStrictEqual(yield* read({ colorways: [{ product_key: "P1", color: "Red" }] }), [])
    assert.deepStrictEqual(yield* read({ variant_keys: ["B", "D", "nothing"] }), ["P1 B", "P2 D"])
    yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        replaced: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "90.00")),
        dropped: [
          { variant_key: "A", price_type: "MAP", price_list: basePriceList },
          { variant_key: "B", price_type: "MAP", price_list: basePriceList },
        ],
      }),
      {
        scope: { kind: "batch", batch_key, of: { variant_keys: ["A"] } },
        target: { batch_key, brand_key: null },
      },
    )
    assert.deepStrictEqual(yield* read({ colorways: [black] }), [])
    assert.deepStrictEqual(yield* read(), ["P2 D"])
    assert.deepStrictEqual((yield* batchOf(mine, batch_key))?.counts, { records: 1, withdrawals: 0 })
  },
  *"withdraws a draft that is in no batch, and leaves every other record"({ mine, theirs }) {
    const draft = aPriceEntry({
      variant_key: "B",
      amount: "70",
      effective_from: "2026-08-01",
      status: "draft",
    })
    yield* seedCatalog(mine, { ...stock, prices: [...(stock.prices ?? []), draft] })
    yield* drafted(mine, [aDraft()])
    const { withdrawDraft } = yield* PriceChangeRepository
    const [part] = yield* partsRead(mine)
    const keyOf = (amount: string) =>
      part!.pairs.flatMap(({ records }) => records).find((record) => record.amount === amount)!.record_key
    const end = (organization: string, key: string, by = act) =>
      Effect.map(withdrawDraft(organization, key, by), (found) =>
        Option.isNone(found) ? null : (found.value.withdrawn ?? "stays"),
      )
    const before = yield* seen(mine)
    assert.isNull(yield* end(mine, "nothing"))
    assert.isNull(yield* end(theirs, keyOf("70")))
    assert.strictEqual(yield* end(mine, keyOf("90.00")), "stays")
    assert.strictEqual(yield* end(mine, keyOf("120")), "stays")
    const kept = Option.getOrThrow(yield* withdrawDraft(mine, keyOf("120"), act))
    assert.strictEqual(kept.time_zone, "America/New_York")
    assert.deepStrictEqual(yield* seen(mine), before)
    assert.deepStrictEqual(yield* end(mine, keyOf("70")), { at: act.at, by: "ann" })
    assert.deepStrictEqual(yield* end(mine, keyOf("70"), later), { at: act.at, by: "ann" })
    assert.include((yield* seen(mine))!, "B MAP 70 from 2026-08-01 draft withdrawn by ann")
  },
  *"names what of a selection a brand has nothing of"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, {
      brands: [aBrand()],
      products: [aProductEntry({ product_key: "P9", variants: [aVariantEntry({ variant_key: "Z" })] })],
    })
    const { unknownNames } = yield* PriceChangeRepository
    const none = { product_keys: [], label_keys: [], source: [], colors: [] }
    const any = { product_keys: null, label_keys: null, source: null, colors: null }
    assert.deepStrictEqual(yield* unknownNames(mine, "B1", any), none)
    const known = {
      product_keys: ["P2", "P1"],
      label_keys: ["fall"],
      source: ["scraper"],
      colors: ["Red", "Black"],
    }
    assert.deepStrictEqual(yield* unknownNames(mine, "B1", known), none)
    const asked = {
      product_keys: ["P9", "P3", "P1", "\0"],
      label_keys: ["winter", "fall"],
      source: ["nothing"],
      colors: ["red", "Red"],
    }
    const found = {
      product_keys: ["P9", "P3", "\0"],
      label_keys: ["winter"],
      source: ["nothing"],
      colors: ["red"],
    }
    assert.deepStrictEqual(yield* unknownNames(mine, "B1", asked), found)
    const { retire } = yield* CatalogWriter
    yield* retire(mine, { products: ["P2"], variants: ["C"], prices: [] }, later.at, "me")
    assert.deepStrictEqual(yield* unknownNames(mine, "B1", known), {
      ...none,
      product_keys: ["P2"],
      source: ["scraper"],
      colors: ["Red"],
    })
  },
  *"changes nothing where its transaction fails"({ mine }) {
    yield* seedCatalog(mine, stock)
    const before = yield* seen(mine)
    const refused = inTurn(
      mine,
      Effect.fnUntraced(function* (changes) {
        const { key } = yield* changes.create(mine, aNewPriceBatch(), act, Number.POSITIVE_INFINITY)
        yield* changes.write(mine, key, { ...noWrites, drafts: [aDraft()], bases: [aBasis()] }, act)
        return yield* no
      }),
    )
    assert.strictEqual(yield* Effect.flip(refused), no)
    assert.deepStrictEqual(yield* seen(mine), before)
    const changes = yield* PriceChangeRepository
    assert.strictEqual((yield* changes.list(mine, { ...anyBatch, limit: 1 })).total, 0)
  },
  *"lets changes take turns: each reads what the one before wrote"({ mine }) {
    yield* seedCatalog(mine, stock)
    const batch_key = yield* drafted(mine, [])
    const once = (found: ChangePart) => {
      const isThere = found.pairs.some(({ records }) =>
        records.some((record) => record.batch_key === batch_key),
      )
      return isThere ? noWrites : { ...noWrites, drafts: [aDraft()] }
    }
    yield* Effect.all(
      Array.from({ length: 6 }, () => change(mine, once, { target: { batch_key } })),
      { concurrency: "unbounded" },
    )
    assert.deepStrictEqual((yield* batchOf(mine, batch_key))?.counts, { records: 1, withdrawals: 0 })
  },
  *"gives what a batch published, with all records of its variants"({ mine }) {
    yield* seedCatalog(mine, stock)
    const scope = { kind: "colorways", colorways: [black, { product_key: "P2", color: "Black" }] } as const
    const made = yield* change(
      mine,
      ({ product_key, pairs }) =>
        product_key === "P2"
          ? {
              ...noWrites,
              drafts: [aDraft({ variant_key: "D" })],
              bases: [aBasis({ variant_key: "D" })],
            }
          : { ...noWrites, withdrawals: pairs[0]!.records.filter(({ amount }) => amount === "120") },
      { scope },
    )
    yield* publish(mine, made.key)
    const read = partsRead(
      mine,
      { scope: { kind: "batch", batch_key: made.key }, since: null },
      { batch_key: made.key, brand_key: null },
    )
    const parts = yield* read
    assert.deepStrictEqual(
      parts.map(({ product_key, variant_keys }) => `${product_key} ${variant_keys}`),
      ["P1 A", "P2 D"],
    )
    assert.deepStrictEqual(parts.flatMap(amountsOf), ["A MAP 100.0,120", "D MAP 90.00"])
    const [pair] = parts[0]!.pairs
    const gone = pair!.records.find(({ amount }) => amount === "120")!
    assert.isTrue(pair!.withdrawing.has(gone.record_key))
    assert.deepStrictEqual(gone.withdrawn, { at: later.at, by: "bob" })
    assert.strictEqual(parts[1]!.brand?.brand_key, "B1")
    const { retire } = yield* CatalogWriter
    const prices = [{ variant_key: "D", price_type: "MAP" }]
    yield* retire(mine, { products: [], variants: [], prices }, later.at, "me")
    const [, other] = yield* read
    assert.deepStrictEqual(
      other?.pairs.flatMap(({ records }) => records.map(({ amount, withdrawn }) => [amount, withdrawn?.by])),
      [["90.00", "me"]],
    )
  },
  *"notes when a draft was written, and keeps that when it is published"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* drafted(mine, [aDraft()])
    const { records } = yield* PriceHistory
    const query = { price_type: null, limit: 10 }
    const noted = Effect.map(records(mine, { variant_key: "A" }, query), (found) =>
      Option.getOrThrow(found)
        .records.filter(({ batch_key }) => batch_key === key)
        .map(({ made_at }) => Math.floor(made_at! / 1000)),
    )
    assert.deepStrictEqual(yield* noted, [act.at / 1000])
    yield* publish(mine, key, later)
    assert.deepStrictEqual(yield* noted, [act.at / 1000])
  },
  *"reads of the price lists that are asked for, and of a batch of those that it has a price of"({ mine }) {
    const eu = { variant_key: "A", price_list: "EU" }
    yield* seedCatalog(mine, {
      ...stock,
      prices: [
        ...stock.prices!,
        aPriceEntry({ ...eu, amount: "1" }),
        aPriceEntry({ ...eu, amount: "2", price_type: "MSRP" }),
        aPriceEntry({ ...eu, amount: "3", price_list: "UK" }),
      ],
    })
    const read = (reading: Partial<ChangeReading>, batch_key: string | null = null) =>
      Effect.map(partsRead(mine, reading, { batch_key }), (parts) =>
        parts.flatMap(({ pairs }) =>
          pairs.map(
            ({ variant_key, price_type, price_list, records, basis }) =>
              `${variant_key} ${price_type} ${price_list} ${records.length}${basis === null ? "" : " judged"}`,
          ),
        ),
      )
    assert.deepStrictEqual(yield* read({}), ["A MAP base 2", "B MSRP base 1"])
    assert.deepStrictEqual(yield* read({ price_lists: ["UK", "EU"] }), [
      "A MAP EU 1",
      "A MAP UK 1",
      "A MSRP EU 1",
    ])
    const { key } = yield* change(mine, () => ({
      ...noWrites,
      drafts: [aDraft(eu), aDraft({ variant_key: "B" })],
      bases: [aBasis(eu), aBasis()],
    }))
    const scope = { kind: "batch", batch_key: key } as const
    const all = { scope, since: null }
    assert.deepStrictEqual(yield* read(all, key), [
      "A MAP EU 2 judged",
      "A MSRP EU 1",
      "B MAP base 1",
      "B MSRP base 1",
    ])
    assert.deepStrictEqual(yield* read({ ...all, price_lists: ["UK", "EU"] }, key), [
      "A MAP EU 2 judged",
      "A MAP UK 1",
      "A MSRP EU 1",
      "B MAP base 1",
      "B MSRP base 1",
    ])
    yield* change(mine, () => ({ ...noWrites, dropped: [{ ...eu, price_type: "MAP" }] }), {
      target: { batch_key: key },
    })
    const judged = yield* read({ price_lists: ["base", "EU"] }, key)
    assert.deepStrictEqual(
      judged.filter((text) => text.endsWith("judged")),
      ["A MAP base 2 judged"],
    )
  },
})

const anyBatch = { status: null, kind: null, brand_key: null, reverts: null, search: null, after: null }
