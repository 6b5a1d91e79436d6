import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { priceSheetColumns, unreadableSheet } from "../../src/sheets/rules/priceSheetRows.ts"
import { sheetHeadingCases } from "../../src/sheets/rules/sheetColumns.cases.ts"
import { columnsOf, ofPairs } from "../../src/sheets/rules/sheetColumns.ts"
import { typeOfText } from "../cases/caseText.ts"

const columnsIn = (headings: ReadonlyArray<string>) => {
  const cells = headings.map((text, place) => ({ column: place + 1, kind: "text" as const, text }))
  const columns = columnsOf({ row: 1, cells })
  if (typeof columns !== "object") throw new Error(columns ?? "no headings")
  return columns
}

describe("a heading of new amounts", () => {
  it.each(sheetHeadingCases)("$name", ({ given, expect: expected }) => {
    const { heading, pairs = [] } = given
    const columns = columnsIn(["variant_key", heading])
    const written = pairs.map((pair) => ({ price_list: "base", ...typeOfText(pair) }))
    expect(ofPairs(columns, written).amounts).toMatchObject([expected])
  })

  const odd = ["x]", "x] new", "[y", " [z", "a [b", "a~b", "EU", "eu", "E U", "E_U", "EU shown", " X", "X"]
  const list = FastCheck.oneof(
    FastCheck.constantFrom("base", "base ", "none", "from", "] until", ...odd),
    FastCheck.string({ unit: FastCheck.constantFrom("a", "A", " ", "_", "[", "]", "~"), minLength: 1 }),
  )
  it("is of the list that it was written of, whatever keys the lists of a sheet have", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uniqueArray(list, { minLength: 1, maxLength: 10 }), (lists) => {
        const pairs = lists.flatMap((price_list) =>
          ["MAP", "MSRP"].map((price_type) => ({ price_type, price_list })),
        )
        const headings = priceSheetColumns(pairs).map(({ heading }) => heading)
        const { amounts, unread } = ofPairs(columnsIn(headings), pairs)
        let column = headings.indexOf("size") + 2
        const written = pairs.map((pair) => {
          const shown = pair.price_list === "base" ? undefined : column++
          const [price, amount, from, until] = [column++, column++, column++, column++]
          return { ...pair, shown, price, amount, from, until }
        })
        expect(amounts).toEqual(written)
        expect(unread).toEqual([])
        expect(unreadableSheet(pairs)).toBe(undefined)
      }),
    )
  })

  const base = (...types: ReadonlyArray<string>) =>
    types.map((price_type) => ({ price_type, price_list: "base" }))
  it.each(["amount", "product", "color", "variant_key", "hangtag row", "MAP new", "'@MAP"])(
    "would not come back of a price type %s, and no sheet is written of it",
    (type) => {
      expect(unreadableSheet(base(type))).toMatch(/^a sheet of .* could not be taken back: /)
      expect(unreadableSheet(base("MSRP", type))).toMatch(/could not be taken back/)
    },
  )
  it("would not come back of types that are called like another one's columns", () => {
    const german = { price_type: "MAP", price_list: "DE" }
    for (const other of ["MAP from", "MAP until", "MAP new", "map"])
      expect(unreadableSheet(base("MAP", other))).toMatch(/could not be taken back/)
    expect(unreadableSheet([...base("MAP", "MAP [DE]"), german])).toMatch(/could not be taken back/)
    expect(unreadableSheet(base("MAP", "MSRP", "MAP [DE]", "MAP[net]", "=MAP"))).toBe(undefined)
  })
})
