import { assert, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { AccessEntry, accessLog } from "../../src/server/accessLog.ts"

it.effect("each answer but those of probes is a line, without what was asked for in the query", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const app = Effect.gen(function* () {
      const entry = yield* AccessEntry
      if (entry !== undefined) entry.organization = "acme"
      return HttpServerResponse.empty({ status: 204 })
    })
    const logger = Logger.make(({ fiber }) => {
      lines.push(fiber.getRef(References.CurrentLogAnnotations))
    })
    for (const url of ["/api/products?search=secret", "/readyz", "/metrics"])
      yield* accessLog(app).pipe(
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          HttpServerRequest.fromWeb(new Request(`http://localhost${url}`)),
        ),
        Effect.provide(Logger.layer([logger])),
      )
    assert.deepStrictEqual(lines, [
      { method: "GET", path: "/api/products", status: 204, millis: 0, organization: "acme" },
    ])
  }),
)
