import { assert, layer } from "@effect/vitest"
import { Unavailable } from "@hangtag/core"
import { operations as all, StaleReads } from "@hangtag/core/adapter"
import { memoryPorts, seedCatalog } from "@hangtag/testkit"
import { Context, Effect, Layer, Stream } from "effect"
import { as, own } from "../support/callers.ts"
import { completedJob } from "../support/completedJob.ts"
import { draftKey } from "../support/draftKey.ts"
import { openBatch } from "../support/openBatch.ts"
import { keysOf, operations } from "../support/operations.ts"
import { priceList } from "../support/priceList.ts"
import { publishedBatch } from "../support/publishedBatch.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, TestServer, temporaryFiles, testServerOver } from "../support/TestServer.ts"

type Method = (...args: ReadonlyArray<unknown>) => unknown

/** Whether the replica goes away in the middle of each read. */
let isFailing = false

/** Says of each read whose caller allows it that it was a second and a half old. */
const note = Effect.flatMap(StaleReads, (stale) => {
  stale?.note(1500)
  return stale !== undefined && isFailing
    ? Effect.fail(new Unavailable({ service: "database", operation: "test", retryable: true }))
    : Effect.void
})

const ports = new Set(Object.values(all).flatMap((operation) => operation.ports))

/** Every port as if a replica answered it. */
const late = Layer.effectContext(
  Effect.map(Effect.context<never>(), (context) =>
    Context.mergeAll(
      ...[...ports].map((port) => {
        const methods: Readonly<Record<string, Method>> = Context.get(context, port as never)
        const each = Object.entries(methods).map(([name, method]) => [
          name,
          (...args: ReadonlyArray<unknown>) => {
            const made = method(...args)
            return Stream.isStream(made)
              ? Stream.unwrap(Effect.as(note, made))
              : Effect.andThen(note, made as Effect.Effect<unknown>)
          },
        ])
        return Context.make(port, Object.fromEntries(each))
      }),
    ),
  ),
) as unknown as Layer.Layer<never>

const seeded = Effect.gen(function* () {
  yield* seedCatalog(own, seededCatalog("-o"))
  yield* openBatch(own, "CHANGE-o")
  yield* priceList(own, "LIST-o")
  yield* publishedBatch(own, "PUBLISHED-o")
  return keysOf("-o", yield* completedJob(own, "own"), yield* draftKey(own, "-o"))
})

const server = testServerOver(
  Layer.provideMerge(late, Layer.merge(memoryPorts, temporaryFiles)) as unknown as typeof memoryPorts,
)

layer(onWallClock(server))("answers of a replica", (it) => {
  it.effect(
    "say how old they are, of lists and searches alone, and not where what is there now is asked for",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const keys = yield* seeded
        const aged: Array<readonly [string, string | undefined]> = []
        for (const { name, request } of operations) {
          const asked = request(keys)
          const headers = { ...as("own-token"), ...asked.headers }
          const { age } = (yield* send({ ...asked, headers })).headers
          if (age !== undefined) aged.push([name, age])
          for (const directive of ["no-cache", "Max-Age=0, no-transform"]) {
            const now = yield* send({ ...asked, headers: { ...headers, "cache-control": directive } })
            assert.notProperty(now.headers, "age", name)
          }
        }
        assert.deepStrictEqual(
          aged,
          [
            "see what goes live next",
            "look at an export before queueing it",
            "list what an export may read",
            "list brands",
            "list products",
            "search variants",
          ].map((name) => [name, "2"]),
        )
      }),
  )

  it.effect("are read anew where the replica goes in the middle of it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      isFailing = true
      for (const target of ["/api/brands", "/api/products/export-fields"]) {
        const { status, headers } = yield* send({ target, headers: as("own-token") })
        assert.strictEqual(status, 200)
        assert.notProperty(headers, "age")
      }
    }),
  )
})
