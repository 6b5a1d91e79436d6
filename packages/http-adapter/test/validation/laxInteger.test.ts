import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { laxInteger } from "../../src/validation/laxValues.ts"
import { Refusal } from "../../src/validation/Refusal.ts"

const outcome = (input: unknown) => {
  const integer = laxInteger(input)
  return integer instanceof Refusal ? integer.type : integer
}
const nines = (count: number) => "9".repeat(count)

describe("the integer of a query", () => {
  it.each([
    ["5", 5],
    ["+5", 5],
    ["-5", -5],
    ["-0", 0],
    ["+00", 0],
    ["0005", 5],
    ["5.0", 5],
    ["5.00", 5],
    ["0.0", 0],
    ["+5.0", 5],
    ["-5.0", -5],
    ["1_0", 10],
    ["1_0_0_0", 1000],
    ["0_5", 5],
    ["00_1", 1],
    ["0__1", 1],
    ["-0__1", -1],
    ["0-5", -5],
    [" 5 ", 5],
    ["\v5\n", 5],
    ["\u16805\u3000", 5],
    ["\x855\xa0", 5],
    [`${" ".repeat(4_400)}5`, 5],
    [`${"0".repeat(4_400)}5`, 5],
    [`5.${"0".repeat(4_400)}`, 5],
    ["99999999999999999999", Number.MAX_SAFE_INTEGER],
    [nines(4_300), Number.MAX_SAFE_INTEGER],
    [`-${nines(4_299)}`, Number.MIN_SAFE_INTEGER],
  ])("reads %j", (text, expected) => expect(outcome(text)).toBe(expected))

  it.each([
    ...[
      "",
      "-",
      "+",
      "abc",
      "1e2",
      "0b1",
      "0x1",
      "٥",
      "１",
      "＋5",
      "null",
      "inf",
      "false",
      "5;",
      "5,6",
      "1/0",
      "5=5",
      '"5"',
    ],
    ...[".0", "0.", "5.", "5.5", "5.0.0", "5.0_0", "_1", "1_", "1_.0", "0_", "0_.0", "1__0", "1_0__0", "+_5"],
    ...[
      "++5",
      "--0",
      "+-1",
      "-+1",
      "- 5",
      "0-05",
      "5l",
      "5\0",
      "\x1f5",
      "\u180e5",
      "5\u2060",
      "\ufeff5",
      "5\n6",
    ],
    "x".repeat(5_000),
  ])("does not read %j", (text) => expect(outcome(text)).toBe("int_parsing"))

  it.each([nines(4_301), `-${nines(4_300)}`, `${nines(4_301)}.0`, `${nines(4_301)}x`])(
    "is too long in case %#",
    (text) => expect(outcome(text)).toBe("int_parsing_size"),
  )

  it("reads back every safe integer, and only integers where there is no text", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (integer) => {
        expect(outcome(String(integer))).toBe(integer)
        expect(outcome(integer)).toBe(integer)
      }),
    )
    expect([1.5, true, null, ["1"]].map(outcome)).toEqual(["int_type", "int_type", "int_type", "int_type"])
  })

  it("takes time in proportion to the text, whatever it is", () => {
    for (const text of ["0_", "0.", "_", "-", "5.0", "9_"])
      expect(outcome(text.repeat(200_000))).toMatch(/^int_parsing/)
  })
})
