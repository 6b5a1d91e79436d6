import { Amount } from "@hangtag/core"
import { mostFaults, stringifyParsed } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type RawRequest, requestDecoder, type SlotSchemas } from "../../src/validation/decodeRequest.ts"
import { QueryInteger } from "../../src/validation/queryOf.ts"

const decode = (
  schemas: SlotSchemas,
  request: Partial<Omit<RawRequest, "body">> & { readonly body?: unknown },
) =>
  requestDecoder(schemas)({
    params: {},
    query: "",
    headers: {},
    ...request,
    body: request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body)),
  })

const firstOf = (schema: Schema.ConstraintDecoder<unknown>, value: unknown) => {
  const decoded = decode({ body: Schema.Struct({ field: schema }) }, { body: { field: value } })
  return decoded._tag === "Invalid"
    ? decoded.detail.map(({ type, msg, ctx }) => ({ type, msg, ctx }))
    : decoded._tag
}

describe("declaring a field is enough for its error", () => {
  it.each<[string, Schema.ConstraintDecoder<unknown>, unknown, string, string, object?]>([
    ["a string", Schema.String, 1, "string_type", "Input should be a valid string"],
    ["a boolean", Schema.Boolean, {}, "bool_type", "Input should be a valid boolean"],
    ["a number", Schema.Finite, "x", "float_type", "Input should be a valid number"],
    ["a list", Schema.Array(Schema.String), {}, "list_type", "Input should be a valid list"],
    [
      "an object",
      Schema.Struct({ a: Schema.String }),
      [],
      "model_attributes_type",
      "Input should be a valid dictionary or object to extract fields from",
    ],
    ["a literal", Schema.Literal("a"), "b", "literal_error", "Input should be 'a'", { expected: "'a'" }],
    [
      "three literals",
      Schema.Literals(["a", "b", 3]),
      null,
      "literal_error",
      "Input should be 'a', 'b' or 3",
      { expected: "'a', 'b' or 3" },
    ],
    [
      "a nullable literal",
      Schema.NullOr(Schema.Literals(["a", "b"])),
      "c",
      "literal_error",
      "Input should be 'a' or 'b'",
      { expected: "'a' or 'b'" },
    ],
    [
      "a nullable list",
      Schema.NullOr(Schema.Array(Schema.String)),
      1,
      "list_type",
      "Input should be a valid list",
    ],
    ["a nullable string", Schema.NullOr(Schema.String), 1, "string_type", "Input should be a valid string"],
    ["a nullable boolean", Schema.NullOr(Schema.Boolean), [], "bool_type", "Input should be a valid boolean"],
    [
      "a shortest text",
      Schema.String.check(Schema.isMinCodePoints(2)),
      "😀",
      "string_too_short",
      "String should have at least 2 characters",
      { min_length: 2 },
    ],
    [
      "a longest text",
      Schema.String.check(Schema.isMaxCodePoints(1)),
      "😀😀",
      "string_too_long",
      "String should have at most 1 character",
      { max_length: 1 },
    ],
    [
      "a pattern",
      Schema.String.check(Schema.isPattern(/^a$/)),
      "a\n",
      "string_pattern_mismatch",
      "String should match pattern '^a$'",
      { pattern: "^a$" },
    ],
    [
      "a shortest list",
      Schema.Array(Schema.String).check(Schema.isMinLength(1)),
      [],
      "too_short",
      "List should have at least 1 item after validation, not 0",
      { field_type: "List", min_length: 1, actual_length: 0 },
    ],
    [
      "a longest list",
      Schema.Array(Schema.String).check(Schema.isMaxLength(1)),
      ["a", "b"],
      "too_long",
      "List should have at most 1 item after validation, not 2",
      { field_type: "List", max_length: 1, actual_length: 2 },
    ],
    [
      "a smallest number",
      QueryInteger.check(Schema.isGreaterThanOrEqualTo(1)),
      "0",
      "greater_than_equal",
      "Input should be greater than or equal to 1",
      { ge: 1 },
    ],
    [
      "a greatest number",
      QueryInteger.check(Schema.isLessThanOrEqualTo(1)),
      "2",
      "less_than_equal",
      "Input should be less than or equal to 1",
      { le: 1 },
    ],
    [
      "an unknown check",
      Schema.String.check(Schema.isTrimmed()),
      " ",
      "value_error",
      "Value error, expected a string with no leading or trailing whitespace",
      { error: "expected a string with no leading or trailing whitespace" },
    ],
    [
      "half a surrogate pair",
      Amount,
      "\ud800",
      "string_unicode",
      "Input should be a valid string, unable to parse raw data as a unicode string",
    ],
  ])("%s", (_name, schema, value, type, msg, ctx) =>
    expect(firstOf(schema, value)).toEqual([{ type, msg, ...(ctx && { ctx }) }]),
  )

  it("of several checks that fail, the first speaks", () => {
    const schema = Schema.String.check(Schema.isMinCodePoints(2), Schema.isPattern(/^a+$/))
    expect(firstOf(schema, "b")).toMatchObject([{ type: "string_too_short" }])
  })
})

describe("a request", () => {
  const schemas: SlotSchemas = {
    path: Schema.Struct({ key: Schema.String.check(Schema.isMaxCodePoints(1)) }),
    query: Schema.Struct({ b: QueryInteger, a: Schema.String }),
    header: Schema.Struct({ "x-org": Schema.String }),
    body: Schema.Struct({
      z: Schema.Array(Schema.Struct({ y: Schema.String, x: Schema.Boolean })),
      w: Amount,
    }),
  }

  it("gives all its errors: path, query, header, body, and in each the order of the schema", () => {
    const body = { w: "?", z: [{ x: 1, y: "" }, { x: 7 }, null] }
    const decoded = decode(schemas, { params: { key: "ab" }, query: "a=1&b=x&b=", headers: {}, body })
    expect(decoded).toEqual({
      _tag: "Invalid",
      detail: [
        {
          type: "string_too_long",
          loc: ["path", "key"],
          msg: "String should have at most 1 character",
          input: "ab",
          ctx: { max_length: 1 },
        },
        {
          type: "int_parsing",
          loc: ["query", "b"],
          msg: "Input should be a valid integer, unable to parse string as an integer",
          input: "",
        },
        { type: "missing", loc: ["header", "x-org"], msg: "Field required", input: null },
        { type: "missing", loc: ["body", "z", 1, "y"], msg: "Field required", input: { x: 7 } },
        {
          type: "bool_parsing",
          loc: ["body", "z", 1, "x"],
          msg: "Input should be a valid boolean, unable to interpret input",
          input: 7,
        },
        {
          type: "model_attributes_type",
          loc: ["body", "z", 2],
          msg: "Input should be a valid dictionary or object to extract fields from",
          input: null,
        },
        {
          type: "float_parsing",
          loc: ["body", "w"],
          msg: "Input should be a valid number, unable to parse string as a number",
          input: "?",
        },
      ],
    })
  })

  it("gives all its values", () => {
    const decoded = decode(schemas, {
      params: { key: "a" },
      query: "b=+5&a=+",
      headers: { "x-org": "o" },
      body: { w: "1e1", z: [] },
    })
    expect(decoded).toMatchObject({
      _tag: "Valid",
      values: {
        path: { key: "a" },
        query: { b: 5, a: " " },
        header: { "x-org": "o" },
        body: { w: "10", z: [] },
      },
    })
  })

  it.each([
    ["a=1&a=2", "2"],
    ["a=1&a", ""],
    ["a=x+y%2Bz", "x y+z"],
    ["%61=%ZZ%FF%ED%A0%80", "%ZZ\ufffd\ufffd\ufffd\ufffd"],
    ["&&a=1;b=2&=&", "1;b=2"],
    ["a=1&A=2&a[]=3&+a=4&__proto__=5", "1"],
    ["a=%EF%BB%BF", "\ufeff"],
    ["a==1", "=1"],
    ["?a=1", undefined],
    ["amp;a=1", undefined],
  ])("reads the query %s as %j", (query, a) => {
    const decoded = decode({ query: Schema.Struct({ a: Schema.optionalKey(Schema.String) }) }, { query })
    expect(decoded).toMatchObject({ _tag: "Valid", values: { query: a === undefined ? {} : { a } } })
    expect(Object.keys((decoded as { values: { query: object } }).values.query)).toEqual(
      a === undefined ? [] : ["a"],
    )
  })

  it("shows of a body that is no JSON as much as a text in JSON may have", () => {
    const raw = requestDecoder({ body: Schema.Struct({ a: Schema.String }) })
    const headers = { "content-type": "text/plain" }
    expect(raw({ params: {}, query: "", headers, body: Buffer.alloc(200_000, "x") })).toMatchObject({
      _tag: "Invalid",
      detail: [{ type: "model_attributes_type", loc: ["body"], input: "x".repeat(100_000) }],
    })
  })

  it("takes no number for an object, however it was written", () => {
    const raw = requestDecoder({ body: Schema.Struct({ a: Schema.optionalKey(Schema.String) }) })
    for (const body of ["1", "1.0", "1e400", "12345678901234567890"])
      expect(raw({ params: {}, query: "", headers: {}, body: Buffer.from(body) })).toMatchObject({
        _tag: "Invalid",
        detail: [{ type: "model_attributes_type", loc: ["body"] }],
      })
  })

  it.each([
    ['{"selected":true,"note":', "Valid"],
    ['{"selected":"perhaps","note":', "Invalid"],
  ])("whose numbers are beyond Python is unreadable, though nothing reads them: %s", (start, otherwise) => {
    const read = (note: string) =>
      requestDecoder({ body: Schema.Struct({ selected: Schema.Boolean }) })({
        params: {},
        query: "",
        headers: {},
        body: Buffer.from(`${start}${note}}`),
      })._tag
    const padding = `["${"x".repeat(4_299)}",`
    expect(read(`${padding}${"9".repeat(4_301)}]`)).toBe("Unreadable")
    expect(read(`${padding}${"9".repeat(4_300)}]`)).toBe(otherwise)
    expect(read(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toBe("Unreadable")
    expect(read(`[${"[],".repeat(10_000)}1.50]`)).toBe(otherwise)
  })

  it("shows the digits of numbers as they came, in values and in errors", () => {
    const body = (amount: string) =>
      requestDecoder({ body: Schema.Struct({ amount: Amount, note: Schema.String }) })({
        params: {},
        query: "",
        headers: {},
        body: Buffer.from(amount),
      })
    expect(body('{"amount":19.990,"note":""}')).toMatchObject({ values: { body: { amount: "19.990" } } })
    const wrong = body('{"amount":1,"note":2.50}')
    expect(wrong._tag === "Invalid" && stringifyParsed(wrong.detail[0]!.input)).toBe("2.50")
  })

  it("is refused for a number that only its digits refuse, beside errors that show none", () => {
    const slots = { body: Schema.Struct({ note: Schema.Array(Schema.String), amount: Amount }) }
    const amount = `0.${"0".repeat(1_000)}1`
    const body = Buffer.from(`{"note":"text","amount":${amount}}`)
    expect(requestDecoder(slots)({ params: {}, query: "", headers: {}, body })).toMatchObject({
      detail: [{ type: "list_type" }, { type: "decimal_max_digits" }],
    })
  })

  it("has no fields but its own: what every object inherits is missing", () => {
    const slots = { body: Schema.Struct({ constructor: Schema.String }) }
    expect(decode(slots, { body: {} })).toMatchObject({ detail: [{ type: "missing" }] })
  })

  it("that has more errors than anybody reads gives the first of them", () => {
    const length = 3 * mostFaults
    const z = Array.from({ length }, () => ({}))
    const many = decode({ body: schemas.body }, { body: { z, w: 1 } })
    expect(many).toMatchObject({
      _tag: "Invalid",
      detail: { length: mostFaults, 0: { loc: ["body", "z", 0, "y"] } },
    })
  })

  it("reports errors anywhere in a long list, all at once", () => {
    const z = Array.from({ length: 3 * mostFaults }, (): unknown => ({ x: 1, y: "" }))
    const wrong = [7, 2 * mostFaults, z.length - 1]
    for (const index of wrong) z[index] = 5
    expect(decode({ body: schemas.body }, { body: { z, w: 1 } })).toMatchObject({
      _tag: "Invalid",
      detail: wrong.map((index) => ({ loc: ["body", "z", index] })),
    })
  })
})
