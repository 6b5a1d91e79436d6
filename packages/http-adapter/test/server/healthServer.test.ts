import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { healthServer } from "../../src/server/healthServer.ts"
import { Readiness } from "../../src/server/readiness.ts"
import { onWallClock } from "../support/TestServer.ts"

class Origin extends Context.Service<Origin, string>()("@hangtag/http-adapter/test/Origin") {}

const checks = { database: Effect.void, storage: Effect.fail("the bucket does not exist") }

const server = Layer.effect(Origin, HttpServer.addressFormattedWith(Effect.succeed)).pipe(
  Layer.provide(healthServer({ host: "127.0.0.1", port: 0 })),
  Layer.provide(Layer.succeed(Readiness, { checks })),
)

layer(onWallClock(server))("a process that serves nothing else", (it) => {
  const asked = Effect.fnUntraced(function* (path: string, method = "GET") {
    const origin = yield* Origin
    return yield* Effect.promise(async () => {
      const response = await fetch(origin + path, { method })
      return { response, text: await response.text() }
    })
  })

  it.effect("tells that it lives, which of what it needs does not answer, and what it measured", () =>
    Effect.gen(function* () {
      const health = yield* asked("/healthz")
      assert.deepStrictEqual([health.response.status, health.text], [200, '{"status":"ok"}'])
      assert.match(health.response.headers.get("x-request-id")!, /^[\da-f-]{36}$/)
      const ready = yield* asked("/readyz")
      assert.deepStrictEqual(
        [ready.response.status, ready.response.headers.get("retry-after"), ready.text],
        [503, "5", '{"status":"unavailable","checks":{"database":"ok","storage":"unavailable"}}'],
      )
      const metrics = yield* asked("/metrics")
      assert.strictEqual(metrics.response.status, 200)
      assert.include(metrics.response.headers.get("content-type"), "text/plain; version=0.0.4")
      for (const [path, method, status] of [
        ["/", "GET", 404],
        ["/api/jobs/none", "GET", 404],
        ["/docs", "GET", 404],
        ["/healthz", "POST", 405],
      ] as const)
        assert.strictEqual((yield* asked(path, method)).response.status, status, path)
    }),
  )
})
