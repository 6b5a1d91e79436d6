import { describe, expect, it } from "vitest"
import { attributeCell, isOption } from "../../src/catalog/rules/attributeCell.ts"

describe("isOption", () => {
  it.each([[{ key: "k" }], [{ key: "", label: "L" }], [{ label: "L", key: "k" }]])("knows %j", (value) => {
    expect(isOption(value)).toBe(true)
  })
  it.each([
    [undefined],
    [null],
    ["key"],
    [1],
    [true],
    [[]],
    [[{ key: "k" }]],
    [{}],
    [{ label: "L" }],
    [{ key: 1 }],
    [{ key: null }],
    [{ key: "k", label: "L", more: 1 }],
  ])("does not take %j for one", (value) => {
    expect(isOption(value)).toBe(false)
  })
})

describe("attributeCell", () => {
  it("is empty for what is not there", () => {
    expect(attributeCell(undefined, null, false)).toBeNull()
    expect(attributeCell(null, "key", true)).toBeNull()
    expect(attributeCell({ key: null }, "key", true)).toBeNull()
  })
})
