import { once } from "node:events"
import { Agent, get, type IncomingMessage } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { healthServer } from "../../src/server/healthServer.ts"
import { Draining, Readiness } from "../../src/server/readiness.ts"
import { onWallClock } from "../support/TestServer.ts"

class Origin extends Context.Service<Origin, string>()("@hangtag/http-adapter/test/Origin") {}

const draining = Deferred.makeUnsafe<void>()
const server = Layer.effect(Origin, HttpServer.addressFormattedWith(Effect.succeed)).pipe(
  Layer.provide(healthServer({ host: "127.0.0.1", port: 0 })),
  Layer.provide([
    Layer.succeed(Readiness, { checks: { database: Effect.void } }),
    Layer.succeed(Draining, draining),
  ]),
)

layer(onWallClock(server))("a process that is about to stop", (it) => {
  it.effect("is not ready, and keeps no connection beyond its answer", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ keepAlive: true })),
        (agent) => Effect.sync(() => agent.destroy()),
      )
      const asked = (path: string) =>
        Effect.promise(async () => {
          const [answer] = (await once(get(origin + path, { agent }), "response")) as [IncomingMessage]
          const text = Buffer.concat(await answer.toArray()).toString()
          return [answer.statusCode, answer.headers.connection, text]
        })
      assert.deepStrictEqual(yield* asked("/readyz"), [
        200,
        "keep-alive",
        '{"status":"ok","checks":{"database":"ok"}}',
      ])
      yield* Deferred.succeed(draining, undefined)
      assert.deepStrictEqual(yield* asked("/readyz"), [
        503,
        "close",
        '{"status":"unavailable","checks":{"process":"draining"}}',
      ])
      assert.deepStrictEqual(yield* asked("/healthz"), [200, "close", '{"status":"ok"}'])
    }).pipe(Effect.scoped),
  )
})
