import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { admission } from "../../src/server/admission.ts"
import { defaultLimits, RequestLimits } from "../../src/validation/limits.ts"

const test = generatorTests(it.effect)

const { callsAtOnce, callsWaiting } = defaultLimits
const answer = HttpServerResponse.empty()

/** Calls that go on until they are ended, and how many of each organization are at work. */
const working = () => {
  const admit = admission({ bytesInFlight: 100 })
  const at: Record<string, number> = {}
  const count = (organization: string, change: number) =>
    Effect.sync(() => {
      at[organization] = (at[organization] ?? 0) + change
    })
  const call = Effect.fnUntraced(function* (organization: string, size = 0) {
    const end = yield* Deferred.make<void>()
    const work = Effect.acquireUseRelease(
      count(organization, 1),
      () => Effect.as(Deferred.await(end), answer),
      () => count(organization, -1),
    )
    const fiber = yield* Effect.forkChild(admit(organization, size, work), { startImmediately: true })
    const ended = Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber))
    return { fiber, end: Effect.andThen(ended, Effect.yieldNow) }
  })
  const calls = (count: number, organization: string, size?: number) =>
    Effect.forEach(Array.from({ length: count }), () => call(organization, size))
  return { admit, at, call, calls }
}

describe("admission", () => {
  test("works on eight calls of an organization at once, and on others' whatever it sends", function* () {
    const { at, calls } = working()
    const mine = yield* calls(callsAtOnce + 3, "mine")
    yield* calls(1, "theirs")
    assert.deepStrictEqual(at, { mine: callsAtOnce, theirs: 1 })
    yield* mine[0]!.end
    assert.strictEqual(at.mine, callsAtOnce)
    for (const { end } of mine.slice(1)) yield* end
    assert.strictEqual(at.mine, 0)
  })

  test("a call that goes away while it waits leaves its place to others", function* () {
    const { at, calls } = working()
    const mine = yield* calls(callsAtOnce + 2, "mine")
    yield* Fiber.interrupt(mine[callsAtOnce]!.fiber)
    for (const { end } of mine.slice(0, callsAtOnce)) yield* end
    assert.strictEqual(at.mine, 1)
  })

  test("answers a call in its time, however long those before it take", function* () {
    const { admit, calls } = working()
    yield* calls(callsAtOnce, "mine")
    const waiting = Effect.provideService(admit("mine", 0, Effect.die("never begun")), RequestLimits, {
      ...defaultLimits,
      requestTimeout: 1,
    })
    const { status, headers } = yield* waiting
    assert.deepStrictEqual([status, headers["retry-after"]], [503, "5"])
    // its place is given back
    yield* calls(callsWaiting, "mine")
    assert.strictEqual((yield* admit("mine", 0, Effect.succeed(answer))).status, 429)
  })

  test("holds as many bytes of bodies as the process may, and calls without one wait for none", function* () {
    const { at, calls } = working()
    const large = yield* Effect.forEach(["a", "b", "c"], (organization) => calls(1, organization, 40))
    assert.deepStrictEqual(at, { a: 1, b: 1 })
    yield* calls(1, "c")
    yield* calls(1, "d", 20)
    assert.deepStrictEqual(at, { a: 1, b: 1, c: 1, d: 1 })
    yield* large[0]![0]!.end
    assert.strictEqual(at.c, 2)
    // a body larger than the budget has all of it
    yield* calls(1, "e", 1_000)
    assert.isUndefined(at.e)
  })

  test("refuses an organization's calls once very many wait", function* () {
    const { admit, calls } = working()
    yield* calls(callsAtOnce + callsWaiting, "mine")
    const { status, headers } = yield* admit("mine", 0, Effect.succeed(answer))
    assert.deepStrictEqual([status, headers["retry-after"], headers.connection], [429, "1", "close"])
    assert.strictEqual((yield* admit("theirs", 0, Effect.succeed(answer))).status, 204)
  })
})
