import { expect, it } from "vitest"
import { dropNulls } from "../../src/kernel/rules/dropNulls.ts"

it.each([
  [null, null],
  ["text", "text"],
  [
    { a: null, b: 0, c: "" },
    { b: 0, c: "" },
  ],
  [{ a: { b: null, c: { d: null } } }, { a: { c: {} } }],
  [
    [null, 1, null, [null, 2], { a: null }],
    [1, [2], {}],
  ],
])("%j without nulls is %j", (value, expected) => {
  dropNulls(value)
  expect(value).toEqual(expected)
})
