import { assert, layer } from "@effect/vitest"
import { Unavailable } from "@hangtag/core"
import { operations as all, StaleReads } from "@hangtag/core/adapter"
import { memoryPorts } from "@hangtag/testkit"
import { Context, Effect, Layer, Stream } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { operations } from "../support/operations.ts"
import { get } from "../support/requests.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, temporaryFiles, testServerOver } from "../support/TestServer.ts"

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

const server = testServerOver(
  Layer.provideMerge(late, Layer.merge(memoryPorts, temporaryFiles)) as unknown as typeof memoryPorts,
)

layer(onWallClock(server))("answers of a replica", (it) => {
  const test = generatorTests(it.effect)

  test("say how old they are, of lists and searches alone, and not where what is there now is asked for", function* () {
    const keys = yield* seedOperations(own, "-o")
    const aged: Array<readonly [string, string | undefined]> = []
    for (const { name, request } of operations) {
      const { age } = (yield* ask(request(keys))).headers
      if (age !== undefined) aged.push([name, age])
      for (const directive of ["no-cache", "Max-Age=0, no-transform"]) {
        const now = yield* ask(request(keys), "own-token", { "cache-control": directive })
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
  })

  test("are read anew where the replica goes in the middle of it", function* () {
    isFailing = true
    for (const target of ["/api/brands", "/api/products/export-fields"]) {
      const { status, headers } = yield* ask(get(target))
      assert.strictEqual(status, 200)
      assert.notProperty(headers, "age")
    }
  })
})
