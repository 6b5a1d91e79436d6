import { NodeHttpClient } from "@effect/platform-node"
import { ByteSize, Effect, Exit, Layer, Scope } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { HttpApiClient, OpenApi } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MAX_DEPTH } from "../../src/validation/parseJsonExactly.ts"
import { EchoApi, serveEchoApp } from "./echoApp.ts"
import { send } from "./recordedCase.ts"

const scope = Scope.makeUnsafe()
let origin: string
beforeAll(async () => {
  const limited = Effect.provide(
    serveEchoApp,
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe("1 MiB")),
  )
  origin = await Effect.runPromise(Scope.provide(limited, scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const post = (target: string, body: string) =>
  send(origin, { method: "POST", target, headers: [["content-type", "application/json"]], body })
const prefill = "/api/pricing/map-policy/B/colorway-prefill"
const withAmount = (amount: string) =>
  `{"product_key":"P","color":"c","lines":[{"price_type":"MAP","amount":${amount},"effective_from":"2026-12-01"}]}`

describe("over HTTP", () => {
  it.each(["19.990", "0.1", "12345678901234567890.123456789"])(
    "the amount %s keeps its digits",
    async (amount) => {
      const { status, text } = await post(prefill, withAmount(amount))
      expect(status).toBe(200)
      expect(JSON.parse(text).payload.lines[0].amount).toBe(amount)
    },
  )

  it("a refused number is given back as it came", async () => {
    const { text } = await post(prefill, withAmount("-1.50e1"))
    expect(text).toBe(
      '{"detail":[{"type":"greater_than_equal","loc":["body","lines",0,"amount"],' +
        '"msg":"Input should be greater than or equal to 0","input":-1.50e1,"ctx":{"ge":0}}]}',
    )
  })

  it("columns are required where the mode says so, and nothing else is wrong", async () => {
    const mappings = async (body: string) => {
      const { text } = await post("/api/products/export-async", body)
      return JSON.parse(text).detail.map((entry: { type: string; loc: unknown; input: unknown }) => [
        entry.type,
        entry.loc,
        entry.input,
      ])
    }
    const at = ["body", "column_mappings"]
    const absent = { product_keys: ["P"] }
    expect(await mappings(JSON.stringify(absent))).toEqual([["missing", at, absent]])
    expect(await mappings('{"product_keys":["P"],"column_mappings":[]}')).toEqual([["too_short", at, []]])
    expect(await mappings('{"product_keys":[1]}')).toEqual([["string_type", ["body", "product_keys", 0], 1]])
  })

  it.each([3_000, MAX_DEPTH - 1, MAX_DEPTH])(
    "an echo that is nested %d deep is refused, not a crash",
    async (depth) => {
      const { status, text } = await send(origin, {
        method: "PATCH",
        target: "/api/products/crawl-discoveries/J/D",
        headers: [],
        body: `{"selected":${"[".repeat(depth)}${"]".repeat(depth)}}`,
      })
      expect([status, text]).toEqual([400, '{"detail":"There was an error parsing the body"}'])
    },
  )

  it("a body over the limit is a 413 that names the limit", async () => {
    const { status, text } = await post(prefill, " ".repeat(1_048_577))
    expect([status, JSON.parse(text)]).toEqual([
      413,
      { detail: "The body is larger than 1048576 bytes, the most taken here" },
    ])
  })

  it("the typed client sends amounts with all their digits", async () => {
    const lines = [{ price_type: "MAP", amount: "12345678901234567890.50", effective_from: "2026-12-01" }]
    const echoed = await Effect.runPromise(
      Effect.gen(function* () {
        const client = yield* HttpApiClient.make(EchoApi, { baseUrl: origin })
        const payload = { product_key: "P", color: "c", lines }
        return yield* client.echo.prefill({ params: { brand_key: "a b" }, headers: {}, payload })
      }).pipe(Effect.provide(NodeHttpClient.layerFetch)),
    )
    expect(echoed).toMatchObject({ brand_key: "a b", payload: { lines } })
  })

  it("the OpenAPI document shows the constraints and the answer to those who break them", () => {
    const { paths, components } = OpenApi.fromApi(EchoApi)
    const search = paths["/api/products/{product_key}/variants/search"]!.get!
    expect(search.parameters.filter((parameter) => parameter.in === "query")).toMatchObject([
      { name: "q", required: true, schema: { type: "string", minLength: 1 } },
      { name: "limit", required: false, schema: { type: "integer", minimum: 1, maximum: 100 } },
    ])
    expect(search.responses[422]?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/HTTPValidationError" } },
    })
    expect(components.schemas.HTTPValidationError).toMatchObject({ required: ["detail"] })
  })
})
