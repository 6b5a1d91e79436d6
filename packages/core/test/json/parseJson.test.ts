import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { numberSource, stringifyParsed } from "../../src/json/exactNumber.ts"
import {
  JsonLimitError,
  JsonSizeError,
  JsonSyntaxError,
  MAX_DEPTH,
  parseJson,
} from "../../src/json/parseJson.ts"

const outcome = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `${error.message} ${error.position}`
    if (error instanceof JsonLimitError) return "limit"
    throw error
  }
}

describe("a text that is no JSON", () => {
  // What CPython 3.13 says of each.
  it.each([
    ["", "Expecting value 0"],
    [" ", "Expecting value 1"],
    ["\t\r\n ", "Expecting value 4"],
    ["\u3000", "Expecting value 0"],
    ["\xa0{}", "Expecting value 0"],
    ["\v{}", "Expecting value 0"],
    ["\ufeff{}", "Expecting value 0"],
    ["abc", "Expecting value 0"],
    ["tru", "Expecting value 0"],
    ["None", "Expecting value 0"],
    ["nan", "Expecting value 0"],
    ["-Infinit", "Expecting value 0"],
    ["+1", "Expecting value 0"],
    ["-a", "Expecting value 0"],
    ["-", "Expecting value 0"],
    [".5", "Expecting value 0"],
    ["00", "Extra data 1"],
    ["0x10", "Extra data 1"],
    ["1,5", "Extra data 1"],
    ["1.", "Extra data 1"],
    ["1e+", "Extra data 1"],
    ["[] []", "Extra data 3"],
    ["{}}", "Extra data 2"],
    ["[", "Expecting value 1"],
    ["[1", "Expecting ',' delimiter 2"],
    ["[1}", "Expecting ',' delimiter 2"],
    ["[1 2]", "Expecting ',' delimiter 3"],
    ["[1,,2]", "Expecting value 3"],
    ["[1,", "Expecting value 3"],
    ["[[1,],]", "Illegal trailing comma before end of array 3"],
    ["[1 , ]", "Illegal trailing comma before end of array 3"],
    ["{", "Expecting property name enclosed in double quotes 1"],
    ["{]", "Expecting property name enclosed in double quotes 1"],
    ["{1:2}", "Expecting property name enclosed in double quotes 1"],
    ['{"a":1,', "Expecting property name enclosed in double quotes 7"],
    ['{"a"', "Expecting ':' delimiter 4"],
    ['{"a" 1}', "Expecting ':' delimiter 5"],
    ['{"a":,}', "Expecting value 5"],
    ['{"a":', "Expecting value 5"],
    ['{"a":1', "Expecting ',' delimiter 6"],
    ['{"a":{"b":1]}', "Expecting ',' delimiter 11"],
    ['{"a":1, }', "Illegal trailing comma before end of object 6"],
    ['"abc', "Unterminated string starting at 0"],
    ['"abc\\', "Unterminated string starting at 0"],
    ['{"a":1,"b', "Unterminated string starting at 7"],
    ['"a\nb"', "Invalid control character at 2"],
    ['"\\\'"', "Invalid \\escape 1"],
    ['"\\u"', "Invalid \\uXXXX escape 2"],
    ['"\\u12"', "Invalid \\uXXXX escape 2"],
    ['"\\u12g4"', "Invalid \\uXXXX escape 2"],
    ['"\\u1234', "Invalid \\uXXXX escape 2"],
    ['"\\ud83d\\uzzzz"', "Invalid \\uXXXX escape 8"],
  ])("%j fails with %s", (text, expected) => expect(outcome(text)).toBe(expected))

  it("is counted by code points, not by UTF-16 units", () => {
    expect(outcome('{"😀😀": x}')).toBe("Expecting value 7")
    expect(outcome('"😀')).toBe("Unterminated string starting at 0")
    expect(outcome('["\ud800", x]')).toBe("Expecting value 6")
  })
})

describe("a JSON text", () => {
  const json = fc.json({ maxDepth: 5 })

  it("is parsed as JSON.parse does, with spaces anywhere", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, "\t\r\n "), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        const expected = JSON.parse(spaced)
        expect(JSON.parse(stringifyParsed(parseJson(spaced)))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it("is refused when JSON.parse refuses it, but for the numbers that are none", () => {
    const mutated = fc
      .tuple(json, fc.nat(), fc.constantFrom("", ...'{}[]:,"\\u0e.-+tn \n\x01\ud83d'))
      .map(
        ([text, at, char]) =>
          text.slice(0, at % (text.length + 1)) + char + text.slice((at % (text.length + 1)) + 1),
      )
    fc.assert(
      fc.property(mutated, (text) => {
        const native = (() => {
          try {
            return { value: JSON.parse(text) }
          } catch {
            return undefined
          }
        })()
        try {
          expect(JSON.parse(stringifyParsed(parseJson(text)))).toEqual(native?.value)
        } catch (error) {
          if (!(error instanceof JsonSyntaxError)) throw error
          expect(native).toBeUndefined()
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    "19.990",
    "0.10",
    "1e16",
    "1E+2",
    "-0.0",
    "12345678901234567890",
    "0.30000000000000004441",
    "1e400",
  ])("keeps the digits of %s", (source) => {
    const [value] = parseJson(`[${source}]`) as [unknown]
    expect(numberSource(value)).toBe(source)
    expect(stringifyParsed({ value })).toBe(`{"value":${source}}`)
  })

  it("makes doubles of the numbers that doubles hold", () => {
    expect(parseJson('[0, -1, 19.99, 123456789012345, 0.000001, "1.50, 2"]')).toEqual([
      0,
      -1,
      19.99,
      123456789012345,
      0.000001,
      "1.50, 2",
    ])
  })

  it("takes the literals for what is no number", () => {
    expect(parseJson("[NaN, Infinity, -Infinity]")).toEqual([Number.NaN, Infinity, -Infinity])
  })

  it("keeps half surrogate pairs, and joins escaped halves", () => {
    expect(parseJson('["\\ud83d", "\\uD83D\\uDE00", "\\ude00\\ud83d", "\\ud83d\\n"]')).toEqual([
      "\ud83d",
      "😀",
      "\ude00\ud83d",
      "\ud83d\n",
    ])
  })

  it.each(["", " 1.0"])("lets the last of equal keys win and __proto__ be a key%s", (number) => {
    const value = parseJson(`{"a":1,"__proto__":{"b":2},"a":[${number}]}`) as Record<string, unknown>
    expect(Object.getOwnPropertyNames(value)).toEqual(["a", "__proto__"])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.b).toBeUndefined()
  })
})

it("has as many values as may be, each element, member and container one", () => {
  const text = '[1, {"a": [], "b": "[,{"}, null]'
  expect(() => parseJson(text, { values: 5 })).toThrow(JsonSizeError as unknown as ErrorConstructor)
  expect(parseJson(text, { values: 6 })).toEqual([1, { a: [], b: "[,{" }, null])
})

it("has objects of as many members as may be, counted as they are written", () => {
  const text = '[{"a": 1, "a": 2, "b": {"c": 3}}, {"d": 4}]'
  const size = new JsonSizeError("Dictionary", 2)
  expect(() => parseJson(text, { members: 2 })).toThrow(expect.objectContaining({ ...size }))
  expect(parseJson(text, { members: 3 })).toEqual([{ a: 2, b: { c: 3 } }, { d: 4 }])
})

describe("Python's limits", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

  it.each([
    ["an integer of 4300 digits", "9".repeat(4_300), false],
    ["an integer of 4301 digits", `[-${"9".repeat(4_301)}]`, true],
    [
      "an integer of 4301 digits before a syntax error",
      `["${"9".repeat(4_301)}", ${"9".repeat(4_301)}, x]`,
      true,
    ],
    [
      "an integer of 4301 digits that another of the same key replaces",
      `{"a":${"9".repeat(4_301)},"a":1}`,
      true,
    ],
    ["a float of 5000 digits", `${"9".repeat(5_000)}.5`, false],
    ["a string of 5000 digits", `"${"9".repeat(5_000)}"`, false],
    ["the deepest nesting", nested(MAX_DEPTH), false],
    ["a deeper nesting", nested(MAX_DEPTH + 1), true],
    ["a deeper nesting of objects", `${'{"a":'.repeat(MAX_DEPTH + 1)}1${"}".repeat(MAX_DEPTH + 1)}`, true],
    ["100,000 opening brackets", "[".repeat(100_000), true],
    ["100,000 brackets in a string", `"${"[".repeat(100_000)}\\""`, false],
  ])("refuse %s: %#", (_name, text, refused) => expect(outcome(text) === "limit").toBe(refused))
})

it("parses hostile megabytes in one pass and without a deep stack", () => {
  const million = 1_000_000
  for (const [unit, ...rest] of [
    ['"'],
    ["\\", '"'],
    ['\\"', '"'],
    ["\\u0041", '"'],
    ["9"],
    ["1.", "["],
    ["0", "1."],
    ["1.0,", "["],
    ["-"],
    [","],
    [" "],
    [" 0.0"],
    ['{"a":'],
    ["😀"],
    ["[{"],
  ] as const) {
    outcome((rest[0] ?? "") + unit!.repeat(million / unit!.length))
  }
})
