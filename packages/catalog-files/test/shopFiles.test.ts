import { assert, describe } from "@effect/vitest"
import { instantFromMillis, PriceRepository } from "@hangtag/core"
import { standingClock } from "@hangtag/testkit"
import { Clock, Effect } from "effect"
import { shownOfText } from "../../core/test/cases/caseText.ts"
import { runShopPriceCases } from "../../core/test/cases/runCases.ts"
import type { ImportOptions } from "../src/importCatalog.ts"
import { inForce, inMemory, load, memory, ndjson, organization, shopFile, stored } from "./support.ts"

const now = (moment: string) =>
  Effect.provideService(Clock.Clock, standingClock(moment).clock) as <A, E, R>(
    effect: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>

/** Imports rows of a shop at a moment. */
const shows = (moment: string, rows: ReadonlyArray<ReadonlyArray<string>>, options?: ImportOptions) =>
  now(moment)(load({ "shop.csv": shopFile(...rows) }, options))

const [june, july, august] = ["2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "2026-08-01T00:00:00Z"] as const

runShopPriceCases("imported files", ({ time_zone = "UTC", shows: shown, asked }) =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* load({
        "brand.ndjson": ndjson({ kind: "brand", brand_key: "acme", name: "Acme", time_zone }),
      })
      const answers = yield* Effect.forEach(shown.map(shownOfText), ({ moment, amount, effective_from }) =>
        Effect.map(
          shows(moment, [["p1", "P1", "Acme", "A", amount ?? ""]], {
            prune: true,
            effectiveFrom: effective_from ?? undefined,
          }),
          ({ kinds, gone }) =>
            kinds.price.inserted > 0 ? "new" : (gone?.prices ?? 0) > 0 ? "withdrawn" : "unchanged",
        ),
      )
      const { pricesAround } = yield* PriceRepository
      const in_force = yield* Effect.forEach(asked, (moment) =>
        Effect.map(
          pricesAround(organization, ["A"], instantFromMillis(Date.parse(moment))),
          (found) => found.inForce[0]?.amount ?? "none",
        ),
      )
      return { told: answers, in_force }
    }).pipe(memory),
  ),
)

describe("a product that is left out", () => {
  const chair = ["armchair", "Armchair", "Acme", "ONE", "14200"]
  const cover = ["cover", "Cover", "Covers Ltd.", "ONE", "99"]

  inMemory(
    "says which rows are left out with its first, what else is wrong with them, and counts their prices",
    function* () {
      const rows = [
        ["boot", "Boot", "Acme", "#N/A", "1"],
        ["boot", "", "", "A2", "2"],
        ["boot", "", "", "#REF!", "3"],
      ]
      const { problems, kinds } = yield* shows(june, [...rows, chair])
      const ofSpreadsheets =
        "in column Variant SKU, an error of its spreadsheet; write the value there, and save it again"
      assert.deepStrictEqual(
        problems.map(({ line, fault }) => [line, fault]),
        [
          [2, `has #N/A ${ofSpreadsheets}; with it the rows of its product up to line 4 are left out`],
          [4, `has #REF! ${ofSpreadsheets}`],
        ],
      )
      assert.deepStrictEqual([kinds.product.inserted, kinds.price.inserted, kinds.price.withheld], [1, 1, 1])
    },
  )

  inMemory("writes nothing, and no price onto another product's variant", function* () {
    const summary = yield* shows(june, [chair, cover])
    assert.deepStrictEqual(
      summary.problems.map(({ line, kind, fault }) => [line, kind, fault]),
      [
        [
          3,
          "product",
          "leaves cover out: its variant ONE is another product's, on line 2; give every variant a Variant SKU of its own, or name variants by their options (handle-options)",
        ],
      ],
    )
    const { product, price } = summary.kinds
    assert.deepStrictEqual([product.inserted, product.rejected, price.inserted, price.withheld], [1, 1, 1, 1])
    assert.deepStrictEqual(summary.duplicates, { count: 1, first: ["ONE"] })
    assert.deepStrictEqual(yield* inForce("ONE"), { PRICE: "14200" })
    const { products, brands } = yield* stored()
    assert.deepStrictEqual([products.has("cover"), [...brands.keys()]], [false, ["acme"]])
  })

  inMemory("keeps no other from what it would have had", function* () {
    const set = [cover, ["cover", "", "", "TWO", "98"]]
    const summary = yield* shows(june, [chair, ...set, ["stool", "Stool", "Acme", "TWO", "40"]])
    assert.deepStrictEqual([summary.kinds.product.inserted, summary.duplicates.count], [2, 2])
    assert.deepStrictEqual(yield* inForce("TWO"), { PRICE: "40" })
  })

  inMemory("is mended by a corrected file", function* () {
    yield* shows(june, [chair, cover])
    yield* shows(july, [chair, ["cover", "Cover", "Acme", "TWO", "99"]])
    assert.deepStrictEqual(
      [yield* inForce("ONE"), yield* inForce("TWO")],
      [{ PRICE: "14200" }, { PRICE: "99" }],
    )
  })

  inMemory("keeps its prices of before where a fault is in its rows", function* () {
    yield* shows(june, [chair])
    const key = "x".repeat(600)
    const summary = yield* shows(july, [["armchair", "Armchair", "Acme", "ONE", "1", "Color", "\0"]])
    assert.deepStrictEqual([summary.kinds.product.rejected, summary.kinds.price.withheld], [1, 1])
    assert.deepStrictEqual(yield* inForce("ONE"), { PRICE: "14200" })
    assert.isUndefined((yield* stored()).variants.get(key))
  })

  inMemory("says nothing where its rows come again with other variants or prices", function* () {
    const again = [["stool", "Stool", "Acme", "TWO", "40"], chair.with(4, "99")]
    yield* shows(june, [chair, ["armchair", "", "", "THREE", "1"]])
    const summary = yield* shows(july, [chair, ...again], { prune: true })
    assert.deepStrictEqual(
      summary.problems.map(({ line, fault }) => [line, fault]),
      [
        [
          4,
          "repeats the product armchair, which stands on line 2 with other variants or prices; write all of its rows together, in one file",
        ],
      ],
    )
    const { product, price } = summary.kinds
    assert.deepStrictEqual([product.rejected, price.withheld, summary.gone?.variants], [1, 1, 0])
    assert.deepStrictEqual(summary.duplicates, { count: 1, first: ["ONE"] })
    assert.deepStrictEqual(
      [yield* inForce("ONE"), yield* inForce("THREE")],
      [{ PRICE: "14200" }, { PRICE: "1" }],
    )
  })

  inMemory(
    "is none where its rows come again and say the same, as of two exports that overlap",
    function* () {
      const { rejected, kinds } = yield* now(june)(
        load({ "a.csv": shopFile(chair), "b.csv": shopFile(chair, cover.with(3, "TWO")) }, { prune: true }),
      )
      assert.deepStrictEqual([rejected, kinds.product.inserted, kinds.price.inserted], [0, 2, 2])
    },
  )

  inMemory("is none where variants are named by their handle and options", function* () {
    const summary = yield* shows(june, [chair, cover], { variantKey: "handle-options" })
    assert.deepStrictEqual([summary.rejected, summary.duplicates.count], [0, 0])
    assert.deepStrictEqual(
      [yield* inForce("armchair"), yield* inForce("cover")],
      [{ PRICE: "14200" }, { PRICE: "99" }],
    )
    const { variants, labels } = yield* stored()
    assert.deepStrictEqual(variants.get("cover")?.variant.attributes, { sku: "ONE" })
    assert.strictEqual(labels.get("sku"), "SKU")
  })
})

describe("what is gone from the shop", () => {
  const boot = ["boot", "Boot", "Acme", "B-1", "10", "Color", "Black"]
  const tan = ["boot", "", "", "B-2", "11", "", "Tan"]
  const hat = ["hat", "Hat", "Acme", "H", "5", "Color", "Red"]
  const other = ["scarf", "Scarf", "Other", "S", "7", "Color", "Red"]

  inMemory("is counted and reported, and stays", function* () {
    yield* shows(june, [boot, tan, hat, other])
    const { gone } = yield* shows(july, [["boot", "Boot", "Acme", "B-1", "", "Color", "Black"]])
    assert.deepStrictEqual(gone, {
      products: 1,
      variants: 1,
      prices: 3,
      first: ["product hat", "variant B-2", "PRICE of B-1", "PRICE of B-2", "PRICE of H"],
      pruned: false,
    })
    assert.deepStrictEqual(
      [yield* inForce("B-1"), yield* inForce("H"), yield* inForce("S")],
      [{ PRICE: "10" }, { PRICE: "5" }, { PRICE: "7" }],
    )
  })

  inMemory("is retired with prune, and comes back with a file that has it", function* () {
    yield* shows(june, [boot, tan, hat, other])
    const { gone } = yield* shows(july, [boot], { prune: true })
    assert.deepStrictEqual([gone?.products, gone?.variants, gone?.prices, gone?.pruned], [1, 1, 2, true])
    assert.deepStrictEqual(
      [yield* inForce("B-1"), yield* inForce("B-2"), yield* inForce("H"), yield* inForce("S")],
      [{ PRICE: "10" }, {}, {}, { PRICE: "7" }],
    )
    const { products, variants } = yield* stored()
    const by = { at: Date.parse(july) * 1000, by: "import" }
    assert.deepStrictEqual([products.get("hat")?.retired, variants.get("B-2")?.retired], [by, by])
    const again = yield* shows(july, [boot], { prune: true })
    assert.deepStrictEqual([again.gone?.products, again.gone?.variants, again.gone?.prices], [0, 0, 0])
    const back = yield* shows(august, [boot, tan, hat])
    assert.deepStrictEqual([back.kinds.product.updated, back.kinds.price.inserted], [2, 2])
    assert.deepStrictEqual([yield* inForce("B-2"), yield* inForce("H")], [{ PRICE: "11" }, { PRICE: "5" }])
  })

  inMemory("is not what a line that cannot be read may have", function* () {
    yield* shows(june, [boot, tan, hat])
    const noHandle = ["", "Hat", "Acme", "H", "5"]
    const unknown = yield* shows(july, [boot, noHandle], { prune: true })
    assert.deepStrictEqual([unknown.gone?.products, unknown.gone?.pruned], [1, false])
    const noTitle = ["hat", "", "", "H", "5"]
    const faulty = yield* shows(july, [boot, tan, noTitle], { prune: true })
    assert.deepStrictEqual(
      [faulty.gone?.products, faulty.gone?.prices, faulty.gone?.pruned, faulty.rejected],
      [0, 0, true, 1],
    )
    const badPrice = yield* shows(july, [boot, ["boot", "", "", "B-2", "5,25", "", "Tan"], hat], {
      prune: true,
    })
    assert.deepStrictEqual([badPrice.gone?.prices, yield* inForce("B-2")], [0, { PRICE: "11" }])
  })

  inMemory("is not what other files of the import have, or price types that no column is of", function* () {
    const history = ndjson(
      { kind: "brand", brand_key: "acme", name: "Acme" },
      {
        kind: "product",
        brand_key: "acme",
        product_key: "sock",
        version: 1,
        name: "Sock",
        source: "scraper",
        variants: [{ variant_key: "SOCK" }],
      },
      {
        kind: "price",
        variant_key: "SOCK",
        price_type: "PRICE",
        amount: 3,
        effective_from: "2026-01-01",
        status: "active",
      },
      {
        kind: "price",
        variant_key: "H",
        price_type: "PRICE",
        amount: 4,
        effective_from: "2026-06-15",
        status: "active",
      },
      {
        kind: "price",
        variant_key: "H",
        price_type: "MAP",
        amount: 4,
        effective_from: "2026-01-01",
        status: "active",
      },
    )
    yield* shows(june, [boot, tan, hat])
    const bare = ["hat", "Hat", "Acme", "H", "", "Color", "Red"]
    const { gone } = yield* now(july)(
      load(
        {
          "1.ndjson": history,
          "2.csv": shopFile(boot, tan),
          "3.csv": shopFile(bare),
        },
        { prune: true },
      ),
    )
    assert.deepStrictEqual([gone?.products, gone?.variants, gone?.prices, gone?.pruned], [0, 0, 0, true])
    assert.deepStrictEqual(
      [yield* inForce("SOCK"), yield* inForce("H"), yield* inForce("B-2")],
      [{ PRICE: "3" }, { MAP: "4", PRICE: "4" }, { PRICE: "11" }],
    )
  })

  inMemory("cannot be pruned by a history", function* () {
    const error = yield* Effect.flip(
      load({ "c.ndjson": ndjson({ kind: "brand", brand_key: "B", name: "B" }) }, { prune: true }),
    )
    assert.include(error.message, "prune")
  })
})

describe("what a shop calls otherwise now", () => {
  inMemory("moves a product to its new vendor, and a variant to its new product, and says so", function* () {
    yield* shows(june, [["boot", "Boot", "Acme", "B-1", "10"]])
    const renamed = yield* shows(july, [["boot", "Boot", "Acme Inc.", "B-1", "10"]])
    assert.deepStrictEqual([renamed.rejected, renamed.moved.count], [0, 1])
    assert.include(renamed.moved.first[0], "boot")
    const moved = yield* shows(august, [["boot-2", "Boot", "Acme Inc.", "B-1", "12"]])
    assert.deepStrictEqual([moved.rejected, moved.moved.count, moved.gone?.products], [0, 1, 1])
    assert.deepStrictEqual(yield* inForce("B-1"), { PRICE: "12" })
    const own = yield* stored()
    assert.deepStrictEqual(
      [own.products.get("boot-2")?.brand_key, own.variants.get("B-1")?.variant.product_key],
      ["acme-inc", "boot-2"],
    )
  })

  inMemory(
    "is gone from a vendor's old name as from the new one, also where it is pruned later",
    function* () {
      const [boot, hat] = [
        ["boot", "Boot", "Acme", "B-1", "10"],
        ["hat", "Hat", "Acme", "H", "5"],
      ]
      const renamed = [boot!.with(2, "Acme Inc.")]
      yield* shows(june, [boot!, hat!])
      const first = yield* shows(june, renamed)
      const second = yield* shows(july, renamed, { prune: true })
      const third = yield* shows(july, renamed, { prune: true })
      assert.deepStrictEqual(
        [first, second, third].map(({ gone }) => [gone?.products, gone?.prices, gone?.first]),
        [
          [1, 1, ["product hat", "PRICE of H"]],
          [1, 1, ["product hat", "PRICE of H"]],
          [0, 0, []],
        ],
      )
      assert.deepStrictEqual([yield* inForce("H"), yield* inForce("B-1")], [{}, { PRICE: "10" }])
    },
  )

  inMemory("knows color and size by their names in many languages, or by those that are given", function* () {
    const names = [
      ["Färg", "Storlek"],
      ["FARBE", "Größe"],
      ["Color", "Talla"],
      ["Couleur", "Pointure"],
      ["カラー", "サイズ"],
      ["颜色", "尺码"],
      ["Цвет", "Размер"],
      ["Renk", "Beden"],
      ["renk", "Boyut"],
      ["Colores", "TAMAÑO"],
      ["Värv", "Suurus"],
      ["रंग", "आकार"],
      ["Kulör", "Passform"],
    ]
    const rows = names.map(([color, size], index) => [
      `p${index}`,
      "P",
      "Acme",
      `S${index}`,
      "1",
      color!,
      "Black",
      size!,
      "XL",
    ])
    const { warnings } = yield* shows(june, rows, { optionNames: { color: ["kulor"], size: ["PASSFORM"] } })
    assert.deepStrictEqual(warnings, [])
    const { variants } = yield* stored()
    for (const [index, [color]] of names.entries()) {
      const { variant } = variants.get(`S${index}`)!
      assert.deepStrictEqual([variant.color, variant.size, variant.attributes], ["Black", "XL", {}], color)
    }
  })

  inMemory("warns where a file gives no colors at all", function* () {
    const { warnings } = yield* shows(june, [["p", "P", "Acme", "S", "1", "Kulör", "Black"]])
    assert.strictEqual(warnings.length, 1)
    assert.include(warnings[0], "Kulör")
    assert.include(warnings[0], "shop.csv")
  })
})

describe("a dry run", () => {
  inMemory("tells the same and writes nothing", function* () {
    const first = [
      ["boot", "Boot", "Acme", "B-1", "10"],
      ["hat", "Hat", "Acme", "H", "5"],
    ]
    const second = [
      ["boot", "Boot", "New", "B-1", "12"],
      ["cap", "Cap", "Acme", "B-1", "5"],
      ["x", "X", "Acme", "X", "1"],
    ]
    yield* shows(june, first)
    const before = yield* stored()
    const faults: Array<string> = []
    const options = { prune: true, onProblem: ({ fault }: { fault: string }) => void faults.push(fault) }
    const dry = yield* shows(july, second, { ...options, dryRun: true })
    assert.deepStrictEqual(yield* stored(), before)
    const reported = faults.splice(0)
    const wet = yield* shows(july, second, options)
    const file = ({ problems, ...rest }: typeof wet) => ({
      ...rest,
      warnings: rest.warnings.length,
      problems: problems.length,
    })
    assert.deepStrictEqual(file(dry), file(wet))
    assert.deepStrictEqual([reported, wet.gone?.products, wet.moved.count, wet.rejected], [faults, 1, 1, 1])
    assert.notDeepEqual(yield* stored(), before)
  })
})

describe("keys that stand more than once", () => {
  inMemory("are counted by what they leave out, and what naming by options would", function* () {
    const rows = [
      ["boot", "Boot", "Acme", "ONE", "1", "Size", "9"],
      ["boot", "", "", "ONE", "1", "", "10"],
      ["boot", "", "", "TWO", "1", "", "10"],
      ["hat", "Hat", "Acme", "ONE", "1", "Size", "M"],
      ["hat", "", "", "THREE", "1", "", "L"],
    ]
    const { repeated, duplicates, kinds, unreadable } = yield* shows(june, rows)
    assert.deepStrictEqual(repeated, { variants: 3, with_handle_options: 1 })
    assert.deepStrictEqual(duplicates, { count: 1, first: ["ONE"] })
    assert.deepStrictEqual([kinds.product.inserted, kinds.product.rejected, unreadable], [1, 1, 1])
    const byOptions = yield* shows(june, rows, { variantKey: "handle-options" })
    assert.deepStrictEqual(byOptions.repeated, { variants: 1, with_handle_options: 1 })
  })
})
