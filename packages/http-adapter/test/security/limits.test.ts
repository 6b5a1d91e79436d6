import { once } from "node:events"
import http from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, layer } from "@effect/vitest"
import {
  type CallLimitName,
  CallLimits,
  CatalogRepository,
  callLimits,
  IdempotencyStore,
  JobLimits,
  JobRepository,
} from "@hangtag/core"
import {
  aBrand,
  aNewJob,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import { Deferred, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask, send } from "../support/ask.ts"
import { as, foreign, own } from "../support/callers.ts"
import { get, post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, TestServer, temporaryFiles, testServer, testServerOver } from "../support/TestServer.ts"

const exportTarget = "/api/products/export-async"
const exported = (body: string | object) => post(exportTarget, body)

/** Sends the text and ends nothing; gives what comes back until the server hangs up. */
const spoken = (port: number, words: string) =>
  Effect.promise(async () => {
    const socket = connect(port, "127.0.0.1")
    await once(socket, "connect")
    socket.write(words)
    return text(socket)
  })

layer(onWallClock(testServer({ maxBodySize: 5_000, maxBulkBodySize: 10_000, maxValues: 22 })))(
  "a body",
  (it) => {
    const test = generatorTests(it.effect)

    test("over the limit is refused, with its length given or not", function* () {
      const { port } = yield* TestServer
      const body = JSON.stringify({ product_keys: ["x".repeat(10_000)] })
      const answer = yield* ask(exported(body))
      const detail = "The body is larger than 10000 bytes, the most taken here"
      assert.deepStrictEqual([answer.status, answer.json], [413, { detail }])
      // no length, no end: what has come is enough
      const chunk = `${"x".repeat(4_096)}\r\n`
      const untold = yield* spoken(
        port,
        `POST ${exportTarget} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer own-token\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n${`1000\r\n${chunk}`.repeat(3)}`,
      )
      assert.match(untold, /^HTTP\/1\.1 413 /)
      assert.include(untold, detail)
    })

    test("in pieces of a byte is read as it is", function* () {
      const { port } = yield* TestServer
      const json = `{"product_keys":[${" ".repeat(3_000)}]}`
      const pieces = [...json].map((byte) => `1\r\n${byte}\r\n`).join("")
      const answer = yield* spoken(
        port,
        `POST ${exportTarget} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer own-token\r\n` +
          `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
      )
      assert.match(answer, /^HTTP\/1\.1 422 /)
      assert.include(answer, `"loc":["body","column_mappings"]`)
    })

    test("is asked for where its sender waits for that, and read where another protocol is offered", function* () {
      const { port } = yield* TestServer
      const asked = (headers: string) =>
        spoken(
          port,
          `POST ${exportTarget} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer own-token\r\n` +
            `${headers}\r\nContent-Length: 19\r\n\r\n{"product_keys":[]}`,
        )
      const expecting = yield* asked("Connection: close\r\nExpect: 100-continue")
      assert.match(expecting, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /)
      assert.include(expecting, `"loc":["body","column_mappings"]`)
      for (const protocol of ["h2c", "websocket"]) {
        const offered = yield* asked(`Connection: Upgrade, close\r\nUpgrade: ${protocol}`)
        assert.match(offered, /^HTTP\/1\.1 422 /)
        assert.include(offered, `"loc":["body","column_mappings"]`)
      }
    })

    test("that is packed is not unpacked", function* () {
      const { status, json } = yield* ask(exported("x"), "own-token", { "content-encoding": "gzip" })
      const detail = "Packed bodies are not taken: send it as it is, without Content-Encoding"
      assert.deepStrictEqual([status, json], [400, { detail }])
      const plain = yield* ask(exported("{}"), "own-token", { "content-encoding": "identity" })
      assert.strictEqual(plain.status, 422)
    })

    test("of a caller without permission is not even read", function* () {
      const { status } = yield* ask(exported("x".repeat(20_000)), "powerless-token")
      assert.strictEqual(status, 403)
    })

    test("of an operation on lists of keys may be larger than others", function* () {
      const body = JSON.stringify({ x: "x".repeat(6_000) })
      for (const [method, target, status] of [
        ["POST", exportTarget, 422],
        ["POST", "/api/products/export-preflight", 422],
        ["POST", "/api/pricing/batches/R/add-records-by-variants", 422],
        ["POST", "/api/pricing/map-policy/B1/price-changes/adjust", 422],
        ["POST", "/api/pricing/map-policy/B1/colorway-prefill", 413],
        ["PATCH", "/api/products/crawl-discoveries/J/D", 413],
      ] as const)
        assert.strictEqual((yield* ask({ method, target, body })).status, status, target)
    })

    test("has a limited number of values, at any depth", function* () {
      const values = yield* ask(exported({ x: Array(3).fill([1, 2, 3]), y: Array(3).fill([1, 2, 3]) }))
      assert.deepStrictEqual(values.json, {
        detail: [
          {
            type: "too_long",
            loc: ["body"],
            msg: "Body should have at most 22 items after validation, not more",
            input: null,
            ctx: { field_type: "Body", max_length: 22 },
          },
        ],
      })
      const within = yield* ask(exported({ x: Array(3).fill([1, 2, 3]), y: [[1, 2, 3]], export_mode: "csv" }))
      assert.deepStrictEqual(
        (within.json as { detail: ReadonlyArray<{ type: string }> }).detail.map(({ type }) => type),
        ["missing", "literal_error"],
      )
    })
  },
)

describe("a slow sender", () => {
  layer(onWallClock(testServer({ requestTimeout: 1_000 })))("", (it) => {
    it.effect("of headers or of a body is hung up on", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const start = `POST ${exportTarget} HTTP/1.1\r\nHost: localhost\r\n`
        const answers = yield* Effect.all(
          [
            spoken(port, start),
            spoken(port, `${start}Authorization: Bearer own-token\r\nContent-Length: 100\r\n\r\n{`),
          ],
          { concurrency: 2 },
        )
        for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
        assert.strictEqual((yield* send(get("/healthz"))).status, 200)
      }),
    )
  })
})

const stopped = Deferred.makeUnsafe<void>()
/** Takes for ever. */
const stuck = Layer.effect(
  CatalogRepository,
  Effect.map(CatalogRepository, (catalog) => ({
    ...catalog,
    searchVariants: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined)),
  })),
)

/** So does what is kept under keys. */
const stuckStore = Layer.effect(
  IdempotencyStore,
  Effect.map(IdempotencyStore, (store) => ({ ...store, once: () => Effect.never })),
)

const ports = Layer.mergeAll(
  memoryPorts,
  temporaryFiles,
  Layer.provide(Layer.merge(stuck, stuckStore), memoryPorts),
)
// What takes the request itself counts too: on a busy machine the time may be over before the work has begun.
layer(testServerOver(ports, { requestTimeout: 1000 }))("work on a request", (it) => {
  it.effect("is stopped when it takes too long", () =>
    Effect.gen(function* () {
      const target = "/api/products/P1/variants/search?q=x"
      const sent = ask(get(target))
      const begun = { until: () => Deferred.isDoneUnsafe(stopped) }
      const { status, headers, json } = yield* Effect.repeat(sent, begun)
      assert.deepStrictEqual(
        [status, headers["retry-after"], json],
        [
          503,
          "5",
          {
            detail: "This took longer than 1 s and was stopped: ask for less at once, or try again later",
          },
        ],
      )
    }),
  )

  it.effect("is stopped, too, when what is kept under its key cannot be had", () =>
    Effect.gen(function* () {
      const asked = exported({ product_keys: [], export_mode: "attribute_rows" })
      const { status, text } = yield* ask(asked, "own-token", { "idempotency-key": "k" })
      assert.deepStrictEqual([status, /took longer than 1 s/.test(text)], [503, true], text)
    }),
  )
})

const few = Layer.succeed(JobLimits, { openExports: 2, streams: 2 })

layer(onWallClock(Layer.provide(testServer(), few)))("a caller", (it) => {
  const test = generatorTests(it.effect)

  test("follows at most N jobs at once, and another one when a connection has gone", function* () {
    const { port } = yield* TestServer
    const jobs = yield* JobRepository
    const { job_id } = yield* jobs.create(own, aNewJob())
    const agent = new http.Agent()
    const open = (token: string) =>
      Effect.callback<http.IncomingMessage>((resume) => {
        const path = `/api/jobs/${job_id}/events`
        http.get({ host: "127.0.0.1", port, path, agent, headers: as(token) }, (response) =>
          resume(Effect.succeed(response)),
        )
      })
    const first = yield* open("own-token")
    yield* open("own-token")
    const third = yield* open("own-token")
    assert.deepStrictEqual([third.statusCode, third.headers["retry-after"]], [429, "5"])
    assert.deepStrictEqual(JSON.parse(yield* Effect.promise(() => text(third))), {
      detail: "You follow 2 jobs and may follow 2 at once; close a stream, or ask for the job now and then",
    })
    assert.strictEqual((yield* open("colleague-token")).statusCode, 200)
    first.destroy()
    while ((yield* open("own-token")).statusCode !== 200);
    agent.destroy()
  })

  test("has at most N exports of the organization open at once", function* () {
    const statuses = yield* Effect.forEach(
      ["own-token", "colleague-token", "own-token", "foreign-token"],
      (token) =>
        ask(exported({ product_keys: [], export_format: "csv", export_mode: "attribute_rows" }), token),
    )
    assert.deepStrictEqual(
      statuses.map(({ status }) => status),
      [200, 429, 429, 200],
    )
    assert.deepStrictEqual(statuses[2]!.json, {
      detail:
        "The organization has 2 open exports and may have 2 at once; wait for one to end, or cancel one",
    })
  })
})

describe("the rate of calls", () => {
  const store = Layer.succeedContext(Effect.runSync(Effect.scoped(Layer.build(RateLimiter.layerStoreMemory))))
  const rateLimit = { limit: 3, windowMillis: 60_000 }
  const limited = Layer.effectDiscard(
    Effect.andThen(seedCatalog(own, seededCatalog()), seedCatalog(foreign, seededCatalog())),
  ).pipe(Layer.provideMerge(testServer({ rateLimit, rateLimiterStore: store })))
  const search = (token: string) => ask(get("/api/products/P1/variants/search?q=x"), token)

  layer(limited)("", (it) => {
    const test = generatorTests(it.effect)

    test("is limited for each organization by itself, and says when to come back", function* () {
      for (let call = 0; call < 3; call++) assert.strictEqual((yield* search("own-token")).status, 200)
      const { status, headers, json } = yield* search("own-token")
      assert.deepStrictEqual(
        [status, headers["retry-after"], json],
        [
          429,
          "20",
          { detail: "Too many requests: the organization may make 3 per minute; try again in 20 s" },
        ],
      )
      // another of its callers is no other organization
      assert.strictEqual((yield* search("both-token")).status, 429)
      assert.strictEqual((yield* search("foreign-token")).status, 200)
      assert.strictEqual((yield* send(get("/healthz"))).status, 200)
      assert.strictEqual((yield* search("unknown")).status, 401)
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual((yield* search("own-token")).status, 429)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* search("own-token")).status, 200)
    })

    test("is one for all processes that share where it is counted", function* () {
      yield* TestClock.adjust("1 hour")
      const another = yield* Layer.build(testServer({ rateLimit, rateLimiterStore: store }))
      const there = Effect.provide(search("foreign-token"), another)
      const statuses = yield* Effect.forEach(
        [there, search("foreign-token"), there, search("foreign-token"), there],
        Effect.map(({ status }) => status),
      )
      assert.deepStrictEqual(statuses, [200, 200, 200, 429, 429])
    })
  })
})

describe("a call that asks for more than one may", () => {
  const limits = { ...Object.fromEntries(Object.keys(callLimits).map((name) => [name, 5])), fill_pairs: 3 }
  const limited = testServer().pipe(
    Layer.provide(Layer.succeed(CallLimits, limits as Readonly<Record<CallLimitName, number>>)),
  )
  layer(limited)("", (it) => {
    it.effect("is answered with the limit and what it asked for", () =>
      Effect.gen(function* () {
        const { status, json } = yield* ask(
          post("/api/pricing/batches/R/add-records-by-variants", {
            variant_keys: ["A", "B"],
            price_types: ["X", "Y"],
          }),
        )
        assert.strictEqual(status, 422)
        const counts = "pairs of a variant and a price type"
        assert.deepStrictEqual(json, {
          detail: [
            {
              type: "limit_exceeded",
              loc: ["body"],
              msg: `This asks for 4 ${counts}; one call may have 3 (fill_pairs): ask for less at once`,
              input: null,
              ctx: { limit: "fill_pairs", most: 3, asked: 4 },
            },
          ],
        })
      }),
    )
  })
})

describe("a large preview", () => {
  const variants = Array.from({ length: 60 }, (_, index) => aVariantEntry({ variant_key: `V${index}` }))
  const seed = Layer.effectDiscard(
    seedCatalog(own, {
      brands: [aBrand()],
      products: [aProductEntry({ variants })],
      prices: [
        aPriceEntry({ variant_key: "V1" }),
        aPriceEntry({ variant_key: "V2", effective_from: "2999-01-01" }),
      ],
    }),
  )
  layer(Layer.provideMerge(seed, testServer()))("", (it) => {
    it.effect("is written as a small one is", () =>
      Effect.gen(function* () {
        const line = { price_type: "MAP", amount: 12.5, effective_from: "2998-01-01" }
        const answer = (lines: number) =>
          ask(
            post("/api/pricing/map-policy/B1/colorway-prefill", {
              product_key: "P1",
              color: "Black",
              lines: Array.from({ length: lines }, () => line),
            }),
          )
        const [small, large] = [yield* answer(1), yield* answer(100)]
        assert.deepStrictEqual([small.status, large.status], [200, 200])
        assert.strictEqual(large.headers["content-type"], small.headers["content-type"])
        const { lines, future_records, warnings, as_of: _, ...others } = small.json as Record<string, unknown>
        const many = large.json as Record<string, ReadonlyArray<{ readonly collisions: unknown }>>
        assert.deepInclude(large.json, others)
        // but for the status at its instant and what it follows, where the lines before count
        const alike = (some: unknown) =>
          JSON.parse(JSON.stringify(some), (key, value) =>
            key === "status_at_effective" || key === "previous" ? undefined : value,
          )
        assert.deepStrictEqual(alike(many.lines), Array(100).fill(alike(lines)[0]))
        // of a hundred lines of one instant the last one takes over from all the others
        const overtaken = (many.warnings as unknown as ReadonlyArray<{ kind: string }>).filter(
          ({ kind }) => kind === "never_in_force",
        )
        assert.deepInclude(many.warnings, (warnings as ReadonlyArray<never>)[0])
        assert.strictEqual(overtaken.length, 99)
        assert.strictEqual((future_records as ReadonlyArray<unknown>).length, many.future_records?.length)
        assert.strictEqual((many.future_records![0]!.collisions as ReadonlyArray<unknown>).length, 100)
        assert.deepStrictEqual(Object.keys(many).toSorted(), Object.keys(small.json as object).toSorted())
      }),
    )
  })
})
