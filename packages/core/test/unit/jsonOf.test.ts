import { Amount } from "@hangtag/core"
import { listBatchRecords, previewColorway } from "@hangtag/core/effect"
import { jsonOf } from "@hangtag/core/promise"
import {
  aBatchRecord,
  aBatchRecordPage,
  aColorwayPreview,
  aFutureRecord,
  aLinePreview,
  anIncumbent,
  aPriceWarning,
} from "@hangtag/testkit"
import { Schema } from "effect"
import { expect, it } from "vitest"

/** More digits than a double has. */
const long = "12345678901234567890.10"

/** Every number of the JSON text that stands under a name, as the digits that are there. */
const numbers = (value: unknown, name: string) =>
  [...JSON.stringify(value).matchAll(new RegExp(`"${name}":([\\d.]+)`, "g"))].map(([, digits]) => digits)

it("a preview's amounts are numbers with all of their digits, wherever they stand", () => {
  const line = aLinePreview({ amount: long })
  const incumbent = { record_key: "R1", amount: long, effective_from: "2026-01-01" }
  const preview = aColorwayPreview({
    lines: [{ ...line, variants: line.variants.map((variant) => ({ ...variant, incumbent })) }],
    future_records: [aFutureRecord({ amount: long })],
    incumbents: [anIncumbent({ amount: "129.95" })],
    warnings: [aPriceWarning({ kind: "above_msrp", msrp: long } as never), aPriceWarning()],
  })
  const json = previewColorway.toJson(preview)
  expect(numbers(json, "amount")).toEqual([long, long, long, "129.95"])
  expect(numbers(json, "msrp")).toEqual([long])
  // nothing else is another
  const without = JSON.stringify(json).replace(/"(amount|msrp)":([\d.]+)/g, '"$1":"$2"')
  expect(JSON.parse(without)).toEqual(JSON.parse(JSON.stringify(preview)))
})

it("so are those of a page of records", () => {
  const page = aBatchRecordPage({ items: [aBatchRecord({ amount: long }), aBatchRecord({ amount: "0.10" })] })
  const json = listBatchRecords.toJson({ ...page, next: null })
  expect(numbers(json, "amount")).toEqual([long, "0.1"])
  expect({ ...json, items: [] }).toEqual({ ...page, items: [], next: null })
})

it("an amount is written as a number wherever its schema has one: in lists, beside null, in each member of a union", () => {
  const Row = Schema.Union([
    Schema.Struct({ kind: Schema.Literal("from"), map: Schema.NullOr(Amount), text: Schema.String }),
    Schema.Struct({
      kind: Schema.Literal("to"),
      amounts: Schema.Array(Amount),
      map: Schema.optionalKey(Amount),
    }),
  ])
  const json = jsonOf(Schema.Struct({ rows: Schema.Array(Row) }))({
    rows: [
      { kind: "from", map: null, text: "1.50" },
      { kind: "from", map: long, text: long },
      { kind: "to", amounts: ["0.10", long] },
    ],
  })
  expect(JSON.stringify(json)).toBe(
    `{"rows":[{"kind":"from","map":null,"text":"1.50"},{"kind":"from","map":${long},"text":"${long}"},{"kind":"to","amounts":[0.1,${long}]}]}`,
  )
})

it("refuses a schema where one name is an amount in one member of a union and something else in another", () => {
  const members = [Schema.Struct({ value: Amount }), Schema.Struct({ value: Schema.String })] as const
  expect(() => jsonOf(Schema.Union(members))).toThrow("value is not always an amount")
  expect(() => jsonOf(Schema.Union([Amount, Schema.Boolean]))).toThrow(
    "An amount may stand beside null alone",
  )
})
