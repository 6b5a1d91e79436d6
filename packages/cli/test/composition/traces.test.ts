import { randomBytes } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { ExportWorker, encodeHere } from "@hangtag/worker"
import { ConfigProvider, Effect, Layer } from "effect"
import { ask, send } from "../../../http-adapter/test/support/ask.ts"
import { as, own } from "../../../http-adapter/test/support/callers.ts"
import { operations } from "../../../http-adapter/test/support/operations.ts"
import { get } from "../../../http-adapter/test/support/requests.ts"
import { seedOperations } from "../../../http-adapter/test/support/seeds.ts"
import { onWallClock, temporaryFiles, testServerOver } from "../../../http-adapter/test/support/TestServer.ts"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { testDatabases } from "../../../postgres/test/support/testDatabases.ts"
import { testServer } from "../../../postgres/test/support/testServer.ts"
import { telemetry } from "../../src/composition/telemetry.ts"
import { readSettings } from "../../src/settings/Settings.ts"
import { type Span, traceReceiver } from "../support/TraceReceiver.ts"

const settings = (env: Record<string, string>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const hex = (bytes: number) => randomBytes(bytes).toString("hex")

const [server, client] = [2, 3]

/** The names on the way from each span to the root, which is the request's, and has the caller's as its parent. */
const requireTree = (spans: ReadonlyArray<Span>, caller: string, what: string) => {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ""))
  assert.deepStrictEqual(
    roots.map(({ parentSpanId, kind }) => [parentSpanId, kind]),
    [[caller, server]],
    `${what}: ${JSON.stringify(spans.map(({ name }) => name))}`,
  )
}

/** Calls every operation on a server that was built within a span, and gives all spans of it, and whose they are. */
const traced = Effect.fnUntraced(function* (database: (typeof testDatabases)[number]) {
  const receiver = yield* traceReceiver
  const named = yield* settings({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, LOG_LEVEL: "none" })
  const ports = Layer.merge(portsOn(database), temporaryFiles)
  const checks = { database: Effect.void }
  const process = testServerOver(ports, { checks }).pipe(
    Layer.provide(Layer.span("the process")),
    Layer.provideMerge(telemetry(named)),
    onWallClock,
  )
  const calls = new Map<
    string,
    { readonly trace: string; readonly caller: string; readonly status: number }
  >()
  yield* Effect.gen(function* () {
    const keys = yield* seedOperations(own, "-o")
    // now that no other claims jobs
    yield* Effect.withSpan(Layer.build(ExportWorker.layer({ encoder: encodeHere })), "the worker")
    for (const { name, request } of operations) {
      const [trace, caller] = [hex(16), hex(8)]
      const asked = request(keys)
      const headers = { ...asked.headers, ...as("own-token"), traceparent: `00-${trace}-${caller}-01` }
      const { status, text } = yield* send({ ...asked, headers })
      calls.set(name, { trace, caller, status })
      if (name !== "queue an export") continue
      const { job_id } = JSON.parse(text) as { job_id: string }
      yield* ask(get(`/api/jobs/${job_id}/events`))
    }
    yield* send(get("/readyz"))
  }).pipe(Effect.scoped, Effect.provide(process))
  return { calls, spans: receiver.spans }
}, Effect.scoped)

/** A real server where there is one: it gives its address by itself. */
const [embedded, real] = testDatabases
const database = real!.unavailable === undefined ? real! : embedded!
const address = testServer.unavailable === undefined ? new URL(testServer.url) : undefined

it.live("a call of each operation is one trace, its caller's, down to statements", () =>
  Effect.gen(function* () {
    const { calls, spans } = yield* traced(database)
    for (const [what, { trace, caller, status }] of calls) {
      assert.isBelow(status, 400, what)
      const ofCall = spans.filter(({ traceId }) => traceId === trace)
      requireTree(ofCall, caller, what)
      const statements = ofCall.filter(({ attributes }) => attributes["db.query.text"] !== undefined)
      // one job may be followed by many, for whom it is looked at once
      if (what !== "follow a job") assert.isAbove(statements.length, 0, what)
      for (const { kind, attributes } of statements)
        assert.deepInclude({ ...attributes, kind } as Record<string, unknown>, {
          kind: client,
          "server.address": address?.hostname ?? "memory",
          "server.port": address?.port ?? "0",
        })
    }
    // a run of an export is a trace of its own, linked to its request's, down to statements too
    const runs = spans.filter(({ name }) => name === "runClaimed")
    assert.includeMembers(
      runs.flatMap(({ links }) => links.map(({ traceId }) => traceId)),
      [calls.get("queue an export")!.trace],
    )
    for (const { traceId, parentSpanId, attributes } of runs) {
      assert.deepStrictEqual([parentSpanId, attributes.organization], [undefined, own])
      const ofRun = spans.filter((span) => span.traceId === traceId)
      assert.isTrue(ofRun.some((span) => span.attributes["db.query.text"] !== undefined))
    }
    // neither a probe nor a worker's look is traced
    const served = spans.filter(({ kind }) => kind === server)
    assert.strictEqual(served.length, calls.size + 1)
    assert.notIncludeMembers(
      spans.map(({ name }) => name),
      ["JobQueue.claim"],
    )
  }),
)
