import fc from "fast-check"
import { type Keys, type Operation, operations } from "./operations.ts"
import type { TestRequest } from "./TestServer.ts"

/** A request and the operation that it began as. */
export interface FuzzedRequest extends TestRequest {
  readonly operation: Operation
}

const hostileTexts = [
  ...[
    "",
    " ",
    "\0",
    "\n",
    "%",
    "%00",
    "%zz",
    "..",
    "../../etc/passwd",
    "a/b",
    "a\\b",
    "*",
    "_",
    "null",
    "-1",
  ],
  ...["'; drop table hangtag_job; --", '"', "<script>", "__proto__", "constructor", "é\u{1f600}", "\ud800"],
  ...["\u202e", "\ufeff", "=1+1", "{{7*7}}", "x".repeat(300), "9".repeat(400)],
]

const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }), fc.string())

const hostileNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1e21, 1e-21, 1e308, -1, 0.1, 2 ** 53, -(2 ** 63)),
)

const hostileValue = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: { b: {} } }),
  fc.jsonValue({ maxDepth: 3 }),
)

type Json = Readonly<Record<string, unknown>>

/** The body with a few of its members replaced, dropped or added, at the top and in its first list element. */
const nearly = (body: Json): fc.Arbitrary<Json> =>
  fc
    .array(
      fc.record({
        member: fc.constantFrom(
          ...Object.keys(body),
          ...["lines", "price_types", "column_mappings", "export_format", "export_mode", "label_keys"],
          ...["filter_by_label", "source_filter", "__proto__", "unknown"],
        ),
        value: fc.option(
          fc.oneof(
            hostileValue,
            fc.array(hostileValue, { maxLength: 4 }),
            fc.array(
              fc.record(
                {
                  column_name: hostileValue,
                  source_field: fc.oneof(fc.constantFrom("product_key", "price", "name"), hostileValue),
                  sub_field: hostileValue,
                  use_label: hostileValue,
                  price_type: hostileValue,
                  amount: fc.oneof(fc.constantFrom("12.5", "1e400", "-0", "nan", "1_0"), hostileValue),
                  effective_from: fc.oneof(
                    fc.constantFrom("2026-12-01", "2026-02-30", "2026-12-01T24:00:00Z", "0000-01-01"),
                    hostileValue,
                  ),
                },
                { requiredKeys: [] },
              ),
              { maxLength: 3 },
            ),
          ),
          { freq: 4 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((changes) => {
      const members = new Map(Object.entries(body))
      for (const { member, value } of changes) {
        if (value === null) members.delete(member)
        else members.set(member, value)
      }
      return Object.fromEntries(members)
    })

/** JSON text with something wrong in it, or no JSON at all. */
const broken = (text: string): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    fc.nat(text.length).map((length) => text.slice(0, length)),
    fc
      .tuple(fc.nat(text.length), hostileText)
      .map(([at, insert]) => text.slice(0, at) + insert + text.slice(at)),
    fc.nat(12_000).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
    fc.nat(3_000).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
    fc.constantFrom("NaN", "-Infinity", "1e999", "9".repeat(4_400), '"\\ud800"', "\ufeff{}", "nul", "{,}"),
    fc.uint8Array({ maxLength: 64 }),
  )

const anyBody = (body: unknown): fc.Arbitrary<TestRequest["body"]> =>
  typeof body !== "object" || body === null
    ? fc.option(fc.constantFrom("{}", "[1]", "x"), { nil: undefined })
    : fc.oneof(
        { weight: 3, arbitrary: fc.constant(body) },
        { weight: 5, arbitrary: nearly(body as Json) },
        { weight: 2, arbitrary: broken(JSON.stringify(body)) },
        { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value) ?? "") },
      )

/** Header values that Node's own client sends. */
const headerText = fc.oneof(
  fc.constantFrom("", "x", "*", '"', "a,b;q=0", "bytes=0-1", "\u00e9", "0", "text/plain", "application/json"),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
)

const anyHeaders = fc.record(
  {
    authorization: fc.oneof(
      { weight: 30, arbitrary: fc.constant("Bearer own-token") },
      fc.constantFrom("Bearer foreign-token", "Bearer powerless-token", "Bearer unknown", "Basic YTpi"),
      headerText,
    ),
    "x-organization-id": fc.oneof(
      { weight: 30, arbitrary: fc.constant("own") },
      fc.constant("foreign"),
      headerText,
    ),
    cookie: fc.oneof(fc.constant("identity_provider_session=own-token"), headerText),
    "content-type": fc.oneof(
      { weight: 5, arbitrary: fc.constant("application/json") },
      fc.constantFrom("application/merge-patch+json; charset=x", "multipart/form-data", "text/plain"),
      headerText,
    ),
    accept: fc.oneof(fc.constantFrom("*/*", "application/problem+json"), headerText),
    "idempotency-key": fc.oneof(
      { weight: 4, arbitrary: fc.uuid() },
      fc.constantFrom("k-1", "k-2", "k-3"),
      headerText,
    ),
    "if-match": headerText,
    "last-event-id": headerText,
    "sec-fetch-site": fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom("same-origin", "none", "nonsense") },
      fc.constant("cross-site"),
    ),
    range: headerText,
  },
  { requiredKeys: ["authorization"] },
)

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed())

const anyQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom("q", "limit", "offset", "search", "sort", "x", "__proto__"),
      fc.oneof(fc.constantFrom("1", "20", "201", "-1", "asc", "DESC", " 5 ", "1_0", "1.0"), hostileText),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${escaped(value)}`).join("&"))

const anyKeys = (keys: ReadonlyArray<Keys>): fc.Arbitrary<Keys> =>
  fc
    .tuple(
      fc.constantFrom(...keys),
      fc.option(fc.tuple(fc.constantFrom(...(Object.keys(keys[0]!) as Array<keyof Keys>)), hostileText), {
        freq: 2,
      }),
    )
    .map(([chosen, change]) =>
      change === null ? chosen : { ...chosen, [change[0]]: change[1].toWellFormed() },
    )

const anyTarget = (target: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(target) },
    { weight: 3, arbitrary: anyQuery.map((query) => `${target.split("?", 1)[0]}?${query}`) },
    { weight: 1, arbitrary: fc.constantFrom("/", "//", "?").map((end) => target + end) },
    {
      weight: 1,
      arbitrary: fc.nat(target.length).map((at) => `/${target.slice(1, at)}%2e%2F${target.slice(at)}`),
    },
  )

/** A request to one of the operations: valid, nearly valid or hostile, with the keys of these catalogs. */
export const anyRequest = (keys: ReadonlyArray<Keys>): fc.Arbitrary<FuzzedRequest> =>
  fc.tuple(fc.constantFrom(...operations), anyKeys(keys)).chain(([operation, chosen]) => {
    const { method = "GET", target, body } = operation.request(chosen)
    return fc
      .record({
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(method) },
          fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
        ),
        target: anyTarget(target),
        headers: anyHeaders,
        body: anyBody(body),
      })
      .map((request) => ({ ...request, operation }) as FuzzedRequest)
  })
