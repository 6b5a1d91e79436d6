import { assert, layer } from "@effect/vitest"
import { BatchBusy } from "@hangtag/core"
import { HangtagApi } from "@hangtag/http-adapter/api"
import { aBrand, aPriceEntry, aProductEntry, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { OpenApi } from "effect/http-api"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { answerFailure, inBody } from "../../src/server/answerFailure.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get, post, put, remove } from "../support/requests.ts"
import { onWallClock, type TestRequest, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(
  seedCatalog(own, {
    brands: [aBrand()],
    products: [aProductEntry()],
    prices: [
      aPriceEntry({ amount: "100", effective_from: "2020-01-01" }),
      aPriceEntry({ amount: "120", effective_from: "2999-01-01" }),
    ],
  }),
).pipe(Layer.provideMerge(testServer()))

const { schemas } = JSON.parse(JSON.stringify(OpenApi.fromApi(HangtagApi))).components
const { oneOf, discriminator } = schemas.PriceChangeConflict

const brand = "/api/pricing/map-policy/B1"
const line = (amount: number, effective_from: string, more: object = {}) => ({
  price_type: "MAP",
  amount,
  effective_from,
  ...more,
})

interface Answered {
  readonly reason: keyof typeof discriminator.mapping
  readonly [member: string]: unknown
}

const asking = Effect.fnUntraced(function* (request: TestRequest) {
  const answer = yield* ask(request)
  return { status: answer.status, json: answer.json as Answered & { readonly batch_key: string } }
})
const generating = (lines: ReadonlyArray<object>, more: object = {}, basis: string | null = null) =>
  asking(
    post(`${brand}/price-changes`, {
      colorways: [{ product_key: "P1", color: "Black", lines, basis }],
      ...more,
    }),
  )
const publishing = (key: string) => asking(post(`/api/pricing/batches/${key}/publish`, {}))
const generated = Effect.fnUntraced(function* (...asked: Parameters<typeof generating>) {
  const { status, json } = yield* generating(...asked)
  assert.strictEqual(status, 200)
  return json.batch_key
})

/** A 409 with this reason, and what the document says of that one: no other member. */
const refusedAs = Effect.fnUntraced(function* (
  reason: string,
  asked: ReturnType<typeof asking>,
  facts: object = {},
) {
  const { status, json } = yield* asked
  assert.deepStrictEqual([status, json.reason], [409, reason])
  const name = discriminator.mapping[reason].split("/").at(-1)
  assert.deepInclude(oneOf, { $ref: `#/components/schemas/${name}` })
  assert.sameMembers(Object.keys(json), schemas[name].required)
  assert.containSubset(json, facts)
})

layer(onWallClock(seeded))("a price change that is refused", (it) => {
  const test = generatorTests(it.effect)

  test("says why in its reason, and gives the facts of that reason alone", function* () {
    const black = { product_key: "P1", color: "Black" }
    yield* refusedAs("empty", generating([line(100, "2998-01-01")]), { unchanged: 1, no_price: 0 })
    yield* refusedAs("stale", generating([line(90, "2998-01-01")], {}, "b1.old"), {
      colorways: [{ ...black, reason: "stale" }],
      stale: [black],
    })
    yield* refusedAs("collides", generating([line(90, "2999-01-01")]), {
      colorways: [{ ...black, reason: "collides" }],
      collisions: [{ kind: "same_instant", amount: 120 }],
    })
    const sale = [line(80, "2998-01-01", { effective_until: "2998-02-01", price_type: "SALE" })]
    yield* refusedAs("no_return", generating(sale), {
      colorways: [{ ...black, reason: "no_return" }],
      no_return: [{ price_type: "SALE" }],
    })
  })

  test("says so of a publication", function* () {
    const { json } = yield* asking(post("/api/pricing/batches", { kind: "price_change", key: "NONE" }))
    assert.strictEqual(json.key, "NONE")
    yield* refusedAs("empty", publishing("NONE"), { unchanged: 0, no_price: 0 })
    const late = yield* generated([line(99, "2021-01-01")])
    yield* refusedAs("backdated", publishing(late), { effective_from: "2021-01-01" })
    const [first, second] = [
      yield* generated([line(90, "2998-01-01")]),
      yield* generated([line(85, "2998-06-01")]),
    ]
    assert.strictEqual((yield* publishing(second)).status, 200)
    yield* refusedAs("moved", publishing(first), { moved: [{ price_type: "MAP" }] })
    yield* refusedAs("published", generating([line(70, "2998-09-01")], { batch_key: second }))
    yield* asking(remove(`/api/pricing/batches/${first}`))
    yield* refusedAs("unsuitable", publishing(first))
  })

  test("says so of a policy that blocks, and of a record that is no draft", function* () {
    const held = yield* generated([line(60, "2997-01-01")])
    const policy = { max_decrease_percent: 10, enforcement: "block" }
    assert.strictEqual((yield* asking(put(brand, policy))).status, 200)
    const blocked = {
      colorways: [{ product_key: "P1", color: "Black", reason: "blocked" }],
      warnings: [{ kind: "large_change" }],
    }
    yield* refusedAs("blocked", generating([line(50, "2996-01-01")]), blocked)
    yield* refusedAs("blocked", publishing(held), blocked)
    const { json } = yield* asking(get("/api/pricing/products/P1/timeline"))
    const [pair] = json.pairs as ReadonlyArray<{ segments: ReadonlyArray<{ record_key: string | null }> }>
    const { record_key } = pair!.segments.findLast((each) => each.record_key !== null)!
    yield* refusedAs("active", asking(remove(`/api/pricing/records/${record_key}`)), { record_key })
  })

  test("says when another call is changing the batch, and when to try again", function* () {
    const error = new BatchBusy({ batch_key: "SPRING" })
    const { status, headers, body } = yield* answerFailure(error, inBody, true)
    assert(body._tag === "Uint8Array")
    const json = JSON.parse(new TextDecoder().decode(body.body))
    assert.deepStrictEqual(
      [status, headers["retry-after"], json],
      [409, "5", { detail: error.message, reason: "busy" }],
    )
  })
})
