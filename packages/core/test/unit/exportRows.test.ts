import { exportRows } from "@hangtag/core/adapter"
import { aColumnMapping, anExportProduct, aPriceRecord, aProduct, aVariant } from "@hangtag/testkit"
import { expect, it } from "vitest"
import { exportColumns } from "../../src/exports/rules/exportColumns.ts"

it("a moment that is none stays the text it is", () => {
  const { columns } = exportColumns([aColumnMapping({ source_field: "updated_at" })], new Set())
  const rowsOf = (updated_at: string) => [
    ...exportRows({ mode: "column_based", columns }, anExportProduct({ product: aProduct({ updated_at }) })),
  ]
  expect(rowsOf("unknown")).toEqual([["unknown"]])
  expect(rowsOf("2026-01-01")).toEqual([[{ kind: "date", text: "2026-01-01" }]])
})

it("a row is made when it is asked for, before the variants behind it are looked at", () => {
  const { columns } = exportColumns([aColumnMapping({ source_field: "color" })], new Set())
  const looked: Array<string> = []
  const variants = ["B", "A", "C"].map((variant_key) => ({
    ...aVariant({ variant_key }),
    get color() {
      looked.push(variant_key)
      return "Black"
    },
    get attributes() {
      looked.push(variant_key)
      return { size: "9" }
    },
  }))
  for (const shape of [
    { mode: "column_based" as const, columns },
    { mode: "attribute_rows" as const, labels: new Map(), columns: [] },
  ]) {
    looked.length = 0
    const rows = exportRows(shape, anExportProduct({ product: aProduct({ attributes: {} }), variants }))
    const [first] = rows
    expect(first).toBeDefined()
    expect(looked).toEqual(["A"])
  }
})

it.each([3, 30])("prices are found by their type among %s of a variant, the first of two", (count) => {
  const types = Array.from({ length: count }, (_, index) => `TYPE-${index}`)
  const mappings = [...types.toReversed(), "NONE", "TYPE-1"].map((sub_field) =>
    aColumnMapping({ source_field: "price", sub_field }),
  )
  const { columns } = exportColumns(mappings, new Set())
  const prices = [...types, "TYPE-1"].map((price_type, index) => ({
    ...aPriceRecord({ variant_key: "A", price_type }),
    amount: `${index}`,
  }))
  const others = prices.map((price) => ({ ...price, variant_key: "B", amount: "999" }))
  const input = anExportProduct({
    variants: [aVariant({ variant_key: "A" })],
    prices: [...others, ...prices],
  })
  const [row] = exportRows({ mode: "column_based", columns }, input)
  const number = (text: string) => ({ kind: "number", text })
  expect(row).toEqual([...types.map((_, index) => number(`${index}`)).toReversed(), null, number("1")])
})
