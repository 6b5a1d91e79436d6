import { Amount, sameAmount } from "@hangtag/core"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

it.each([
  ["0.1", "0.1000000000000000055511151231257827"],
  ["9007199254740992", "9007199254740993"],
  ["1", "1.00000000000000000001"],
  ["0", `0.${"0".repeat(400)}1`],
])("%s is not %s, though one double is both", (a, b) => {
  expect(Number(a)).toBe(Number(b))
  expect([sameAmount(a, b), sameAmount(b, a)]).toEqual([false, false])
})

it.each([
  ["0.1", `0.1${"0".repeat(40)}`],
  ["20", `0000000000000000000${20}`],
  ["9007199254740993", "9007199254740993.0"],
])("%s is %s", (a, b) => {
  expect([sameAmount(a, b), sameAmount(b, a)]).toEqual([true, true])
})

it("an amount has at most 1,001 characters", () => {
  const isAmount = Schema.is(Schema.toType(Amount))
  expect([isAmount("1".repeat(1001)), isAmount("1".repeat(1002))]).toEqual([true, false])
})
