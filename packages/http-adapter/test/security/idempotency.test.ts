import { assert, describe, layer } from "@effect/vitest"
import {
  type CatalogWriter,
  type IdempotencyStore,
  JobRepository,
  type ObjectStorage,
  TooManyOpen,
  Unavailable,
} from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import { aPriceEntry, aProductEntry, aVariantEntry, memoryPorts, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { ask } from "../support/ask.ts"
import { foreign, own } from "../support/callers.ts"
import { post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { temporaryFiles, testServerOver } from "../support/TestServer.ts"

const body = { product_keys: ["P1"], export_mode: "attribute_rows" }

/** Queues an export under a key, in the caller's name. */
const queued = (key: string, { token = "own-token", body: asked = body as object } = {}) =>
  ask(post("/api/products/export-async", asked), token, { "idempotency-key": key })

const idOf = ({ json }: { readonly json: unknown }) => (json as { job_id: string }).job_id

const suite = <E>(
  ports: Layer.Layer<Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | IdempotencyStore, E>,
) => {
  let failures = 0
  let failure: Unavailable | TooManyOpen
  /** Fails as often as it is set to, after the job was made. */
  const failing = Layer.effect(
    JobRepository,
    Effect.map(JobRepository, (jobs) => ({
      ...jobs,
      create: (...args: Parameters<typeof jobs.create>) =>
        Effect.tap(jobs.create(...args), () => (failures-- > 0 ? Effect.fail(failure) : Effect.void)),
    })),
  )
  const all = Layer.provideMerge(failing, ports)
  const seeded = Layer.effectDiscard(
    Effect.andThen(seedCatalog(own, seededCatalog()), seedCatalog(foreign, seededCatalog())),
  ).pipe(Layer.provideMerge(testServerOver(Layer.merge(all, temporaryFiles))))

  layer(seeded)("", (it) => {
    const test = generatorTests(it.effect)

    test("who has come to be bound to price lists is not given what was answered before", function* () {
      const first = yield* queued("narrowed-1")
      for (const token of ["bound-token", "bound-to-none-token"]) {
        const fresh = yield* queued("narrowed-2", { token })
        const kept = yield* queued("narrowed-1", { token })
        assert.strictEqual(kept.status, fresh.status, token)
        assert.notStrictEqual(kept.text, first.text, token)
      }
    })

    test("the same key and body have the same answer, and are done once", function* () {
      const first = yield* queued("k-1")
      const again = yield* queued("k-1")
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
      const { date: _, "x-request-id": _id, ...headers } = first.headers
      const { date: __, "x-request-id": __id, ...headersAgain } = again.headers
      assert.deepStrictEqual(headersAgain, headers)
      // another way to write the same request is the same request
      const written = yield* queued("k-1", {
        body: { export_mode: "attribute_rows", product_keys: ["P1"] },
      })
      assert.strictEqual(written.text, first.text)
      assert.notStrictEqual(idOf(yield* queued("k-2")), idOf(first))
    })

    test("the same key is said where the rest is, too", function* () {
      const colors = Array.from({ length: 101 }, (_, index) => `Color ${index}`)
      const variants = colors.map((color) => aVariantEntry({ variant_key: color, color }))
      const products = [aProductEntry({ product_key: "MANY", variants })]
      const prices = colors.map((variant_key) => aPriceEntry({ variant_key }))
      yield* seedCatalog(own, { products, prices })
      const adjusted = ask(
        post("/api/pricing/map-policy/B1/price-changes/adjust", {
          selection: { product_keys: ["MANY"] },
          price_types: ["MAP"],
          adjust: { percent: "-5" },
          effective_from: "2999-01-01",
        }),
        "own-token",
        { "idempotency-key": "k-many" },
      )
      const first = yield* adjusted
      assert.strictEqual(first.status, 200)
      assert.match(String(first.headers.link), /rel="next"/)
      assert.strictEqual((yield* adjusted).headers.link, first.headers.link)
    })

    test("a price list that is made again under the same key is made once", function* () {
      const made = ask(
        post("/api/pricing/price-lists", { price_list: "AGAIN", name: "Again", currency: "EUR" }),
        "own-token",
        { "idempotency-key": "k-list" },
      )
      const first = yield* made
      const again = yield* made
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
    })

    test("the same key and another body or operation are a 422 that names it", function* () {
      const first = yield* queued("k-3")
      const detail = {
        type: "idempotency_key_reused",
        loc: ["header", "idempotency-key"],
        msg: "Idempotency-Key was used for another request; take a new one",
        input: "k-3",
      }
      const other = yield* queued("k-3", { body: { ...body, product_keys: [] } })
      assert.deepStrictEqual([other.status, other.json], [422, { detail: [detail] }])
      const elsewhere = yield* ask(post(`/api/jobs/${idOf(first)}/cancel`), "own-token", {
        "idempotency-key": "k-3",
      })
      assert.deepStrictEqual([elsewhere.status, elsewhere.json], [422, { detail: [detail] }])
      assert.strictEqual((yield* queued("k-3")).text, first.text)
    })

    test("keys are each organization's and each caller's own", function* () {
      const mine = idOf(yield* queued("k-4"))
      const theirs = yield* queued("k-4", { token: "foreign-token", body: { ...body, product_keys: [] } })
      assert.strictEqual(theirs.status, 200)
      const colleague = yield* queued("k-4", { token: "colleague-token" })
      assert.strictEqual(colleague.status, 200)
      assert.lengthOf([...new Set([mine, idOf(theirs), idOf(colleague)])], 3)
    })

    test("what was refused before the work leaves the key free", function* () {
      assert.strictEqual((yield* queued("k-5", { token: "unknown" })).status, 401)
      assert.strictEqual((yield* queued("k-5", { token: "powerless-token" })).status, 403)
      assert.strictEqual((yield* queued("k-5", { body: { product_keys: 1 } })).status, 422)
      assert.strictEqual((yield* queued("k-5")).status, 200)
    })

    test("who has lost a permission since is refused as at first, and who has got one is not", function* () {
      const column = { column_name: "price", source_field: "price", sub_field: "MAP" }
      const priced = { product_keys: ["P1"], export_mode: "column_based", column_mappings: [column] }
      const without = { token: "without-price:read", body: priced }
      assert.strictEqual((yield* queued("lost-1", without)).status, 403)
      const first = yield* queued("lost-1", { body: priced })
      assert.strictEqual(first.status, 200)
      const lost = yield* queued("lost-1", without)
      assert.deepStrictEqual([lost.status, lost.json], [403, { detail: "Permission price:read is required" }])
      assert.strictEqual((yield* queued("lost-1", { token: "only-product:read", body: priced })).status, 403)
      assert.strictEqual((yield* queued("lost-1", { token: "powerless-token", body: priced })).status, 403)
      assert.strictEqual(
        (yield* queued("lost-1", { token: "without-batch:read", body: priced })).text,
        first.text,
      )
      assert.strictEqual((yield* queued("lost-1", { body: priced })).text, first.text)
    })

    test("work that failed, or is to be tried later, is undone, and may be tried again under its key", function* () {
      const passing = [
        [503, new Unavailable({ service: "database", operation: "test", retryable: true })],
        [429, new TooManyOpen({ resource: "export", open: 1, limit: 1 })],
      ] as const
      for (const [status, error] of passing) {
        failure = error
        failures = 1
        assert.strictEqual((yield* queued(`k-6-${status}`)).status, status)
        const tried = yield* queued(`k-6-${status}`)
        assert.strictEqual(tried.status, 200)
        assert.strictEqual((yield* queued(`k-6-${status}`)).text, tried.text)
      }
    })

    test("of many at once one is done; the others get its answer or are asked to wait", function* () {
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => queued("k-7")),
        { concurrency: "unbounded" },
      )
      const done = answers.filter(({ status }) => status === 200)
      assert.lengthOf([...new Set(done.map(({ text }) => text))], 1)
      for (const { status, headers } of answers) {
        if (status !== 200) assert.deepStrictEqual([status, headers["retry-after"]], [409, "1"])
      }
    })

    test("a key of another form is refused", function* () {
      for (const key of ["", "a b", "x".repeat(256), "\u00e9"]) {
        const { status, json } = yield* queued(key)
        assert.strictEqual(status, 422, JSON.stringify(key))
        const [fault] = (json as { detail: ReadonlyArray<{ type: string; loc: unknown }> }).detail
        assert.strictEqual(fault!.type, "string_pattern_mismatch")
        assert.deepStrictEqual(fault!.loc, ["header", "idempotency-key"])
      }
      assert.strictEqual((yield* queued("x".repeat(255))).status, 200)
    })

    test("an answer is kept for a day", function* () {
      const first = yield* queued("k-8")
      yield* TestClock.adjust("86399 seconds")
      assert.strictEqual((yield* queued("k-8")).text, first.text)
      yield* TestClock.adjust("1 second")
      const later = yield* queued("k-8", { body: { ...body, product_keys: [] } })
      assert.strictEqual(later.status, 200)
      assert.notStrictEqual(idOf(later), idOf(first))
    })
  })
}

describe("Idempotency-Key: memory", () => suite(memoryPorts))

layer(
  Layer.provideMerge(
    Layer.effectDiscard(seedCatalog(own, seededCatalog())),
    testServerOver(Layer.merge(memoryPorts, temporaryFiles)),
  ),
)("Idempotency-Key", (it) => {
  const test = generatorTests(it.effect)

  test("keeps no answer beyond 1 MB, and says so of what was done", function* () {
    const variant_keys = Array.from({ length: 9_000 }, (_, index) => `${index}`.padEnd(90, "x"))
    const filled = ask(
      post("/api/pricing/batches/OPEN/add-records-by-variants", { variant_keys, price_types: ["MAP"] }),
      "own-token",
      { "idempotency-key": "large" },
    )
    const first = yield* filled
    assert.strictEqual(first.status, 200)
    assert.isAbove(first.text.length, 1_000_000)
    const { status, json } = yield* filled
    assert.strictEqual(status, 409)
    assert.match((json as { detail: string }).detail, /was carried out, and its answer was too large/)
  })

  test("is nothing to a preview, which only reads", function* () {
    const prefill = "/api/pricing/map-policy/B1/colorway-prefill"
    const preview = (lines: ReadonlyArray<object>) =>
      ask(post(prefill, { product_key: "P1", color: "Black", lines }), "own-token", {
        "idempotency-key": "read",
      })
    const line = { price_type: "MAP", amount: 12.5, effective_from: "2098-01-01" }
    for (const lines of [[], [line]]) {
      const { status, json } = yield* preview(lines)
      assert.strictEqual(status, 200)
      assert.lengthOf((json as { lines: ReadonlyArray<unknown> }).lines, lines.length)
    }
  })
})

describe(`Idempotency-Key: ${thoroughDatabase.name}`, () => suite(portsOn(thoroughDatabase)))
