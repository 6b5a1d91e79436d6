import {
  BatchUnsuitable,
  basePriceList,
  CatalogWriter,
  type ChangePart,
  instantFromMicros,
  PriceChangeRepository,
  PriceHistory,
  pairBasis,
  publicationLine,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import {
  aBasis,
  act,
  aDraft,
  batchOf,
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

const sha256 = (text: string) =>
  Effect.promise(async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  })

const historyOf = Effect.fnUntraced(function* (organization: string, price_list = basePriceList) {
  const { records } = yield* PriceHistory
  const of = { product_key: "P1", color: null }
  return Option.getOrThrow(
    yield* records(organization, of, { price_type: null, price_lists: [price_list], limit: 100 }),
  ).records
})

/** Writes drafts with the bases that they are judged by now. */
const judged = (organization: string, drafts: ReadonlyArray<ReturnType<typeof aDraft>>) =>
  Effect.map(
    change(organization, ({ pairs }) => ({
      ...noWrites,
      drafts,
      bases: pairs.map((pair) => ({
        ...pairBasis(pair, "", act.at, act.at),
        returns: [],
        lines: [],
        since: act.at,
      })),
    })),
    (batch) => batch.key,
  )

/** What a keeper of price changes promises of their publishing. */
export const publishPromises = promises({
  *"makes drafts active, each with the next sequence in the order of their records"({ mine }) {
    yield* seedCatalog(mine, stock)
    const at = "2026-07-01"
    const key = yield* drafted(mine, [
      aDraft({ variant_key: "B", amount: "1" }),
      aDraft({ amount: "2", effective_from: "2026-08-01" }),
      aDraft({ amount: "3", price_type: "\u{1f600}" }),
      aDraft({ amount: "4", price_type: "\ue000" }),
      aDraft({ amount: "5", effective_from: at }),
      aDraft({ amount: "6", effective_from: at }),
    ])
    yield* seedCatalog(mine, {
      prices: [aPriceEntry({ variant_key: "A", amount: "7", effective_from: at, status: "active" })],
    })
    const { publication } = yield* publish(mine, key)
    assert.deepInclude(publication, {
      number: 1,
      batch_key: key,
      published_at: "2026-06-02T00:00:00.000Z",
      published_by: "bob",
      records: 6,
    })
    const records = (yield* historyOf(mine)).filter(({ batch_key }) => batch_key === key)
    assert.isTrue(records.every(({ status }) => status === "active"))
    assert.deepStrictEqual(
      records.toSorted((a, b) => a.sequence - b.sequence).map(({ amount }) => amount),
      ["5", "6", "2", "4", "3", "1"],
    )
    const before = (yield* historyOf(mine)).find(({ amount }) => amount === "7")!
    assert.isTrue(records.every(({ sequence }) => sequence > before.sequence))
    assert.deepInclude(yield* batchOf(mine, key), {
      status: "published",
      published_at: "2026-06-02T00:00:00.000Z",
      published_by: "bob",
    })
  },
  *"is known to an import of the same, as the drafts that were and the prices that they became"({ mine }) {
    yield* seedCatalog(mine, stock)
    const { savePrices } = yield* CatalogWriter
    const key = yield* drafted(mine, [aDraft(), aDraft({ variant_key: "B" })])
    const as = (status: "draft" | "active") =>
      Effect.map(
        savePrices(
          mine,
          ["A", "B"].map((variant_key) =>
            aPriceEntry({
              ...{ variant_key, amount: "90", effective_from: "2026-07-01", status, batch_key: key },
            }),
          ),
        ),
        ({ inserted, unchanged }) => [inserted, unchanged],
      )
    assert.deepStrictEqual(yield* as("draft"), [0, 2])
    yield* publish(mine, key)
    assert.deepStrictEqual(yield* as("active"), [0, 2])
    assert.deepStrictEqual(yield* as("draft"), [0, 2])
  },
  *"withdraws the future records that the batch withdraws, and none that has begun"({ mine }) {
    yield* seedCatalog(mine, {
      ...stock,
      prices: [
        ...stock.prices!,
        aPriceEntry({ variant_key: "B", amount: "1", effective_from: "2026-06-02T00:00:00Z" }),
      ],
    })
    const made = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) =>
        records.filter(({ effective_at }) => effective_at > act.at),
      ),
    }))
    assert.deepStrictEqual(made.counts, { records: 0, withdrawals: 2 })
    const { publication } = yield* publish(mine, made.key)
    assert.strictEqual(publication.records, 1)
    assert.deepStrictEqual(yield* seen(mine), [
      "A MAP 100.0 from 2026-01-01 active",
      "A MAP 120 from 2026-12-01 active withdrawn by bob",
      "B MAP 1 from 2026-06-02T00:00:00Z active",
      "B MSRP 150 from 2026-01-01 active",
    ])
  },
  *"counts of a published batch what its publication has withdrawn, also of two of one moment"({ mine }) {
    yield* seedCatalog(mine, stock)
    const withdrawing = change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) =>
        records.filter(({ amount }) => amount === "120" || amount === "150"),
      ),
    }))
    const [first, second] = [yield* withdrawing, yield* withdrawing]
    const after = Effect.fnUntraced(function* ({ key, counts }: typeof first) {
      const { publication } = yield* publish(mine, key)
      const [part] = yield* partsRead(mine, { since: null }, { batch_key: key })
      const batch = yield* batchOf(mine, key)
      return [
        counts.withdrawals,
        publication.records,
        batch?.counts.withdrawals,
        part!.pairs[0]!.withdrawing.size,
      ]
    })
    assert.deepStrictEqual(yield* after(first), [2, 1, 1, 1])
    assert.deepStrictEqual(yield* after(second), [2, 0, 0, 0])
  },
  *"tells the hash of what it published, in order"({ mine }) {
    yield* seedCatalog(mine, stock)
    const made = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      drafts: [
        aDraft({ variant_key: "B", price_type: 'a "é"\n\u{1f600}', amount: "10.50" }),
        aDraft({ effective_from: "2026-12-01" }),
      ],
      withdrawals: pairs[0]!.records.filter(({ amount }) => amount === "120"),
    }))
    const { publication } = yield* publish(mine, made.key)
    const [, second, third, , fourth] = yield* historyOf(mine)
    const lines = [
      publicationLine(second!, "withdraw"),
      publicationLine(third!, "set"),
      publicationLine(fourth!, "set"),
    ]
    assert.strictEqual(lines[1], '["A","MAP",1796101200000000,"90.00","2026-12-01","set"]')
    assert.include(lines[2], '["B","a \\"é\\"\\n\u{1f600}",')
    assert.strictEqual(publication.sha256, yield* sha256(lines.join("\n")))
  },
  *"gives the publication of a batch, and none of one that was published elsewhere"({ mine }) {
    yield* seedCatalog(mine, { ...stock, batches: [{ key: "OLD", status: "published" }] })
    const { publicationOf } = yield* PriceChangeRepository
    const key = yield* drafted(mine, [aDraft()])
    assert.deepStrictEqual(yield* publicationOf(mine, key), Option.none())
    const { publication } = yield* publish(mine, key)
    assert.deepStrictEqual(yield* publicationOf(mine, key), Option.some(publication))
    assert.deepStrictEqual(yield* publicationOf(mine, "OLD"), Option.none())
  },
  *"numbers publications from 1 on without gaps, however many publish at once"({ mine }) {
    yield* seedCatalog(mine, stock)
    const keys = yield* Effect.forEach(Array.from({ length: 6 }), (_, index) =>
      drafted(mine, [aDraft({ amount: String(index) })]),
    )
    const done = yield* Effect.all(
      [...keys, ...keys].map((key) => publish(mine, key)),
      { concurrency: "unbounded" },
    )
    assert.lengthOf(
      done.filter(({ facts }) => facts !== undefined),
      6,
    )
    const changes = yield* PriceChangeRepository
    const feed = yield* changes.publications(mine, 0, 10)
    assert.deepStrictEqual(
      feed.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    )
    assert.sameMembers(
      feed.map(({ batch_key }) => batch_key),
      keys,
    )
    assert.deepStrictEqual(yield* changes.publications(mine, 2, 3), feed.slice(2, 5))
    assert.deepStrictEqual(yield* changes.publications(mine, 6, 3), [])
    assert.deepStrictEqual(yield* changes.publications(mine, Number.MAX_SAFE_INTEGER, 3), [])
  },
  *"tells what it is about to publish, and what has moved"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* judged(mine, [
      aDraft({ effective_from: "2026-08-01" }),
      aDraft({ variant_key: "B", effective_from: "2026-07-01T12:00" }),
      aDraft({ variant_key: "E", effective_at: instantOf("2026-07-01") }),
    ])
    yield* seedCatalog(mine, {
      prices: [
        aPriceEntry({ variant_key: "A", amount: "110", effective_from: "2026-05-01" }),
        aPriceEntry({ variant_key: "A", amount: "130", effective_from: "2026-11-01", status: "draft" }),
      ],
    })
    const other = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "120")),
    }))
    // by a clock that is ahead
    yield* publish(mine, other.key, { at: instantOf("2026-06-03"), by: "eve" })
    const { facts } = yield* publish(mine, key)
    const noon = { effective_from: "2026-07-01T12:00", effective_at: instantOf("2026-07-01T16:00:00Z") }
    const midnight = { effective_from: "2026-07-01", effective_at: instantOf("2026-07-01") }
    assert.deepStrictEqual(
      facts?.brands.map(({ brand_key, time_zone, first }) => [brand_key, time_zone, first]),
      [
        ["B1", "America/New_York", noon],
        ["B2", "UTC", midnight],
      ],
    )
    assert.deepStrictEqual(
      facts?.moved.map(({ variant_key, what, was, is }) => [variant_key, what, was?.amount, is?.amount]),
      [
        ["A", "incumbent", "100.0", "110"],
        ["A", "future", "120", undefined],
        ["A", "future", undefined, "130"],
      ],
    )
  },
  *"gives, of drafts of several products that begin at one instant, the one that came first"({ mine }) {
    yield* seedCatalog(mine, stock)
    const { facts } = yield* PriceChangeRepository
    const drafts = [aDraft(), aDraft({ variant_key: "D", effective_from: "2026-07-01T00:00" })]
    const firstOf = Effect.fnUntraced(function* (ordered: typeof drafts) {
      const { brands } = yield* facts(mine, yield* drafted(mine, ordered), later.at)
      return brands.map(({ first }) => first.effective_from)
    })
    assert.deepStrictEqual(yield* firstOf(drafts), ["2026-07-01"])
    const others = drafts.map((draft) => ({ ...draft, amount: "80" }))
    assert.deepStrictEqual(yield* firstOf(others.toReversed()), ["2026-07-01T00:00"])
  },
  *"moves nothing by the passing of time, nor by what else is published"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* judged(mine, [aDraft({ effective_from: "2027-01-01" })])
    yield* publish(mine, yield* drafted(mine, [aDraft({ variant_key: "C" }), aDraft({ variant_key: "B" })]))
    const { facts } = yield* publish(mine, key, { at: instantOf("2026-12-24"), by: "bob" })
    assert.deepStrictEqual(facts?.moved, [])
  },
  *"tells whether an amount of the batch was made of the price of a list above"({ mine }) {
    yield* seedCatalog(mine, stock)
    const { facts } = yield* PriceChangeRepository
    const from = "2026-07-01|1782864000000000|||90||unchanged|reject|keep|keep"
    const ofAbove = (price_list: string, lines: ReadonlyArray<string>) =>
      Effect.flatMap(
        change(mine, () => ({
          ...noWrites,
          drafts: [aDraft({ price_list })],
          bases: [aBasis({ price_list, lines })],
        })),
        ({ key }) => Effect.map(facts(mine, key, later.at), ({ is_of_above }) => is_of_above),
      )
    assert.isFalse(yield* ofAbove("EU", [from, "1782864000000000"]))
    assert.isTrue(yield* ofAbove("EU", [from, `${from}|above:KEY`]))
    assert.isFalse(yield* ofAbove(basePriceList, [from]))
  },
  *"tells which variants have come into what the batch was judged for, and gone from it"({ mine }) {
    yield* seedCatalog(mine, stock)
    const of = (variant_keys: ReadonlyArray<string>, price_type: string, color = "Black") => ({
      product_key: "P1",
      color,
      price_type,
      price_list: basePriceList,
      variant_keys,
    })
    const written = yield* change(mine, () => ({
      ...noWrites,
      drafts: [aDraft({ effective_from: "2027-01-01" }), aDraft({ variant_key: "B" })],
      bases: [
        aBasis({ incumbent: null, future: [] }),
        aBasis({ variant_key: "B" }),
        aBasis({ variant_key: "C" }),
      ],
      judged: [of(["A"], "MAP"), of(["A", "B"], "MSRP"), of(["C"], "MAP", "Red")],
    }))
    const key = written.key
    yield* change(mine, () => ({ ...noWrites, judged: [of(["A", "B"], "MAP")] }), {
      target: { batch_key: key },
    })
    const { facts } = yield* PriceChangeRepository
    const movedOf = (batch: string) =>
      Effect.map(facts(mine, batch, later.at), ({ moved }) =>
        moved.flatMap(({ variant_key, price_type, what, was, is }) =>
          what === "variant"
            ? [`${variant_key} ${price_type} ${was?.amount ?? "-"} ${is?.amount ?? "-"}`]
            : [],
        ),
      )
    assert.deepStrictEqual(yield* movedOf(key), [])
    const show = (variant_key: string, color: string) =>
      seedCatalog(mine, {
        products: [aProductEntry({ labels: ["fall"], variants: [aVariantEntry({ variant_key, color })] })],
      })
    yield* show("B", "Red")
    yield* show("F", "Black")
    yield* seedCatalog(mine, { prices: [aPriceEntry({ variant_key: "F", amount: "70" })] })
    // nothing is held of the type, or of the color, that others have moved in
    assert.deepStrictEqual(yield* movedOf(key), ["B MAP - -", "F MAP - 70"])
    yield* show("B", "Black")
    yield* show("F", "Blue")
    assert.deepStrictEqual(yield* movedOf(key), [])
  },
  *"gives the colorways of an open batch, with all records of their variants"({ mine }) {
    yield* seedCatalog(mine, stock)
    const batch_key = yield* drafted(mine, [aDraft({ variant_key: "C" }), aDraft()])
    const parts = yield* partsRead(
      mine,
      { scope: { kind: "batch", batch_key }, since: null },
      { batch_key, brand_key: null },
    )
    assert.deepStrictEqual(
      parts.map(({ product_key, color, variant_keys, brand }) => [
        product_key,
        color,
        brand?.brand_key,
        ...variant_keys,
      ]),
      [
        ["P1", "Black", "B1", "A"],
        ["P1", "Red", "B1", "C"],
      ],
    )
    assert.deepStrictEqual(parts[0]!.pairs[0]!.records.map(({ amount }) => amount).sort(), [
      "100.0",
      "120",
      "90.00",
    ])
  },
  *"writes what a temporary price returns to anew, where publishing changes that"({ mine }) {
    yield* seedCatalog(mine, stock)
    const until = "2026-07-10"
    const at = instantFromMicros(instantOf(until, "America/New_York"))
    const sale = aDraft({ ends: { at, until } })
    const back = aDraft({ amount: "100.0", effective_from: until, returns_from: sale })
    yield* publish(mine, yield* drafted(mine, [sale, back]))
    const other = yield* drafted(mine, [aDraft({ amount: "110", effective_from: "2026-06-20" })])
    const { publication } = yield* publish(mine, other)
    assert.strictEqual(publication.records, 3)
    assert.deepStrictEqual(
      (yield* seen(mine))?.filter((text) => text.includes(until)),
      [`A MAP 100.0 from ${until} active withdrawn by bob`, `A MAP 110 from ${until} active`],
    )
    const records = yield* historyOf(mine)
    const [key] = records.flatMap(({ record_key, ends }) => (ends?.at === at ? record_key : []))
    const returns = records.filter(({ returns_from }) => returns_from !== undefined)
    assert.deepStrictEqual(
      returns.map(({ returns_from, amount, batch_key }) => [returns_from, amount, batch_key === other]),
      [
        [key, "100.0", false],
        [key, "110", true],
      ],
    )
  },
  *"moves the end of a temporary price to another time zone with what begins there, where that is asked for"({
    mine,
  }) {
    yield* seedCatalog(mine, stock)
    const [from, until] = ["2026-05-20", "2026-07-10"]
    const at = instantFromMicros(instantOf(until, "America/New_York"))
    const sale = aDraft({ effective_from: from, ends: { at, until } })
    const back = aDraft({ amount: "100.0", effective_from: until, effective_at: at, returns_from: sale })
    yield* publish(mine, yield* drafted(mine, [sale, back]))
    const { saveBrands } = yield* CatalogWriter
    const tokyo = [aBrand({ time_zone: "Asia/Tokyo" })]
    const ofSale = Effect.map(historyOf(mine), (all) =>
      all.flatMap(({ effective_from, effective_at, ends }) =>
        effective_from === from ? [effective_at, ends?.at] : effective_from === until ? [effective_at] : [],
      ),
    )
    const before = yield* ofSale
    const zones = { at: later.at }
    // the sale, its return, and another price of the stock
    const to_come = [{ brand_key: "B1", records: 3, batch_keys: [] }]
    assert.deepStrictEqual((yield* saveBrands(mine, tokyo, zones)).to_come, to_come)
    assert.deepStrictEqual(yield* ofSale, before)
    const moved = yield* saveBrands(mine, tokyo, { ...zones, movesToCome: true })
    assert.deepStrictEqual(moved.to_come, to_come)
    const then = instantOf(until, "Asia/Tokyo")
    assert.deepStrictEqual(yield* ofSale, [before[0], then, then])
  },
  *"gives the moment of the last publication"({ mine }) {
    yield* seedCatalog(mine, stock)
    const { lastPublished } = yield* PriceChangeRepository
    assert.isNull(yield* lastPublished(mine))
    yield* publish(mine, yield* drafted(mine, [aDraft()]), act)
    assert.strictEqual(yield* lastPublished(mine), act.at)
    yield* publish(mine, yield* drafted(mine, [aDraft({ variant_key: "B" })]), later)
    assert.strictEqual(yield* lastPublished(mine), later.at)
  },
  *"dates what an import writes or withdraws at no moment before the last publication"({ mine }) {
    yield* seedCatalog(mine, stock)
    const begun = aDraft({ effective_from: "2026-06-02" })
    yield* publish(mine, yield* drafted(mine, [begun, { ...begun, variant_key: "B" }]), later)
    const { retire, saveShopPrices } = yield* CatalogWriter
    const pair = { variant_key: "B", price_type: "MAP" }
    const shown = { ...pair, product_key: "P1", amount: "70", effective_from: null }
    yield* saveShopPrices(mine, [shown], act.at)
    yield* retire(
      mine,
      { products: [], variants: [], prices: [{ ...pair, variant_key: "A" }] },
      act.at,
      "shop",
    )
    const moments = (yield* historyOf(mine)).flatMap(({ amount, effective_at, withdrawn }) =>
      withdrawn !== undefined ? withdrawn.at : amount === "70" ? effective_at : [],
    )
    assert.deepStrictEqual(moments, [later.at, later.at, later.at, later.at])
  },
  *"empties a batch, and ends prices that have begun for one that takes them back"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* drafted(mine, [aDraft({ effective_from: "2026-06-01" })])
    yield* publish(mine, key, act)
    const shown = yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        drafts: [aDraft()],
        withdrawals: pairs[0]!.records.filter(({ amount }) => amount === "120"),
        bases: [aBasis()],
      }),
      { target: { reverts: key } },
    )
    assert.deepStrictEqual(shown.counts, { records: 1, withdrawals: 1 })
    yield* inTurn(mine, ({ empty }) => empty(mine, shown.key, later), [shown.key])
    const emptied = yield* batchOf(mine, shown.key)
    assert.deepInclude(emptied, { status: "open", counts: { records: 0, withdrawals: 0 } })
    const [part] = yield* partsRead(mine, { since: null }, { batch_key: shown.key })
    assert.isTrue(part!.pairs.every(({ basis, withdrawing }) => basis === null && withdrawing.size === 0))
    yield* change(
      mine,
      ({ pairs }) => {
        const ended = pairs.flatMap(({ records }) => records.filter((record) => record.batch_key === key))
        const back = {
          ...aDraft({ amount: "100.0", effective_from: "2026-06-02", effective_at: later.at }),
          returns_from: ended[0]!.record_key,
        }
        return { ...noWrites, drafts: [back], ended }
      },
      { since: null, by: later, target: { batch_key: shown.key } },
    )
    yield* publish(mine, shown.key, later)
    assert.deepStrictEqual(
      (yield* seen(mine))?.filter((text) => text.startsWith("A MAP") && !text.includes("2026-01-01")),
      [
        "A MAP 90.00 from 2026-06-01 active",
        "A MAP 100.0 from 2026-06-02 active",
        "A MAP 90.00 from 2026-07-01 draft withdrawn by bob",
        "A MAP 120 from 2026-12-01 active",
      ],
    )
    const [ended] = (yield* historyOf(mine)).filter(({ taken_back }) => taken_back !== undefined)
    assert.deepStrictEqual([ended?.amount, ended?.taken_back], ["90.00", { at: later.at, by: shown.key }])
  },
  *"changes nothing, and uses up no number, where its transaction fails"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* drafted(mine, [aDraft()])
    const before = yield* historyOf(mine)
    const no = new BatchUnsuitable({ batch_key: key, problem: "is refused" })
    const refused = inTurn(
      mine,
      ({ publish }) => Effect.andThen(publish(mine, key, later), Effect.fail(no)),
      [key],
    )
    assert.strictEqual(yield* Effect.flip(refused), no)
    assert.deepStrictEqual(yield* historyOf(mine), before)
    assert.strictEqual((yield* batchOf(mine, key))?.status, "open")
    assert.strictEqual((yield* publish(mine, key)).publication.number, 1)
  },
  *"keeps price lists apart: what is judged, what has moved, what is published and what sales return to"({
    mine,
  }) {
    const eu = { variant_key: "A", price_list: "EU" }
    const ends = { at: instantOf("2026-08-01", "America/New_York"), until: "2026-08-01" }
    yield* seedCatalog(mine, { ...stock, prices: [...stock.prices!, aPriceEntry({ ...eu, amount: "50" })] })
    const writing = ({ pairs }: ChangePart) => ({
      ...noWrites,
      drafts: [aDraft({ ...eu, ends })],
      bases: pairs.map((pair) => ({
        ...pairBasis(pair, "", act.at, act.at),
        returns: [],
        lines: [],
        since: act.at,
      })),
    })
    const { key } = yield* change(mine, writing, { price_lists: ["base", "EU"] })
    const { facts } = yield* PriceChangeRepository
    const moved = Effect.map(facts(mine, key, later.at), (found) =>
      found.moved.map(({ variant_key, price_list, what }) => `${variant_key} ${price_list} ${what}`),
    )
    assert.deepStrictEqual(yield* moved, [])
    const { savePrices } = yield* CatalogWriter
    yield* savePrices(mine, [aPriceEntry({ variant_key: "A", amount: "101", effective_from: "2026-05-01" })])
    assert.deepStrictEqual(yield* moved, ["A base incumbent"])
    const inBase = yield* seen(mine)
    const { publication } = yield* publish(mine, key)
    assert.deepStrictEqual(yield* seen(mine), inBase)
    const inEu = yield* historyOf(mine, "EU")
    assert.deepStrictEqual(
      inEu.map(({ amount, status, returns_from }) => [amount, status, returns_from !== undefined]),
      [
        ["50", "active", false],
        ["90.00", "active", false],
        ["50", "active", true],
      ],
    )
    const [, sale, back] = inEu
    const lines = [publicationLine(sale!, "set"), publicationLine(back!, "set")]
    assert.isTrue(lines.every((line) => line.endsWith(',"EU"]')))
    assert.strictEqual(publication.sha256, yield* sha256(lines.join("\n")))
    const next = yield* drafted(mine, [aDraft({ ...eu, amount: "60", effective_from: "2026-06-15" })])
    yield* publish(mine, next)
    assert.deepStrictEqual(yield* seen(mine), inBase)
    const after = (yield* historyOf(mine, "EU")).filter(({ withdrawn }) => withdrawn === undefined)
    assert.deepStrictEqual(after.map(({ amount }) => amount).sort(), ["50", "60", "60", "90.00"])
  },
})
