import { assert, describe, it } from "@effect/vitest"
import { HeavyWork, TooManyOpen } from "@hangtag/core"
import { Deferred, Effect, Fiber } from "effect"
import { heavyCalls } from "../../src/server/heavyCalls.ts"

const begin = Effect.flatMap(HeavyWork, (work) => work.begin)

/** Heavy calls that go on until they are told to end, and how many of each organization are at work. */
const working = () => {
  const letFew = heavyCalls()
  const at = new Map<string, number>()
  const count = (organization: string, change: number) =>
    Effect.sync(() => void at.set(organization, (at.get(organization) ?? 0) + change))
  const call = Effect.fnUntraced(function* (organization: string) {
    const end = yield* Deferred.make<void>()
    const counted = Effect.acquireUseRelease(
      count(organization, 1),
      () => Deferred.await(end),
      () => count(organization, -1),
    )
    // to begin twice is to begin once
    const work = Effect.andThen(begin, Effect.andThen(begin, counted))
    const fiber = yield* Effect.forkChild(letFew(organization, work), { startImmediately: true })
    return { fiber, end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
  })
  return { call, at, letFew }
}

describe("heavy calls", () => {
  it.effect("are four at once, two of one organization, and the next begins when one ends", () =>
    Effect.gen(function* () {
      const { call, at } = working()
      const mine = yield* Effect.forEach([1, 2, 3, 4, 5], () => call("mine"))
      assert.deepStrictEqual([...at], [["mine", 2]])
      const theirs = yield* Effect.forEach(["a", "b", "c"], call)
      assert.deepStrictEqual(Object.fromEntries(at), { mine: 2, a: 1, b: 1 })
      yield* mine[0]!.end
      yield* Effect.yieldNow
      assert.strictEqual(at.get("c"), 1)
      // who goes away while waiting leaves its place to others
      yield* Fiber.interrupt(mine[4]!.fiber)
      for (const { end } of [mine[1]!, ...theirs, mine[2]!, mine[3]!]) yield* end
      assert.deepStrictEqual(new Set(at.values()), new Set([0]))
      yield* call("mine")
      assert.strictEqual(at.get("mine"), 1)
    }),
  )

  it.effect("are refused where an organization has as many open as it may, and light ones never are", () =>
    Effect.gen(function* () {
      const { call, letFew } = working()
      for (let nth = 0; nth < 64; nth++) yield* call("mine")
      const error = yield* Effect.flip(letFew("mine", begin))
      assert.instanceOf(error, TooManyOpen)
      assert.match(error.message, /has 64 large calls open and may have 64 at once/)
      assert.strictEqual(yield* letFew("mine", Effect.succeed("light")), "light")
    }),
  )
})
