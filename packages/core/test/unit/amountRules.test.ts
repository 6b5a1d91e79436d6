import { expect, it } from "vitest"
import { endsWith, isAbove, isUnlikely } from "../../src/kernel/rules/amountRules.ts"

it.each([
  ["2", "1.99", true, "It is more."],
  ["1", "1.00", false, "It is the same."],
  ["9007199254740993", "9007199254740992", true, "Digits count where one double is both."],
  ["9007199254740992", "9007199254740993", false, "Digits count where one double is both."],
])("%s is above %s: %s (%s)", (amount, other, expected) => {
  expect(isAbove(amount, other)).toBe(expected)
})

it.each<[string, string | null, boolean, string]>([
  ["0", null, true, "Nothing is given away."],
  ["1", null, false, "It follows none."],
  ["10", "1", true, "It is ten times as much."],
  ["0.1", "1", true, "It is a tenth."],
  ["9.99", "1", false, "It is less than ten times as much."],
])("%s after %s is unlikely: %s (%s)", (amount, follows, expected) => {
  expect(isUnlikely(amount, follows)).toBe(expected)
})

it.each([
  ["1100", "100", true, "Zeros in an ending count."],
  ["19.95", "00.95", true, "Zeros that an ending begins with ask for nothing."],
  ["119.95", "19.95", true, "Each whole digit is compared."],
  ["109.95", "19.95", false, "Each whole digit is compared."],
])("%s ends with %s: %s (%s)", (amount, ending, expected) => {
  expect(endsWith(amount, ending)).toBe(expected)
})
