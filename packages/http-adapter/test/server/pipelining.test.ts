import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { boundPipelining } from "../../src/server/pipelining.ts"

it.effect(
  "sixteen requests of a connection may wait for their answers; the next is refused, and ends it",
  () =>
    Effect.gen(function* () {
      const ask = <E>(socket: object, app: Effect.Effect<HttpServerResponse.HttpServerResponse, E>) =>
        Effect.provideService(boundPipelining(app), HttpServerRequest.HttpServerRequest, {
          source: { socket },
        } as unknown as HttpServerRequest.HttpServerRequest)
      const answered = Effect.succeed(HttpServerResponse.empty())
      const [one, other] = [{}, {}]
      const waiting = yield* Effect.forEach(Array.from({ length: 16 }), () =>
        Effect.forkChild(ask(one, Effect.never), { startImmediately: true }),
      )
      const { status, headers } = yield* ask(one, answered)
      assert.deepStrictEqual([status, headers.connection], [429, "close"])
      assert.strictEqual((yield* ask(other, answered)).status, 204)
      yield* Fiber.interrupt(waiting[0]!)
      for (const _ of [1, 2]) assert.strictEqual((yield* ask(one, answered)).status, 204)
    }),
)
