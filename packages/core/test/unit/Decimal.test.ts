import { Decimal, decimalNumber } from "@hangtag/core"
import { decimalText, parseDecimalJson } from "@hangtag/core/adapter"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,9})?$/)

describe("decimalNumber", () => {
  it.each([
    ["6.1", 6.1],
    ["-3", -3],
    ["1e21", 1e21],
    ["1.5e-7", 1.5e-7],
    ["15e-1", 1.5],
  ])("is a number where %s loses nothing", (source, number) => {
    expect(decimalNumber(source)).toBe(number)
  })

  it.each([
    ["6.10", "6.10"],
    ["-0", "-0"],
    ["1.50e1", "15.0"],
    ["12345678901234567890", "12345678901234567890"],
    ["9007199254740993", "9007199254740993"],
  ])("keeps the digits of %s", (source, text) => {
    expect(decimalNumber(source)).toEqual(new Decimal(text))
  })

  it.each(["1e400", `0.${"1".repeat(1001)}`, "1e-2000", "ten"])("refuses %s", (source) => {
    expect(decimalNumber(source)).toBeUndefined()
  })

  it("goes through JSON with every digit", () => {
    fc.assert(
      fc.property(fc.array(digits), (all) => {
        const json = `[${all.join(",")}]`
        const parsed = parseDecimalJson(json) as Array<number | Decimal>
        expect(parsed.map(decimalText)).toEqual(all)
        expect(JSON.stringify(parsed)).toBe(json)
      }),
    )
  })

  it("leaves texts alone, though they look like numbers", () => {
    expect(parseDecimalJson('{"a":"6.10","6.10":[7.10,true]}')).toEqual({
      a: "6.10",
      "6.10": [new Decimal("7.10"), true],
    })
  })
})
