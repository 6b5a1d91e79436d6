import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { type RowToken, readToken, writeToken } from "../../src/sheets/rules/sheetToken.ts"
import { writtenAmountCases } from "../../src/sheets/rules/writtenAmount.cases.ts"
import { writtenAmount } from "../../src/sheets/rules/writtenAmount.ts"
import { writtenDateCases } from "../../src/sheets/rules/writtenDate.cases.ts"
import { serialDate, writtenDate } from "../../src/sheets/rules/writtenDate.ts"

describe("an amount as people write it", () => {
  it.each(writtenAmountCases)("$name", ({ given, expect: expected }) => {
    const { text, currency = "USD", decimal_mark = null } = given
    const read = writtenAmount(text, { currency, decimal_mark })
    const said = typeof read === "string" ? read : "amount" in read ? read.amount : `refused: ${read.problem}`
    if (expected.startsWith("refused")) expect(said.slice(0, expected.length)).toBe(expected)
    else expect(said).toBe(expected)
  })
})

describe("a date as people write it", () => {
  it.each(writtenDateCases)("$name", ({ given, expect: expected }) => {
    const { cell, is_1904 = false } = given
    const read = typeof cell === "number" ? serialDate(String(cell), is_1904) : writtenDate(cell)
    const said = typeof read === "string" ? read : "date" in read ? read.date : `refused: ${read.problem}`
    if (expected.startsWith("refused")) expect(said.slice(0, expected.length)).toBe(expected)
    else expect(said).toBe(expected)
  })
})

const text = FastCheck.string({ unit: "binary" }).map((any) => any.toWellFormed())
const amount = FastCheck.option(FastCheck.constantFrom("0", "90.750", "139.95"))
const token: FastCheck.Arbitrary<RowToken> = FastCheck.record({
  organization: FastCheck.constantFrom("0123abcd"),
  brand_key: text,
  brand: FastCheck.constantFrom("89ef0123"),
  variant_key: text,
  product_key: text,
  at: FastCheck.maxSafeNat(),
  prices: FastCheck.boolean().chain((isSaid) =>
    FastCheck.array(
      FastCheck.record({ price_type: text, price_list: text, amount, ...(isSaid && { shown: amount }) }),
      { maxLength: 3 },
    ),
  ),
})

describe("a row's token", () => {
  it("says what it was written of, whatever the keys are", () => {
    FastCheck.assert(
      FastCheck.property(token, (row) => {
        expect(readToken(writeToken(row))).toEqual(row)
      }),
    )
  })
  it("holds nothing that a program takes for a formula, a number, a line or a separator", () => {
    FastCheck.assert(
      FastCheck.property(token, (row) => {
        expect(writeToken(row)).toMatch(/^h[12]~[A-Za-z0-9~.%_-]*$/)
      }),
    )
  })
  it("is none once a character is another one", () => {
    FastCheck.assert(
      FastCheck.property(token, FastCheck.nat(), (row, place) => {
        const written = writeToken(row)
        const at = place % written.length
        const other = written[at] === "0" ? "1" : "0"
        expect(readToken(written.slice(0, at) + other + written.slice(at + 1))).toBeUndefined()
      }),
    )
  })
})
