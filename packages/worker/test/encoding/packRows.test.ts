import { assert, describe, it } from "@effect/vitest"
import { type ExportCell, localDateTime } from "@hangtag/core/adapter"
import fc from "fast-check"
import { packRows, unpackRows } from "../../src/encoding/packRows.ts"

const text = fc.string({ unit: "binary" })
const cell: fc.Arbitrary<ExportCell> = fc.oneof(
  fc.constant(null),
  text,
  fc.boolean(),
  fc.record({ kind: fc.constantFrom("number", "date"), text }, { noNullPrototype: true }),
  fc.record(
    {
      kind: fc.constant("date-time" as const),
      text,
      local: fc.integer().map((instant) => localDateTime(instant, "UTC")),
    },
    { noNullPrototype: true },
  ),
)

describe("packed rows", () => {
  it("are unpacked as they were, whatever is in them", () => {
    const table = fc
      .integer({ min: 0, max: 6 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })))
      .filter((rows) => rows.length === 0 || rows[0]!.length > 0)
    fc.assert(
      fc.property(table, (rows) => {
        assert.deepStrictEqual([...unpackRows(packRows(rows, rows[0]?.length ?? 0))].flat(), rows)
      }),
    )
  })

  it("refuse a row that does not fit the columns", () => {
    assert.throws(() => packRows([["a"], ["a", "b"]], 1), "An export row has 2 cells for 1 columns")
  })
})
