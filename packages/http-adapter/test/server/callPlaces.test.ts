import { assert, describe, it } from "@effect/vitest"
import { TooManyOpen } from "@hangtag/core"
import { Deferred, Effect, Fiber } from "effect"
import { callPlaces } from "../../src/server/callPlaces.ts"
import { HeavyWork } from "../../src/validation/HeavyWork.ts"
import { LargeBody } from "../../src/validation/LargeBody.ts"

const begin = Effect.flatMap(HeavyWork, (work) => work.begin)
const beginBody = Effect.flatMap(LargeBody, (body) => body.begin)

/** Calls that go on until they are told to end, beginning as told, and how many of each organization are at work. */
const working = () => {
  const inItsPlace = callPlaces()
  const at = new Map<string, number>()
  const count = (organization: string, change: number) =>
    Effect.sync(() => void at.set(organization, (at.get(organization) ?? 0) + change))
  const call = Effect.fnUntraced(function* (
    organization: string,
    first: "heavy" | "body" | "light" = "heavy",
  ) {
    const end = yield* Deferred.make<void>()
    const counted = Effect.acquireUseRelease(
      count(organization, 1),
      () => Deferred.await(end),
      () => count(organization, -1),
    )
    const work = {
      // to begin twice is to begin once
      heavy: Effect.andThen(begin, Effect.andThen(begin, counted)),
      body: Effect.andThen(beginBody, Effect.andThen(counted, begin)),
      light: counted,
    }
    const fiber = yield* Effect.forkChild(inItsPlace(organization, work[first]), { startImmediately: true })
    return { fiber, end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
  })
  return { call, at, inItsPlace }
}

describe("calls", () => {
  it.effect("of an organization are eight at once, whatever others do, and none waits for heavy ones", () =>
    Effect.gen(function* () {
      const { call, at } = working()
      const heavy = yield* Effect.forEach(Array.from({ length: 20 }), () => call("mine"))
      const light = yield* Effect.forEach(Array.from({ length: 9 }), () => call("mine", "light"))
      assert.strictEqual(at.get("mine"), 2 + 8)
      yield* call("theirs", "light")
      assert.strictEqual(at.get("theirs"), 1)
      yield* light[0]!.end
      yield* Effect.yieldNow
      assert.strictEqual(at.get("mine"), 2 + 8)
      for (const { end } of [...light.slice(1), ...heavy]) yield* end
      assert.strictEqual(at.get("mine"), 0)
    }),
  )
})

describe("large bodies", () => {
  it.effect("are read two of an organization at once, and keep nobody's heavy work waiting", () =>
    Effect.gen(function* () {
      const { call, at } = working()
      const organizations = Array.from({ length: 9 }, (_, index) => `slow ${index}`)
      const slow = yield* Effect.forEach([...organizations, ...organizations, "slow 0"], (organization) =>
        call(organization, "body"),
      )
      // sixteen of all
      assert.strictEqual(
        [...at.values()].reduce((sum, count) => sum + count, 0),
        16,
      )
      assert.strictEqual(at.get("slow 0"), 2)
      const heavy = yield* Effect.forEach(["a", "b", "c", "d"], (organization) => call(organization))
      yield* call("slow 0", "light")
      for (const organization of ["a", "b", "c", "d"]) assert.strictEqual(at.get(organization), 1)
      assert.strictEqual(at.get("slow 0"), 3)
      for (const { end } of [...heavy, ...slow]) yield* end
      assert.strictEqual(at.get("slow 0"), 1)
    }),
  )

  it.effect("have their place until their heavy work begins", () =>
    Effect.gen(function* () {
      const { call, at } = working()
      const heavy = yield* Effect.forEach([1, 2], () => call("mine"))
      const read = yield* Effect.forEach([1, 2], () => call("mine", "body"))
      yield* call("mine", "body")
      for (const { fiber } of read) assert.strictEqual(fiber.pollUnsafe(), undefined)
      assert.strictEqual(at.get("mine"), 4)
      // their bodies are there, and they wait for a heavy place with them
      const reading = yield* Effect.forEach(read, ({ end }) =>
        Effect.forkChild(end, { startImmediately: true }),
      )
      yield* Effect.yieldNow
      assert.strictEqual(at.get("mine"), 2)
      for (const { end } of heavy) yield* end
      for (const fiber of reading) yield* Fiber.await(fiber)
      yield* Effect.yieldNow
      assert.strictEqual(at.get("mine"), 1)
    }),
  )
})

describe("heavy calls", () => {
  it.effect("are four at once, two of one organization, and the next begins when one ends", () =>
    Effect.gen(function* () {
      const { call, at } = working()
      const mine = yield* Effect.forEach([1, 2, 3, 4, 5], () => call("mine"))
      assert.deepStrictEqual([...at], [["mine", 2]])
      const theirs = yield* Effect.forEach(["a", "b", "c"], (organization) => call(organization))
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
      const { call, inItsPlace } = working()
      for (let nth = 0; nth < 64; nth++) yield* call("mine")
      const error = yield* Effect.flip(inItsPlace("mine", begin))
      assert.instanceOf(error, TooManyOpen)
      assert.match(error.message, /has 64 large calls open and may have 64 at once/)
      assert.strictEqual(yield* inItsPlace("mine", Effect.succeed("light")), "light")
    }),
  )
})
