import { describe, expect, it } from "vitest"
import { nameFault, shortenedName } from "../page/format/batchName.ts"

describe("the name of a batch", () => {
  it.each([
    ["", undefined],
    [` ${"x".repeat(200)} `, undefined],
    ["\u{1f600}".repeat(200), undefined],
    ["x".repeat(201), "A name has at most 200 characters; this has 201. Make it shorter."],
  ])("%s", (name, fault) => {
    expect(nameFault(name)).toBe(fault)
  })
})

describe("a name that the page gives", () => {
  it.each([
    ["Ridge Boot, Black", "Ridge Boot, Black"],
    [`${"boot ".repeat(40)}Black`, `${"boot ".repeat(39)}boot…`],
    ["x".repeat(201), `${"x".repeat(199)}…`],
  ])("%s", (name, shown) => {
    expect(shortenedName(name)).toBe(shown)
    expect(nameFault(shortenedName(name))).toBeUndefined()
  })
})
