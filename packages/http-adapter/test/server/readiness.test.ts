import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { answerReadiness, Readiness } from "../../src/server/readiness.ts"

it.effect("callers that ask while the checks run share that run, also where the first of them has gone", () =>
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

it.effect("a failure is logged as it begins, not each time that it is asked for", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    let isUp = false
    const check = Effect.suspend(() => (isUp ? Effect.void : Effect.fail("refused")))
    const checks = { database: check, storage: Effect.void }
    const ask = Effect.provideService(answerReadiness, Readiness, { checks }).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))])),
    )
    for (const up of [false, false, true, false, false]) {
      isUp = up
      assert.strictEqual((yield* ask).status, up ? 200 : 503)
    }
    assert.deepStrictEqual(lines.flat().filter((line) => line === "Not ready: database").length, 2)
  }),
)

it.effect("a process that serves in part is ready, and says what is not whole as that begins", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    let says: string | undefined
    const checks = {
      database: Effect.suspend(() => Effect.succeed(says)),
      storage: Effect.suspend(
        (): Effect.Effect<void, string> => (says === undefined ? Effect.void : Effect.fail("refused")),
      ),
    }
    const ask = Effect.provideService(answerReadiness, Readiness, { checks, optional: ["storage"] }).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))])),
    )
    const bodyOf = ({ body }: Effect.Success<typeof ask>) =>
      JSON.parse(new TextDecoder().decode((body as { readonly body: Uint8Array }).body))
    for (const word of [undefined, "read-only", "read-only", undefined]) {
      says = word
      const answer = yield* ask
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(
        bodyOf(answer),
        word === undefined
          ? { status: "ok", checks: { database: "ok", storage: "ok" } }
          : { status: "degraded", checks: { database: word, storage: "unavailable" } },
      )
    }
    const warned = lines
      .flat()
      .filter((line) => /^(Not ready: storage|Ready in part: database is read-only)$/.test(String(line)))
    assert.strictEqual(warned.length, 2)
  }),
)
