import { exportColumns, exportPriceTypes, isPerVariant } from "@hangtag/core"
import { aColumnMapping } from "@hangtag/testkit"
import { expect, it } from "vitest"

const columns = (...fields: ReadonlyArray<string>) =>
  exportColumns(
    fields.map((field) => {
      const [source_field, sub_field = null] = field.split(":")
      return aColumnMapping({ source_field: source_field!, sub_field })
    }),
    new Set(["material"]),
  ).columns

it("the price types are those that columns read, each once", () => {
  expect(exportPriceTypes(columns("name", "color", "material:MAP"))).toEqual([])
  expect(
    exportPriceTypes(
      columns("price:MSRP", "material", "price_effective_from:MAP", "price:MAP", "variant_key"),
    ),
  ).toEqual(["MSRP", "MAP"])
})

it("an export is per variant exactly when a column reads a variant or price field", () => {
  expect(isPerVariant(columns("name", "labels", "material"))).toBe(false)
  expect(isPerVariant(columns("name", "width"))).toBe(true)
  expect(isPerVariant(columns("price:MAP"))).toBe(true)
  expect(isPerVariant(columns("name", "price_effective_from:MAP"))).toBe(true)
})
