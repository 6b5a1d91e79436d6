import { numberFromSource } from "@hangtag/core/adapter"
import { expect, it } from "vitest"
import { laxBoolean } from "../../src/validation/laxValues.ts"
import { Refusal } from "../../src/validation/Refusal.ts"

const outcome = (input: unknown) => {
  const boolean = laxBoolean(input)
  return boolean instanceof Refusal ? boolean.type : boolean
}

it.each([true, "1", "t", "y", "on", "yes", "true", "tRuE", "ON"])("%j is true", (input) =>
  expect(outcome(input)).toBe(true),
)
it.each([false, "0", "f", "n", "off", "no", "false", "False", "OFF"])("%j is false", (input) =>
  expect(outcome(input)).toBe(false),
)
it.each(["", " true", "true\n", "01", "2", "null", "ſ", "oﬀ", "x".repeat(20_000)])(
  "%j is no boolean's text",
  (input) => expect(outcome(input)).toBe("bool_parsing"),
)
it.each([null, [], [true], {}, Number.NaN, Number.POSITIVE_INFINITY])("%j is no boolean's type", (input) =>
  expect(outcome(input)).toBe("bool_type"),
)
it.each([
  ["1", true],
  ["1.0", true],
  ["10e-1", true],
  ["0", false],
  ["-0.0", false],
  ["2", "bool_parsing"],
  ["-1", "bool_parsing"],
  ["2.0", "bool_parsing"],
  ["9223372036854775807", "bool_parsing"],
  ["-9223372036854775808", "bool_parsing"],
  ["9223372036854775808", "bool_type"],
  ["1e18", "bool_parsing"],
  ["1e19", "bool_type"],
  ["1e400", "bool_type"],
  ["0.5", "bool_type"],
  ["100000000000000000000000000000000", "bool_type"],
])("the number %s is %s", (source, expected) => expect(outcome(numberFromSource(source))).toBe(expected))
