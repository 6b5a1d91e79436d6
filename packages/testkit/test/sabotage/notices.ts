import { AssertionError } from "chai"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import type { PromiseTest } from "../../src/conformance/suite/promiseTests.ts"
import type { MemoryPorts } from "../../src/index.ts"

const waiting = new WeakSet<Layer.Layer<MemoryPorts>>()

/** An adapter that loses what its promise waits for: the suites end such a test by their timeout. */
export const waitsForever = (adapter: Layer.Layer<MemoryPorts>): Layer.Layer<MemoryPorts> => {
  waiting.add(adapter)
  return adapter
}

/** Whether it still waits, after as many turns and as much time as nothing in memory needs. */
const hasStopped = Effect.fnUntraced(function* <E, R>(promise: Effect.Effect<void, E, R>) {
  const fiber = yield* Effect.forkChild(promise)
  for (let turn = 0; turn < 150 && fiber.pollUnsafe() === undefined; turn++) {
    yield* Effect.yieldNow
    yield* TestClock.adjust("1 second")
  }
  return fiber.pollUnsafe() === undefined
}, Effect.provide(TestClock.layer()))

/** The suites that have a table. */
export const suites: Array<string> = []

let organizations = 0

/** By an assertion, or the adapter's own failure: that a test crashed would say nothing of its promise. */
const isNoticed = (exit: Exit.Exit<void, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.every(
    (reason) =>
      Cause.isFailReason(reason) || (Cause.isDieReason(reason) && reason.defect instanceof AssertionError),
  )

type Adapter = Layer.Layer<MemoryPorts>
type Saboteurs<Name extends string> = Readonly<Record<Name, Adapter | ReadonlyArray<Adapter>>>
/** Sees every promise of a suite fail at least once: one that let its saboteurs pass would be worth nothing. */
export const notices = <const Name extends string>(
  suite: string,
  promises: Readonly<Record<Name, PromiseTest<MemoryPorts>>>,
  saboteurs: Saboteurs<NoInfer<Name>>,
): void => {
  suites.push(suite)
  const rows = (Object.keys(promises) as Array<Name>).flatMap((name) =>
    [saboteurs[name]].flat().map((adapter, index) => ({ name, index, adapter })),
  )
  describe(`${suite} notices an adapter that breaks its promise`, () => {
    it.each(rows)("$name ($index)", async ({ name, adapter }) => {
      const number = organizations++
      const promise = Effect.scoped(promises[name]({ mine: `mine-${number}`, theirs: `theirs-${number}` }))
      if (waiting.has(adapter)) {
        expect(await Effect.runPromise(hasStopped(Effect.provide(promise, adapter)))).toBe(true)
      } else {
        expect(await Effect.runPromiseExit(Effect.provide(promise, adapter))).toSatisfy(isNoticed)
      }
    })
  })
  it(`${suite} has a saboteur for every promise`, () => {
    expect(Object.keys(promises).filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  })
}
