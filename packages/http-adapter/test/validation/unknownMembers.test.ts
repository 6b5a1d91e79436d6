import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Context, Layer, type Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { RecordedRoute } from "../../src/validation/endpointAnnotations.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { keysOf, operations } from "../support/operations.ts"
import { get, post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

/** Those of the interface, whose clients send more. */
const ignoring = [
  "addRecordsByVariants",
  "listBatchRecords",
  "previewColorway",
  "queueExport",
  "searchVariants",
  "selectCrawlDiscovery",
]
const named = [
  ...["colorway prefill", "add records by variants", "queue an export", "select a discovery"],
  ...["search variants", "list a batch's records"],
]

type Loc = ReadonlyArray<string | number>

/** The value with a member that nothing has in each of its objects. */
const withUnknown = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(withUnknown) as A
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, withUnknown(each)])
  return { ...Object.fromEntries(members), zzz: 1 }
}

/** Something of a schema's objects and lists, with a member that nothing has in each object, and where those are. */
const anyOf = (ast: SchemaAST.AST, loc: Loc, into: Array<Loc>): unknown => {
  if (SchemaAST.isArrays(ast)) return [anyOf(ast.rest[0]!, [...loc, 0], into)]
  if (SchemaAST.isUnion(ast)) return anyOf(ast.types.find((type) => !SchemaAST.isNull(type))!, loc, into)
  if (!SchemaAST.isObjects(ast)) return null
  // members of any name: none is unknown
  if (ast.indexSignatures.length > 0) return {}
  into.push([...loc, "zzz"])
  const members = ast.propertySignatures.map(({ name, type }) => [
    name,
    anyOf(type, [...loc, String(name)], into),
  ])
  return { ...Object.fromEntries(members), zzz: 1 }
}

const endpoints: Array<HttpApiEndpoint.Top> = []
HttpApi.reflect(HangtagApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => endpoints.push(endpoint),
})
const isRecorded = ({ annotations }: HttpApiEndpoint.Top) => Context.get(annotations, RecordedRoute)

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(Layer.provideMerge(testServer({})))

layer(onWallClock(seeded))("members that nothing knows", (it) => {
  const test = generatorTests(it.effect)

  for (const { name, request } of operations.filter(({ name }) => named.includes(name))) {
    test(`${name} ignores them in query and body, at every depth`, function* () {
      const { target, body, ...rest } = request(keysOf("", "J"))
      const { status } = yield* ask({
        ...rest,
        target: `${target}${target.includes("?") ? "&" : "?"}zzz=1`,
        body: withUnknown(body),
      })
      assert.strictEqual(status, 200)
    })
  }

  it("are ignored by the six operations of the interface alone", () => {
    const found = endpoints.filter(isRecorded).map(({ identifier }) => identifier)
    assert.deepStrictEqual(found.sort(), ignoring)
  })

  for (const { identifier, method, path, payload } of endpoints.filter((each) => !isRecorded(each))) {
    test(`${identifier} refuses them in query and body, at every depth`, function* () {
      const expected: Array<Loc> = [["query", "zzz"]]
      const codec = payload.get("application/json")?.schemas[0] as { readonly schema: Schema.Top } | undefined
      const { status, json } = yield* ask({
        method,
        target: `${path.replace(/:\w+/g, "x")}?zzz=1`,
        body: codec && (anyOf(codec.schema.ast, ["body"], expected) as object),
      })
      assert.strictEqual(status, 422)
      const { detail } = json as { detail: ReadonlyArray<{ type: string; loc: Loc }> }
      const refused = detail.flatMap(({ type, loc }) => (type === "extra_forbidden" ? [loc] : []))
      assert.sameDeepMembers(refused, expected)
    })
  }

  test("names the member that was meant, and the value that was given", function* () {
    const { json } = yield* ask(
      post("/api/pricing/map-policy/B1/price-changes/adjust?previw=true", {
        selection: { product_key: ["P1"] },
        price_types: ["MAP"],
        adjust: { percentage: -5 },
        effective_from: "2997-01-01",
        effective_untill: "2998-01-01",
      }),
    )
    const fault = (loc: Loc, nearest: string, input: unknown) => ({
      type: "extra_forbidden",
      loc,
      msg: `Extra inputs are not permitted; did you mean '${nearest}'?`,
      input,
      ctx: { nearest },
    })
    assert.deepStrictEqual(json, {
      detail: [
        fault(["query", "previw"], "preview", "true"),
        fault(["body", "selection", "product_key"], "product_keys", ["P1"]),
        fault(["body", "adjust", "percentage"], "percent", -5),
        fault(["body", "effective_untill"], "effective_until", "2998-01-01"),
      ],
    })
  })

  test("a name that stands in a query twice is refused, but in those of the interface", function* () {
    const { status, json } = yield* ask(get("/api/products?source=a&limit=5&source=b&source=c"))
    const error = "it is given more than once: give it once"
    const fault = { type: "value_error", loc: ["query", "source"], msg: `Value error, ${error}` }
    assert.deepStrictEqual([status, json], [422, { detail: [{ ...fault, input: "c", ctx: { error } }] }])
    const recorded = yield* ask(get("/api/products/P1/variants/search?q=nothing&q=boot"))
    assert.deepStrictEqual([recorded.status, (recorded.json as { total: number }).total], [200, 2])
  })
})
