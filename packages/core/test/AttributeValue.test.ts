import { assert, describe, it } from "@effect/vitest"
import { AttributeValue } from "@hangtag/core"
import { Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(AttributeValue)

describe("an attribute value", () => {
  it.each([
    ["an option", { key: "a", label: "A" }],
    ["an option with more beside it, which is a record", { key: "a", label: "A", more: 1 }],
    ["a list of options", [{ key: "a" }, { key: "b", label: "B" }]],
    ["a record that holds options", { key: "a", of: [{ key: "b" }] }],
  ])("keeps everything of %s", (_, value) => {
    assert.deepStrictEqual(decode(value), Option.some(value))
  })

  it.each([[[{ key: "a", more: "x" }]], [[["nested"]]], [{ a: { b: { c: 1 } } }], [Number.NaN]])(
    "is refused where something would be lost: %j",
    (value) => assert.deepStrictEqual(decode(value), Option.none()),
  )
})
