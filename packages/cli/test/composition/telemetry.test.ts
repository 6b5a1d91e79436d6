import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect } from "effect"
import { onWallClock } from "../../../http-adapter/test/support/TestServer.ts"
import { telemetry } from "../../src/composition/telemetry.ts"
import { readSettings } from "../../src/settings/Settings.ts"

const settings = (env: Record<string, string>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

it.live("a collector gets spans and log lines when one is named", () =>
  Effect.gen(function* () {
    const received = new Map<string, string>()
    const complete = yield* Deferred.make<void>()
    const collector = createServer(async (request, response) => {
      received.set(request.url ?? "", await text(request))
      response.end("{}")
      if (received.has("/v1/traces") && received.has("/v1/logs")) Deferred.doneUnsafe(complete, Effect.void)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void collector.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => collector.close()),
    )
    const { port } = collector.address() as { port: number }
    const named = yield* settings({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      LOG_LEVEL: "info",
    })
    // what is left is sent when the layer is released
    yield* Effect.logInfo("Worth knowing").pipe(
      Effect.withSpan("some work"),
      Effect.provide(onWallClock(telemetry(named))),
    )
    yield* Deferred.await(complete)
    assert.include(received.get("/v1/traces"), "some work")
    assert.include(received.get("/v1/logs"), "Worth knowing")
    assert.include(received.get("/v1/traces"), '"hangtag"')
  }),
)

it.live("what is sent goes by OpenTelemetry's own names: service, attributes, headers and sampler", () =>
  Effect.gen(function* () {
    const received = new Map<string, { readonly key: unknown; readonly body: string }>()
    const complete = yield* Deferred.make<void>()
    const collector = createServer(async (request, response) => {
      received.set(request.url ?? "", { key: request.headers["api-key"], body: await text(request) })
      response.end("{}")
      if (received.has("/v1/logs")) Deferred.doneUnsafe(complete, Effect.void)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void collector.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => collector.close()),
    )
    const { port } = collector.address() as { port: number }
    const named = yield* settings({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b, other=1",
      OTEL_SERVICE_NAME: "catalog",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=passed over,deployment.environment=staging",
      OTEL_TRACES_SAMPLER: "always_off",
    })
    yield* Effect.logInfo("Worth knowing").pipe(
      Effect.withSpan("some work"),
      Effect.provide(onWallClock(telemetry(named))),
    )
    yield* Deferred.await(complete)
    const { key, body } = received.get("/v1/logs")!
    assert.strictEqual(key, "a b")
    for (const each of ['"catalog"', '"deployment.environment"', '"staging"']) assert.include(body, each)
    assert.notInclude(body, "passed over")
    assert.notInclude(received.get("/v1/traces")?.body ?? "", "some work")
  }),
)

it.effect("an address that is none stops the start", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }))
    assert.deepStrictEqual(
      error.faults.map(({ name }) => name),
      ["OTEL_EXPORTER_OTLP_ENDPOINT"],
    )
  }),
)
