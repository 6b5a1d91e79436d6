import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import fc from "fast-check"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { fairGate } from "../../src/database/fairGate.ts"

const test = generatorTests(it.live)

const tick = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** A gate, and work that goes on until it is let go of. */
const world = (places: number, share: number, limit = 60_000) => {
  const gate = fairGate({ places, share, limit })
  const working: Array<{ readonly party: string | null; readonly end: () => void }> = []
  const work = (party: string | null) =>
    Effect.suspend(() => {
      const done = Deferred.makeUnsafe<void>()
      const piece = { party, end: () => Deferred.doneUnsafe(done, Exit.void) }
      working.push(piece)
      return Effect.ensuring(
        Deferred.await(done),
        Effect.sync(() => working.splice(working.indexOf(piece), 1)),
      )
    })
  return {
    come: (party: string | null) => Effect.forkChild(gate(party, work(party)), { startImmediately: true }),
    working: () => working.map(({ party }) => party ?? "unknown").join(" "),
    end: (party: string | null) =>
      Effect.andThen(
        Effect.sync(() => working.find((piece) => piece.party === party)?.end()),
        tick,
      ),
  }
}

describe("a fair gate", () => {
  test("keeps each organization to its share, and lets others in meanwhile", function* () {
    const { come, end, working } = world(4, 2)
    for (const party of ["a", "a", "a", "b", "a"]) yield* come(party)
    assert.strictEqual(working(), "a a b")
    yield* end("b")
    assert.strictEqual(working(), "a a")
    yield* end("a")
    assert.strictEqual(working(), "a a")
  })

  test("gives a free place to who has the fewest, in turn, and in an organization first come, first served", function* () {
    const { come, end, working } = world(2, 2)
    for (const party of ["a", "a", "a", "a", "a", "b", "c", "b"]) yield* come(party)
    assert.strictEqual(working(), "a a")
    yield* end("a")
    assert.strictEqual(working(), "a b")
    yield* end("a")
    assert.strictEqual(working(), "b a")
    yield* end("b")
    assert.strictEqual(working(), "a c")
    yield* end("a")
    assert.strictEqual(working(), "c b")
  })

  test("binds no one's own work by no share", function* () {
    const { come, working } = world(3, 1)
    for (const party of [null, "a", null, "a"]) yield* come(party)
    assert.strictEqual(working(), "unknown a unknown")
  })

  test("lets wait as long as is said, for months too", function* () {
    const { come, end, working } = world(1, 1, 3_000_000_000)
    yield* come("a")
    yield* come("b")
    yield* Effect.sleep(20)
    yield* end("a")
    assert.strictEqual(working(), "b")
  })

  test("turns away who has waited long enough, as one to try again, and forgets who gives up", function* () {
    const { come, end, working } = world(1, 1, 20)
    yield* come("a")
    const late = yield* come("b")
    const error = yield* Effect.flip(Fiber.join(late))
    assert.isTrue(error.isRetryable)
    const gone = yield* come("b")
    yield* Fiber.interrupt(gone)
    yield* end("a")
    yield* come("c")
    assert.strictEqual(working(), "c")
  })

  it("never exceeds places or shares, wastes none, and gives all of them back, whatever happens", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(
          fc.record({
            party: fc.constantFrom("a", "b", "c", null),
            act: fc.constantFrom("come", "come", "end", "give up"),
            which: fc.nat(20),
          }),
          { maxLength: 60 },
        ),
        (places, share, steps) =>
          Effect.gen(function* () {
            const { come, end, working } = world(places, share)
            const fibers: Array<{ readonly party: string; readonly fiber: Fiber.Fiber<void, unknown> }> = []
            const open = () => fibers.filter(({ fiber }) => fiber.pollUnsafe() === undefined)
            for (const { party, act, which } of steps) {
              if (act === "come") fibers.push({ party: party ?? "unknown", fiber: yield* come(party) })
              else if (act === "end") yield* end(party)
              else if (open().length > 0) yield* Fiber.interrupt(open()[which % open().length]!.fiber)
              yield* tick
              const at = working().split(" ").filter(Boolean)
              assert.isAtMost(at.length, places)
              for (const each of ["a", "b", "c", "unknown"]) {
                const held = at.filter((one) => one === each).length
                const wanted = open().filter((one) => one.party === each).length
                if (each !== "unknown") assert.isAtMost(held, share)
                // who waits does so for a place or for its share
                if (wanted > held)
                  assert.isTrue(at.length === places || (each !== "unknown" && held === share))
              }
            }
            while (open().length > 0) for (const party of ["a", "b", "c", null]) yield* end(party)
            for (let free = 0; free < places; free++) yield* come(null)
            assert.strictEqual(working().split(" ").length, places)
          }).pipe(Effect.scoped, Effect.runPromise),
      ),
      { numRuns: 100 },
    ))
})
