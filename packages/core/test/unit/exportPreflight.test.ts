import type { ExportFormat, ExportPreflight, ExportProduct } from "@hangtag/core"
import type { ExportShape } from "@hangtag/core/adapter"
import { anExportProduct, aPriceRecord, aVariant, aVariantEntry } from "@hangtag/testkit"
import { assert, describe, it } from "vitest"
import { excelLimits } from "../../src/exports/rules/excelLimits.ts"
import { exportPreflight } from "../../src/exports/rules/exportPreflight.ts"
import { emptySample, isSampleFull, sampled } from "../../src/exports/rules/exportSample.ts"

const types = ({ warnings }: ExportPreflight) => warnings.map(({ type }) => type)

describe("exportPreflight", () => {
  const count = (total: number) => ({
    total,
    skipped: { unknown_product: 0, filtered_out: 0, unknown_keys: [] },
  })
  const shape = (columns: number, key = "material"): ExportShape => ({
    mode: "column_based",
    columns: Array.from({ length: columns }, (_, index) => ({
      name: `C${index}`,
      source: { kind: "attribute", key, sub_field: null },
      use_label: false,
    })),
  })
  const properties: ExportShape = { mode: "attribute_rows", labels: new Map(), columns: [] }
  const looked = (
    format: ExportFormat,
    shape: ExportShape,
    total: number,
    products: ReadonlyArray<ExportProduct>,
    variants = 0,
  ) => exportPreflight(count(total), variants, sampled(emptySample(format, shape), products))
  const product = (material: string | number) => {
    const { product, ...rest } = anExportProduct()
    return { ...rest, product: { ...product, attributes: { material } } }
  }

  it("tells how many sheets of Excel the rows fill", () => {
    const rows = excelLimits.rowsPerSheet - 1
    assert.strictEqual(looked("xlsx", shape(1), rows, [product("a")]).sheets, 1)
    const more = looked("xlsx", shape(1), rows + 1, [product("a")])
    assert.deepStrictEqual([more.sheets, types(more)], [2, ["excel_rows"]])
    const csv = looked("csv", shape(1), rows + 1, [product("a")])
    assert.deepStrictEqual([csv.sheets, types(csv)], [1, []])
  })

  it("tells of too large a file, texts that are cut and numbers that are text", () => {
    const large = looked("xlsx", shape(1_000), 1_000_000, [product("a")])
    assert.deepStrictEqual(types(large), ["excel_size"])
    const long = product("x".repeat(32_768))
    assert.deepStrictEqual(types(looked("xlsx", shape(1), 1, [long])), ["excel_text"])
    assert.deepStrictEqual(types(looked("csv", shape(1), 1, [long])), [])
    const digits = product(1234567890123456)
    assert.deepStrictEqual(types(looked("xlsx", shape(1), 1, [digits])), ["excel_number"])
  })

  it("tells which prices no row of properties has, whatever the list", () => {
    const column = (price_type: string) => ({
      name: price_type,
      source: { kind: "price", field: "price", price_type, price_list: "DE", lists: ["DE", "base"] } as const,
      use_label: false,
    })
    const rows: ExportShape = { ...properties, columns: [column("MAP"), column("MPA")] }
    const found = looked("csv", rows, 1, [
      { ...product("a"), variants: [aVariant()], prices: [aPriceRecord()] },
    ])
    assert.deepStrictEqual(types(found), ["unknown_price_type"])
    assert.include(found.warnings[0]?.message, '"MPA"')
    assert.strictEqual(found.columns.at(-1), "price_list")
  })

  it("estimates rows that only writing would count, from the products looked into", () => {
    const guess = looked("csv", properties, 100, [product("a"), product("b")])
    assert.deepInclude(guess, { rows: 100, is_estimate: true })
    const exact = looked("csv", properties, 2, [product("a"), product("b")])
    assert.deepInclude(exact, { rows: 2, is_estimate: false })
  })

  const perVariant: ExportShape = {
    mode: "column_based",
    columns: [
      { name: "Key", source: { kind: "variant", field: "variant_key" }, use_label: false },
      { name: "Text", source: { kind: "attribute", key: "text", sub_field: null }, use_label: false },
    ],
  }
  const variantsOf = (product_key: string, number: number, attributes = {}) =>
    Array.from({ length: number }, (_, index) =>
      aVariantEntry({ variant_key: `${product_key}-${100_000 + index}`, attributes }),
    ).map((variant) => ({ ...variant, product_key }))
  const withVariants = (number: number, text: string, product_key = "P1", attributes = {}) => {
    const { product, ...rest } = anExportProduct()
    return {
      ...rest,
      product: { ...product, product_key, attributes: { text } },
      variants: variantsOf(product_key, number, attributes),
    }
  }

  it("looks at N rows, whatever the products are like", () => {
    const one = sampled(emptySample("csv", perVariant), [withVariants(20_000, "a")])
    assert.deepInclude(one, { versions: 1, looked: 1000, rows: 20_000 })
    const many = sampled(
      emptySample("csv", perVariant),
      Array.from({ length: 100 }, (_, index) => withVariants(400, "x".repeat(31_000), `P${index}`)),
    )
    assert.deepInclude(many, { versions: 100, looked: 1000, rows: 40_000 })
    const wide = sampled(emptySample("csv", shape(16_384)), [
      product("a"),
      product("b"),
      product("c"),
      product("d"),
      product("e"),
    ])
    assert.isAtMost(wide.looked, 4)
    const long = Array.from({ length: 1000 }, (_, index) => product(`${index}${"x".repeat(100_000)}`))
    const read = sampled(emptySample("csv", shape(1)), long)
    assert.isBelow(read.spent.characters, 2_100_000)
    const given = withVariants(5000, "a", "P1", { a: 1, b: 2, c: 3 })
    assert.isBelow(sampled(emptySample("csv", properties), [given]).looked, 1010)
    for (const sample of [one, many, wide, read]) assert.isTrue(isSampleFull(sample))
    const thousand = Array.from({ length: 1000 }, () => withVariants(0, "a"))
    assert.isTrue(isSampleFull(sampled(emptySample("csv", perVariant), thousand)))
    assert.isFalse(isSampleFull(sampled(emptySample("csv", perVariant), [withVariants(999, "a")])))
  })

  it.each([
    ["csv", 40_000 * (9 + 31_000 + 2.2)],
    // variant keys are new in each row, the text is that of all of them
    ["xlsx", 40_000 * (3.9 + 0.35 * 9 + 3.9 + 0.01 * 31_000)],
  ] as const)("estimates the size of all rows by those that were looked at: %s", (format, bytes) => {
    const products = Array.from({ length: 10 }, (_, index) =>
      withVariants(400 * (index + 1), "x".repeat(31_000), `P${index}`),
    )
    const { estimated_size } = looked(format, perVariant, 18, products, 40_000)
    assert.approximately(estimated_size, bytes, bytes / 100)
  })

  it("takes a product's own text for one that its rows repeat", () => {
    const products = Array.from({ length: 500 }, (_, index) =>
      withVariants(100, `${index}${"x".repeat(997)}`.slice(0, 1000), `P${100 + index}`),
    )
    const { estimated_size } = looked("xlsx", perVariant, 500, products, 50_000)
    const bytes = 50_000 * (3.9 + 0.35 * 11 + 3.9 + 0.01 * 1000) + 500 * 0.34 * 1000
    assert.approximately(estimated_size, bytes, bytes / 50)
  })

  it("weighs a product by its rows", () => {
    const products = [
      withVariants(10_000, "x"),
      withVariants(10_000, "x".repeat(101), "P2"),
      withVariants(1, "x".repeat(5000), "P3"),
    ]
    const { estimated_size } = looked("csv", perVariant, 3, products, 20_001)
    assert.approximately(estimated_size, 20_001 * (9 + 51 + 2.2) + 5000, 20_000)
  })

  it("counts of a text what a cell of the format holds", () => {
    const [short, cut] = [32_767, 500_000].map(
      (length) => looked("xlsx", shape(1), 1, [product("x".repeat(length))]).estimated_size,
    )
    assert.strictEqual(cut, short)
    assert.isAtLeast(looked("csv", shape(1), 1, [product("é".repeat(500_000))]).estimated_size, 1_000_000)
  })

  it("estimates the properties of variants that it did not look at", () => {
    const products = [withVariants(4000, "a", "P1", { a: 1, b: 2 }), withVariants(0, "a", "P2")]
    const guess = looked("csv", properties, 2, products)
    assert.deepInclude(guess, { rows: 8002, is_estimate: true })
    const bare = looked("csv", properties, 1, [withVariants(2000, "a")])
    assert.deepInclude(bare, { rows: 1, is_estimate: true })
  })

  it("tells of product versions that give no row, and why", () => {
    const none = [withVariants(0, "a"), withVariants(2, "a", "P2")]
    const { warnings } = looked("csv", perVariant, 2, none, 2)
    assert.deepStrictEqual(warnings, [
      {
        type: "rowless_products",
        message: "1 product version has no variants, and gives no row",
        column: null,
      },
    ])
    const bare = ["P1", "P2"].map((product_key) => {
      const { product, ...rest } = withVariants(0, "a", product_key)
      return { ...rest, product: { ...product, attributes: {} } }
    })
    const messages = (total: number) =>
      looked("csv", properties, total, bare).warnings.map(({ message }) => message)
    assert.deepStrictEqual(messages(10), [
      "2 of the 2 product versions looked into have no attributes, and give no row",
    ])
    assert.deepStrictEqual(messages(2), [
      "Nothing of what is selected gives a row: the file would hold its header only",
      "2 product versions have no attributes, and give no row",
    ])
    assert.deepStrictEqual(types(looked("csv", shape(1, "text"), 1, [none[0]!])), [])
  })

  it("tells where rows of several versions cannot be distinguished", () => {
    const twice = ["P1", "P1", "P2"].map((key) => withVariants(1, "a", key, { b: 1 }))
    assert.deepStrictEqual(types(looked("csv", properties, 3, twice)), ["mixed_versions"])
    assert.deepStrictEqual(types(looked("csv", properties, 2, twice.slice(1))), [])
    assert.deepStrictEqual(types(looked("csv", perVariant, 3, twice, 3)), [])
  })

  it("tells of a column's name that a cell cuts, and shortens it", () => {
    const name = "n".repeat(32_768)
    const long: ExportShape = {
      mode: "column_based",
      columns: [{ name, source: { kind: "product", field: "product_key" }, use_label: false }],
    }
    const { warnings } = looked("xlsx", long, 1, [product("a")])
    assert.deepStrictEqual(warnings, [
      {
        type: "excel_text",
        message: `The name "${"n".repeat(80)}…" has more than 32,767 characters, which a cell cuts: csv keeps them`,
        column: 0,
      },
    ])
    assert.deepStrictEqual(looked("csv", long, 1, [product("a")]).warnings, [])
  })
})
