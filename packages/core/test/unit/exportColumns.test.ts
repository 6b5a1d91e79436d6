import { exportPriceTypes } from "@hangtag/core/adapter"
import { aColumnMapping } from "@hangtag/testkit"
import { expect, it } from "vitest"
import { exportColumns, isPerVariant, mostPriceTypes } from "../../src/exports/rules/exportColumns.ts"

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

it("one type more than an export reads is a fault at its place, reported once", () => {
  const types = (count: number) => Array.from({ length: count }, (_, index) => `T${index}`)
  const faults = (...priceTypes: ReadonlyArray<string>) =>
    exportColumns(
      priceTypes.map((sub_field) => aColumnMapping({ source_field: "price", sub_field })),
      new Set(),
    ).faults
  expect(faults(...types(mostPriceTypes), ...types(mostPriceTypes))).toEqual([])
  expect(faults(...types(mostPriceTypes + 2))).toEqual([
    {
      loc: ["column_mappings", mostPriceTypes, "sub_field"],
      type: "value_error",
      msg: "Value error, an export reads at most 200 different price types: map fewer, or export them in parts",
      input: `T${mostPriceTypes}`,
    },
  ])
})

it("lists count with types, and are of price fields alone", () => {
  const of = (source_field: string, price_list: string | null, sub_field: string | null = null) =>
    aColumnMapping({ source_field, sub_field, price_list })
  const faults = (...mappings: ReadonlyArray<ReturnType<typeof of>>) =>
    exportColumns(mappings, new Set(["material"]), (key) => (key === "EU" ? ["EU"] : undefined)).faults.map(
      ({ loc, msg }) => `${loc.join(".")}: ${msg}`,
    )
  expect(faults(of("name", null), of("material", null), of("price", "EU", "MAP"))).toEqual([])
  expect(faults(of("name", "EU"), of("material", "base"), of("price", "UK", "MAP"))).toEqual([
    "column_mappings.0.price_list: Value error, only price fields are of a price list",
    "column_mappings.1.price_list: Value error, only price fields are of a price list",
    "column_mappings.2.price_list: Value error, there is no such price list",
  ])
  const types = Array.from({ length: mostPriceTypes }, (_, index) => `T${index}`)
  const inBase = types.map((type) => of("price", index(type) % 2 === 0 ? null : "base", type))
  expect(faults(...inBase, of("price", "base", "T0"))).toEqual([])
  expect(faults(...inBase, of("price", "EU", "T0"))).toHaveLength(1)
})

const index = (type: string) => Number(type.slice(1))
