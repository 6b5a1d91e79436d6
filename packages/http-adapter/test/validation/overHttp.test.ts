import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { MAX_DEPTH } from "@hangtag/core/adapter"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { HangtagApi } from "../../src/api/index.ts"
import { ask } from "../support/ask.ts"
import { as, own } from "../support/callers.ts"
import { patch, post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, type TestRequest, TestServer, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(
  Layer.provideMerge(testServer({ maxBodySize: 1_048_576 })),
)

const sent = (request: TestRequest) => ask(request, "own-token", { "content-type": "application/json" })
const prefill = "/api/pricing/map-policy/B1/colorway-prefill"
const withAmount = (amount: string) =>
  `{"product_key":"P1","color":"Black","lines":[{"price_type":"MAP","amount":${amount},"effective_from":"2026-12-01"}]}`

layer(onWallClock(seeded))("over HTTP", (it) => {
  const test = generatorTests(it.effect)

  for (const amount of ["0.1", "12345678901234567890.123456789", "0.10000000000000000000"]) {
    test(`the amount ${amount} keeps its digits both ways`, function* () {
      const { status, text } = yield* sent(post(prefill, withAmount(amount)))
      assert.strictEqual(status, 200)
      assert.include(text, `"lines":[{"price_type":"MAP","amount":${amount},`)
    })
  }

  test("a refused number is given back as it came", function* () {
    const { text } = yield* sent(post(prefill, withAmount("-1.50e1")))
    assert.strictEqual(
      text,
      '{"detail":[{"type":"greater_than_equal","loc":["body","lines",0,"amount"],' +
        '"msg":"Input should be greater than or equal to 0","input":-1.50e1,"ctx":{"ge":0}}]}',
    )
  })

  test("columns are required where the mode says so, and nothing else is wrong", function* () {
    const faults = Effect.fnUntraced(function* (body: string) {
      const { json } = yield* sent(post("/api/products/export-async", body))
      const { detail } = json as { detail: ReadonlyArray<{ type: string; loc: unknown; input: unknown }> }
      return detail.map(({ type, loc, input }) => [type, loc, input])
    })
    const at = ["body", "column_mappings"]
    const absent = { product_keys: ["P"] }
    assert.deepStrictEqual(yield* faults(JSON.stringify(absent)), [["missing", at, absent]])
    assert.deepStrictEqual(yield* faults('{"product_keys":["P"],"column_mappings":[]}'), [
      ["too_short", at, []],
    ])
    assert.deepStrictEqual(yield* faults('{"product_keys":[1]}'), [
      ["string_type", ["body", "product_keys", 0], 1],
    ])
  })

  for (const depth of [MAX_DEPTH - 1, MAX_DEPTH]) {
    test(`an echo that is nested ${depth} deep is refused, not a crash`, function* () {
      const body = `{"selected":${"[".repeat(depth)}${"]".repeat(depth)}}`
      const { status, text } = yield* sent(patch("/api/products/crawl-discoveries/J/D", body))
      assert.deepStrictEqual([status, text], [400, '{"detail":"There was an error parsing the body"}'])
    })
  }

  test("a body over the limit is a 413 that names the limit", function* () {
    const { status, json } = yield* sent(post(prefill, " ".repeat(1_048_577)))
    assert.deepStrictEqual(
      [status, json],
      [413, { detail: "The body is larger than 1048576 bytes, the most taken here" }],
    )
  })

  it.effect("the typed client reads and writes amounts as decimal text", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const client = yield* HttpApiClient.make(HangtagApi, {
        baseUrl: `http://127.0.0.1:${port}`,
        transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(as("own-token"))),
      })
      const { lines, incumbents } = yield* client.pricing.previewColorway({
        params: { brand_key: "B1" },
        query: {},
        payload: {
          product_key: "P1",
          color: "Black",
          lines: [{ price_type: "MAP", amount: "1234567890.25", effective_from: "2999-01-01" }],
        },
      })
      assert.deepStrictEqual([lines[0]?.amount, incumbents[0]?.amount], ["1234567890.25", "149.95"])
      const earlier = yield* client.pricing.previewColorway({
        params: { brand_key: "B1" },
        query: { as_of: "2000-01-01T00:00:00Z" },
        payload: { product_key: "P1", color: "Black", lines: [] },
      })
      assert.deepStrictEqual([earlier.as_of, earlier.incumbents], ["2000-01-01T00:00:00.000Z", []])
      const refused = yield* ask(
        post("/api/pricing/map-policy/B1/colorway-prefill?as_of=2026-02-30", {
          product_key: "P1",
          color: "Black",
        }),
      )
      const { detail } = refused.json as { detail: ReadonlyArray<{ loc: ReadonlyArray<string> }> }
      assert.deepStrictEqual([refused.status, detail.map(({ loc }) => loc)], [422, [["query", "as_of"]]])
    }).pipe(Effect.provide(NodeHttpClient.layerFetch)),
  )
})
