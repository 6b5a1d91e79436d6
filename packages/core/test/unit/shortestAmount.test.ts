import { expect, it } from "vitest"
import { shortestAmount } from "../../src/kernel/rules/shortestAmount.ts"

it.each([
  ["10.00", "10"],
  ["007.10", "7.1"],
  ["0.50", "0.5"],
  ["000", "0"],
  ["100", "100"],
])("%s is %s at its shortest", (amount, expected) => {
  expect(shortestAmount(amount)).toBe(expected)
})
