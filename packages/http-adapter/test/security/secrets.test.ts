import { assert, describe, it, layer } from "@effect/vitest"
import { BatchRepository, CatalogRepository, Unavailable } from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { Effect, Layer, Logger, References } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { freePort, run } from "../../../../test/hangtag.ts"
import { ask, send } from "../support/ask.ts"
import { as, own } from "../support/callers.ts"
import { get } from "../support/requests.ts"
import { completedJob } from "../support/seeds.ts"
import { onWallClock, temporaryFiles, testServerOver } from "../support/TestServer.ts"

/** What was logged, at every level, as an operator would read it. */
const logged: Array<string> = []
const captured = Layer.merge(
  Logger.layer([Logger.make((options) => void logged.push(Logger.formatLogFmt.log(options)))]),
  Layer.succeed(References.MinimumLogLevel, "All"),
)

const inside = "connect ECONNREFUSED postgres://hangtag:hunter2@10.0.0.9/prices"

/** One port that breaks, and one whose service is down; both know more than a client may. */
const broken = Layer.merge(
  Layer.effect(
    CatalogRepository,
    Effect.map(CatalogRepository, (catalog) => ({
      ...catalog,
      searchVariants: () => Effect.die(new Error("broke while reading variants")),
    })),
  ),
  Layer.effect(
    BatchRepository,
    Effect.map(BatchRepository, (batches) => ({
      ...batches,
      records: () =>
        Effect.fail(
          new Unavailable({
            service: "database",
            operation: "BatchRepository.records",
            retryable: true,
            cause: new Error(inside),
          }),
        ),
    })),
  ),
).pipe(Layer.provide(memoryPorts))

const server = testServerOver(Layer.mergeAll(memoryPorts, temporaryFiles, broken)).pipe(
  Layer.provide(captured),
)

layer(onWallClock(server))("answers and logs", (it) => {
  const test = generatorTests(it.effect)

  test("name a fault by one request id, and answers nothing of the inside", function* () {
    const target = "/api/products/P1/variants/search?q=secret-question"
    const { status, headers, json } = yield* ask(get(target))
    const { request_id, ...rest } = json as { request_id: string }
    assert.deepStrictEqual([status, rest] as const, [500, { detail: "Internal Server Error" }] as const)
    assert.strictEqual(headers["x-request-id"], request_id)
    const lines = logged.filter((line) => line.includes(request_id))
    assert.lengthOf(lines, 1)
    assert.include(lines[0]!, "broke while reading variants")
    assert.include(lines[0]!, "organization=own")
    assert.notInclude(lines[0]!, "secret-question")
    const { text } = yield* send(get("/metrics"))
    assert.match(text, /^hangtag_http_requests_total\{operation="searchVariants",status="500"\} [1-9]/m)
  })

  test("say that something is down, not where it is", function* () {
    const { status, headers, text } = yield* ask(get("/api/catalog/batches/B/records"))
    assert.deepStrictEqual(
      [status, headers["retry-after"], text],
      [503, "5", '{"detail":"The database is unavailable (BatchRepository.records)"}'],
    )
    const line = logged.at(-1)!
    for (const shown of [
      "The database is unavailable (BatchRepository.records)",
      `request_id=${headers["x-request-id"]}`,
      "organization=own",
      'cause="connect ECONNREFUSED postgres://(hidden)@10.0.0.9/prices"',
    ])
      assert.include(line, shown)
  })

  test("name each request, as its caller did where that is a name", function* () {
    const named = (id: string | undefined, target: string) =>
      Effect.map(
        ask(get(target), "own-token", id === undefined ? {} : { "x-request-id": id }),
        ({ headers }) => String(headers["x-request-id"]),
      )
    for (const target of ["/api/jobs/none", "/healthz", "/nowhere", "/openapi.json"]) {
      assert.strictEqual(yield* named("4bf92f:3577-b3.4d/a6==", target), "4bf92f:3577-b3.4d/a6==")
      for (const id of [undefined, "two words", 'level="fatal"', "x".repeat(129)])
        assert.match(yield* named(id, target), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    }
  })

  test("say at debug why a caller was refused, nothing of what it showed", function* () {
    const { headers } = yield* ask(get("/api/jobs/none"), "bearer-of-a-stranger")
    const line = logged.at(-1)!
    assert.include(line, `request_id=${headers["x-request-id"]}`)
    assert.include(line, "Not authenticated: ")
    assert.notInclude(line, "stranger")
  })

  test("show no token, session, signature or password", function* () {
    const secrets = ["bearer-that-is-unknown", "session-that-is-unknown", "hunter2"]
    for (const headers of [
      { authorization: `Bearer ${secrets[0]}` },
      { authorization: `Basic ${secrets[0]}` },
      { cookie: `identity_provider_session=${secrets[1]}` },
      as("own-token"),
    ]) {
      for (const target of [
        "/api/products/P1/variants/search?q=x",
        "/api/catalog/batches/B/records",
        "/nowhere",
      ]) {
        const { text } = yield* send({ target, headers })
        for (const secret of [...secrets, "own-token"]) assert.notInclude(text, secret)
      }
    }
    const job = yield* completedJob(own, "mine")
    const { json } = yield* ask(get(`/api/products/export/${job}/download-url`))
    const link = new URL((json as { url: string }).url)
    const signature = link.searchParams.get("signature")!
    yield* send(get(link.pathname + link.search))
    yield* send(get(link.pathname + link.search.replace("expires=", "expires=1")))
    assert.isNotEmpty(logged)
    const log = logged.join("\n")
    for (const secret of [...secrets, "own-token", signature, encodeURIComponent(signature)]) {
      assert.notInclude(log, secret)
    }
  })
})

// what it says of a URL that is none: packages/cli/test/brokenSettings.test.ts
describe("a process that cannot reach its database", () => {
  it("says so without the password", async () => {
    const port = await freePort()
    const { code, output } = await run(["serve"], {
      DATABASE_URL: `postgres://hangtag:hunter2@127.0.0.1:${port}/prices`,
      LOG_LEVEL: "trace",
      PORT: "0",
      HANGTAG_DATA: "/nonexistent/data",
    })
    assert.strictEqual(code, 1)
    assert.notInclude(output, "hunter2")
  })
})
