import {
  BatchChanges,
  type BatchRepository,
  CatalogWriter,
  type ChangedVariant,
  hasNoSheet,
  type PriceChangeRepository,
  type PriceHistory,
  type PricePolicyRepository,
  type Transaction,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { aPriceEntry, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { seedCatalog } from "../seed/seedCatalog.ts"
import { fill, stock as priced } from "./batch/steps.ts"
import {
  aBasis,
  act,
  aDraft,
  change,
  discard,
  drafted,
  later,
  noWrites,
  placesOf,
  publish,
  setInPlace,
  stock,
  takenBackBatches,
} from "./priceChange/steps.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const read = Effect.fnUntraced(function* (
  organization: string,
  batchKey: string,
  beside?: ReadonlyMap<string, ReadonlyArray<string>>,
) {
  const { variants } = yield* BatchChanges
  return (yield* Stream.runCollect(variants(organization, batchKey, beside))).flat()
})

/** A variant, and of each pair the records; `+` before those that the batch holds, `-` before those that it withdraws. */
const seen = ({ variant_key, pairs }: ChangedVariant) => [
  variant_key,
  ...pairs.map(({ price_type, records, held, withdrawing }) =>
    [
      price_type,
      ...records
        .map(({ record_key, amount, status }) => {
          const mark = held.has(record_key) ? "+" : withdrawing.has(record_key) ? "-" : ""
          return `${mark}${amount}${status === "draft" ? " draft" : ""}`
        })
        .sort(),
    ].join(" "),
  ),
]

const both = {
  kind: "selection",
  selection: { product_keys: null, label_keys: null, source: null, colors: null },
} as const

/** A draft for A, B and D each, and the withdrawal of A's price to come. */
const changed = (organization: string) =>
  Effect.map(
    change(
      organization,
      ({ product_key, color, pairs }) =>
        product_key === "P2"
          ? { ...noWrites, drafts: [aDraft({ variant_key: "D" })] }
          : color === "Red"
            ? noWrites
            : {
                ...noWrites,
                drafts: [aDraft(), aDraft({ variant_key: "B" })],
                withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "120")),
              },
      { scope: both },
    ),
    (batch) => batch.key,
  )

/** What a `BatchChanges` promises, each by the name of its test. */
export const batchChangesPromises = promisesOf<
  | BatchChanges
  | BatchRepository
  | PriceChangeRepository
  | Transaction
  | CatalogWriter
  | PriceHistory
  | PricePolicyRepository
>()({
  *"gives the variants of a batch, by product key and variant key, with all records of what changes"({
    mine,
  }) {
    yield* seedCatalog(mine, stock)
    const key = yield* changed(mine)
    const found = yield* read(mine, key)
    assert.deepStrictEqual(found.map(seen), [
      ["A", "MAP +90.00 draft -120 100.0"],
      ["B", "MAP +90.00 draft"],
      ["D", "MAP +90.00 draft"],
    ])
    const { pairs: _, ...facts } = found[0]!
    const { color, size } = aVariantEntry()
    assert.deepStrictEqual(facts, {
      variant_key: "A",
      product_key: "P1",
      product_name: aProductEntry().name,
      color,
      size,
      time_zone: "America/New_York",
      batch: { key, published_at: null },
    })
  },
  *"names the product as its latest version does"({ mine }) {
    yield* seedCatalog(mine, stock)
    const variants = [aVariantEntry({ variant_key: "A" })]
    yield* seedCatalog(mine, {
      products: [
        aProductEntry({ version: 10, name: "Ten", variants }),
        aProductEntry({ version: 9, name: "Nine", variants }),
      ],
    })
    const key = yield* drafted(mine, [aDraft()])
    assert.deepStrictEqual(
      (yield* read(mine, key)).map(({ product_name }) => product_name),
      ["Ten"],
    )
  },
  *"gives what a published batch has published and withdrawn, without what came later"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* changed(mine)
    yield* publish(mine, key)
    yield* seedCatalog(mine, {
      prices: [aPriceEntry({ variant_key: "A", amount: "70", effective_from: "2026-08-01" })],
    })
    const found = yield* read(mine, key)
    assert.deepStrictEqual(found.map(seen), [
      ["A", "MAP +90.00 -120 100.0"],
      ["B", "MAP +90.00"],
      ["D", "MAP +90.00"],
    ])
    assert.deepStrictEqual(found[0]!.batch, { key, published_at: later.at })
  },
  *"leaves out what a batch holds no more, and withdrawals of what another has withdrawn"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* changed(mine)
    const other = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "120")),
    }))
    yield* publish(mine, other.key)
    yield* change(
      mine,
      ({ pairs }) => ({
        ...noWrites,
        replaced: pairs.flatMap(({ records, variant_key }) =>
          variant_key === "B" ? records.filter(({ status }) => status === "draft") : [],
        ),
      }),
      { target: { batch_key: key } },
    )
    assert.deepStrictEqual((yield* read(mine, key)).map(seen), [
      ["A", "MAP +90.00 draft 100.0 120"],
      ["D", "MAP +90.00 draft"],
    ])
    yield* discard(mine, key)
    assert.deepStrictEqual(yield* Effect.flip(read(mine, key)), hasNoSheet(key))
    assert.deepStrictEqual((yield* read(mine, other.key)).map(seen), [["A", "MAP -120 100.0 90.00 draft"]])
  },
  *"gives what a batch has published and another has withdrawn since"({ mine }) {
    yield* seedCatalog(mine, stock)
    const judged = yield* change(mine, () => ({ ...noWrites, drafts: [aDraft()], bases: [aBasis()] }))
    const { key } = judged!
    yield* publish(mine, key)
    const other = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ batch_key }) => batch_key === key)),
    }))
    yield* publish(mine, other.key)
    assert.deepStrictEqual((yield* read(mine, key)).map(seen), [["A", "MAP +90.00 100.0 120"]])
  },
  *"gives, of an open batch that takes another back, all that take others back"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    yield* takenBackBatches(theirs)
    const { key, take_backs } = yield* takenBackBatches(mine)
    const { key: asked } = yield* change(mine, () => noWrites, { target: { reverts: key } })
    const [found] = yield* read(mine, asked)
    const { reverts, ...batch } = found!.batch
    assert.deepStrictEqual(batch, { key: asked, published_at: null })
    assert.deepInclude(reverts, { key })
    assert.sameDeepMembers([...reverts!.take_backs.values()].flat(), [...take_backs])
  },
  *"gives, of an open batch that takes another back, which batch withdrew a price, and in the place of which one was set"({
    mine,
  }) {
    yield* seedCatalog(mine, stock)
    const { key, other } = yield* setInPlace(mine)
    const { key: asked } = yield* change(mine, () => noWrites, { target: { reverts: key } })
    const [found] = yield* read(mine, asked)
    assert.deepStrictEqual(placesOf(found!.pairs[0]!.records), [
      ["100.0", null, null],
      ["120", key, null],
      ["90.00", other, "120"],
    ])
  },
  *"gives what a republish batch was filled with"({ mine }) {
    yield* seedCatalog(mine, priced("V", "U"))
    yield* fill(mine, { variant_keys: ["V"], price_types: ["MAP"] })
    assert.deepStrictEqual((yield* read(mine, "REPUB-1")).map(seen), [["V", "MAP +1.00"]])
  },
  *"gives retired variants too"({ mine }) {
    yield* seedCatalog(mine, stock)
    const key = yield* drafted(mine, [aDraft()])
    const { retire } = yield* CatalogWriter
    yield* retire(mine, { products: ["P1"], variants: ["A"], prices: [] }, act.at, "the shop")
    assert.deepStrictEqual((yield* read(mine, key)).map(seen), [["A", "MAP +90.00 draft 100.0 120"]])
  },
  *"gives everything of the moment at which it began"({ mine }) {
    const keys = Array.from({ length: 700 }, (_, index) => `V${String(index).padStart(3, "0")}`)
    yield* seedCatalog(mine, {
      ...stock,
      products: [
        aProductEntry({
          variants: keys.map((variant_key) => aVariantEntry({ variant_key, color: "Black" })),
        }),
      ],
      prices: [],
    })
    const key = yield* drafted(
      mine,
      keys.map((variant_key) => aDraft({ variant_key })),
    )
    const { variants } = yield* BatchChanges
    let isChanged = false
    const found = yield* variants(mine, key).pipe(
      Stream.tap(() => {
        if (isChanged) return Effect.void
        isChanged = true
        const prices = keys.map((variant_key) => aPriceEntry({ variant_key, amount: "1" }))
        return Effect.andThen(seedCatalog(mine, { prices }), publish(mine, key))
      }),
      Stream.runCollect,
    )
    assert.deepStrictEqual(
      found.flat().map(seen),
      keys.map((each) => [each, "MAP +90.00 draft"]),
    )
  },
  *"gives nothing of an unknown batch, or of another organization"({ mine, theirs }) {
    yield* seedCatalog(mine, stock)
    yield* seedCatalog(theirs, stock)
    const key = yield* drafted(mine, [aDraft()])
    for (const unknown of [key.toLowerCase(), `${key}\0`, ""])
      assert.deepStrictEqual(yield* read(mine, unknown), [])
    assert.deepStrictEqual(yield* read(theirs, key), [])
  },
  *"gives each price list of a variant and type by itself, and none that the batch is not about"({ mine }) {
    const eu = { variant_key: "A", price_list: "EU" }
    yield* seedCatalog(mine, {
      ...stock,
      prices: [
        ...stock.prices!,
        aPriceEntry({ ...eu, amount: "1" }),
        aPriceEntry({ ...eu, amount: "2", price_list: "UK" }),
      ],
    })
    const lists = Effect.fnUntraced(function* (key: string) {
      const found = yield* read(mine, key)
      return found.flatMap(({ pairs }) =>
        pairs.map(({ price_type, price_list, records }) => `${price_type} ${price_list} ${records.length}`),
      )
    })
    const one = yield* drafted(mine, [aDraft(eu)])
    assert.deepStrictEqual(yield* lists(one), ["MAP EU 2"])
    const both = yield* drafted(mine, [aDraft(eu), aDraft()])
    assert.deepStrictEqual(yield* lists(both), ["MAP EU 3", "MAP base 3"])
  },
  *"gives what lists have beside those of the batch, where it is asked for, as it was at the publication"({
    mine,
  }) {
    yield* seedCatalog(mine, {
      ...stock,
      prices: [
        ...stock.prices!,
        aPriceEntry({ variant_key: "A", amount: "2", price_list: "UK" }),
        aPriceEntry({ variant_key: "A", amount: "3", price_list: "UK", price_type: "MSRP" }),
        aPriceEntry({ variant_key: "A", amount: "4", price_list: "US" }),
      ],
    })
    const key = yield* drafted(mine, [
      aDraft({ price_list: "EU" }),
      aDraft({ variant_key: "B", price_list: "EU" }),
    ])
    const above = new Map([
      ["EU", ["UK", "base"]],
      ["US", ["EU"]],
    ])
    const beside = Effect.map(read(mine, key, above), (found) =>
      found.map(({ variant_key, pairs, beside = [] }) => [
        variant_key,
        ...[...pairs, ...beside].map(({ price_type, price_list, records }) =>
          [price_type, price_list, ...records.map(({ amount }) => amount)].join(" "),
        ),
      ]),
    )
    const open = [
      ["A", "MAP EU 90.00", "MAP UK 2", "MAP base 100.0 120"],
      ["B", "MAP EU 90.00"],
    ]
    assert.deepStrictEqual(yield* beside, open)
    yield* publish(mine, key)
    yield* seedCatalog(mine, { prices: [aPriceEntry({ variant_key: "A", amount: "70" })] })
    const other = yield* change(mine, ({ pairs }) => ({
      ...noWrites,
      withdrawals: pairs.flatMap(({ records }) => records.filter(({ amount }) => amount === "120")),
    }))
    yield* publish(mine, other.key)
    assert.deepStrictEqual(yield* beside, open)
    const [a] = yield* read(mine, key, above)
    const [, base] = a!.beside!
    assert.isTrue(base!.records.every(({ withdrawn }) => withdrawn === undefined))
    assert.isTrue((yield* read(mine, key)).every((variant) => variant.beside === undefined))
  },
})
