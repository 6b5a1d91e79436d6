import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { answerReadiness, Readiness } from "../../src/server/readiness.ts"

it.effect(
  "whoever asks while the checks run is told what they say then, whoever asked first has gone or not",
  () =>
    Effect.gen(function* () {
      const answered = yield* Deferred.make<void>()
      let runs = 0
      const check = Effect.suspend(() => {
        runs++
        return Deferred.await(answered)
      })
      const asked = Effect.provideService(answerReadiness, Readiness, { checks: { database: check } })
      const first = yield* Effect.forkChild(asked, { startImmediately: true })
      const others = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.forkChild(asked, { startImmediately: true }),
      )
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(answered, undefined)
      const answers = yield* Effect.forEach(others, (other) => Fiber.join(other))
      assert.deepStrictEqual([runs, new Set(answers.map(({ status }) => status))], [1, new Set([200])])
      yield* asked
      assert.strictEqual(runs, 2)
    }),
)

it.effect("a check that hangs and cannot be interrupted is unavailable within two seconds, each time", () =>
  Effect.gen(function* () {
    const checks = { database: Effect.uninterruptible(Effect.never), storage: Effect.void }
    for (const _ of [1, 2]) {
      const asked = yield* Effect.forkChild(Effect.provideService(answerReadiness, Readiness, { checks }))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).status, 503)
    }
  }),
)
