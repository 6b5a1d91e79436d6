import { numberFromSource } from "@hangtag/core/adapter"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { laxAmount, MAX_AMOUNT_DIGITS } from "../../src/validation/laxValues.ts"
import { Refusal } from "../../src/validation/Refusal.ts"

const outcome = (input: unknown) => {
  const amount = laxAmount(input)
  return amount instanceof Refusal ? amount.type : amount
}
const number = (source: string) => outcome(numberFromSource(source))

describe("an amount", () => {
  it.each([
    ["0", "0"],
    ["19.99", "19.99"],
    ["19.990", "19.990"],
    ["-0.0", "0.0"],
    ["1e3", "1000"],
    ["1.50e1", "15.0"],
    ["150e-4", "0.0150"],
    ["1e-7", "0.0000001"],
    ["1E+21", "1000000000000000000000"],
    ["0e999999999999", "0"],
    ["12345678901234567890.12345678901234567890", "12345678901234567890.12345678901234567890"],
    ["1e400", "finite_number"],
    ["1.7976931348623159e308", "finite_number"],
    [`1${"0".repeat(309)}`, "float_type"],
    [`-1${"0".repeat(400)}`, "float_type"],
    ["-0.01", "greater_than_equal"],
    ["-1e-400", "greater_than_equal"],
    ["1e-99999999", "decimal_max_digits"],
  ])("from the number %s is %s", (source, expected) => expect(number(source)).toBe(expected))

  it.each([
    ["12.5", "12.5"],
    [" 12.5\n", "12.5"],
    ["\u20285\u3000", "5"],
    ["\x855", "5"],
    ["+5", "5"],
    ["5.", "5"],
    [".5", "0.5"],
    ["007.50", "7.50"],
    ["1_000_000.000_1", "1000000.0001"],
    ["1_.5", "1.5"],
    ["1e1_0", "10000000000"],
    ["0_0", "0"],
    ["1e-400", `0.${"0".repeat(399)}1`],
    ["-0", "0"],
    ["-5", "greater_than_equal"],
    ["nan", "finite_number"],
    ["-InFiNiTy", "finite_number"],
    ["+inf", "finite_number"],
    ["1e999999999999", "finite_number"],
    [`1${"0".repeat(400)}`, "finite_number"],
    ["", "float_parsing"],
    [".", "float_parsing"],
    ["1e", "float_parsing"],
    ["--5", "float_parsing"],
    ["- 5", "float_parsing"],
    ["1__0", "float_parsing"],
    ["_1", "float_parsing"],
    ["1_", "float_parsing"],
    [" 1_0", "float_parsing"],
    ["0x10", "float_parsing"],
    ["$5", "float_parsing"],
    ["１２", "float_parsing"],
    ["\ufeff5", "float_parsing"],
    ["\x1f5", "float_parsing"],
    ["5\0", "float_parsing"],
    ["infinit", "float_parsing"],
  ])("from the text %j is %s", (text, expected) => expect(outcome(text)).toBe(expected))

  it.each([
    [true, "1"],
    [false, "0"],
    [null, "float_type"],
    [[1], "float_type"],
    [{}, "float_type"],
    [Number.NaN, "finite_number"],
    [Number.NEGATIVE_INFINITY, "finite_number"],
  ])("from %j is %s", (input, expected) => expect(outcome(input)).toBe(expected))

  it("keeps every digit of plain decimals up to a thousand, and refuses more", () => {
    const digits = (count: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: count })
    fc.assert(
      fc.property(digits(300), digits(690), (whole, fraction) => {
        const plain = `${whole.replace(/^0+(?=\d)/, "")}.${fraction}`
        expect(outcome(`${whole}.${fraction}`)).toBe(plain)
        expect(outcome(plain)).toBe(plain)
      }),
    )
    expect(outcome(`0.${"1".repeat(MAX_AMOUNT_DIGITS - 1)}`)).toHaveLength(MAX_AMOUNT_DIGITS + 1)
    expect(outcome(`0.${"1".repeat(MAX_AMOUNT_DIGITS)}`)).toBe("decimal_max_digits")
  })

  it("moves the decimal point as the exponent says", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 200 }),
        (digits, exponent) => {
          expect(outcome(`${digits}e${exponent}`)).toBe(String(digits * 10n ** BigInt(exponent)))
          const scaled = outcome(`${digits}e-${exponent}`)
            .replace(".", "")
            .replace(/^0+(?=\d)/, "")
          expect(scaled).toBe(String(digits))
        },
      ),
    )
  })
})
