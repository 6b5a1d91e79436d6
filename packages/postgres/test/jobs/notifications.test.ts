import { describe, expect, it, layer } from "@effect/vitest"
import { instantFromMicros, JobEvents, JobQueue, JobRepository } from "@hangtag/core"
import { aJobFile, aNewJob } from "@hangtag/testkit"
import { Effect, Fiber, Layer, Queue, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { connectionsOf, type OpenListener, withDatabase } from "../../src/database/Database.ts"
import { PostgresPorts, poolLayer, serverLayer } from "../../src/index.ts"
import { channels, Notifications } from "../../src/jobs/Notifications.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { Forwarder } from "../support/Forwarder.ts"
import { onWallClock } from "../support/onWallClock.ts"
import { openPool } from "../support/openPool.ts"
import { testDatabases } from "../support/testDatabases.ts"
import { testServer } from "../support/testServer.ts"

const hostPool = Effect.gen(function* () {
  const url = yield* createTestDatabase("migrated")
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => openPool(url, { max: 5 })),
    (each) => Effect.promise(() => each.end()),
  )
  return poolLayer(pool)
})

const lane = "small"
const notified = Effect.flatMap(JobQueue, (queue) => queue.notified(lane))
const queue = Effect.flatMap(JobRepository, (jobs) => jobs.create("acme", aNewJob({ lane })))
/** Waits until this process listens, or finds that it does. */
const listening = Effect.gen(function* () {
  const waiting = yield* Effect.forkChild(notified, { startImmediately: true })
  const { job_id } = yield* queue
  yield* Fiber.join(waiting)
  yield* (yield* JobRepository).cancel("acme", job_id, instantFromMicros(0))
})
const ended = { status: "completed", message: "Done", processed: 1, file: aJobFile() } as const

/** Whether a waiter is still waiting after so long. */
const waitsFor = Effect.fnUntraced(function* <E, R>(wait: Effect.Effect<void, E, R>, millis: number) {
  const waiting = yield* Effect.forkChild(wait, { startImmediately: true })
  yield* TestClock.adjust(millis)
  const waits = waiting.pollUnsafe() === undefined
  yield* Fiber.interrupt(waiting)
  return waits
})

const ofHost = {
  name: "a host's pool",
  unavailable: testServer.unavailable,
  layer: () => onWallClock(Layer.unwrap(hostPool)),
}
for (const { name, unavailable, layer: database } of [...testDatabases, ofHost]) {
  describe.skipIf(unavailable)(name, () => {
    // time stands still, so that no one looks who was not woken
    layer(PostgresPorts.layer({ contact: 0 }).pipe(Layer.provideMerge(database())))("notifications", (it) => {
      const test = generatorTests(it.effect)

      test("tell who waits for a lane of a job that is queued, retried or handed back", function* () {
        const [jobs, jobQueue] = [yield* JobRepository, yield* JobQueue]
        yield* listening
        const woken = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
          const waiting = yield* Effect.forkChild(notified, { startImmediately: true })
          const result = yield* change
          yield* Fiber.join(waiting)
          return result
        })
        const { job_id } = yield* woken(queue)
        const [first] = yield* jobQueue.claim(lane, 1, instantFromMicros(0))
        yield* woken(
          jobs.finish(first!.claim, { status: "queued", message: "Back", error: null }, instantFromMicros(0)),
        )
        const [second] = yield* jobQueue.claim(lane, 1, instantFromMicros(0))
        yield* jobs.finish(
          second!.claim,
          { status: "failed", message: "No", error: "no" },
          instantFromMicros(0),
        )
        yield* woken(jobs.retry("acme", job_id, "Again"))
        yield* jobs.cancel("acme", job_id, instantFromMicros(0))
      })

      test("once they arrive, let who waits for a lane look every two seconds only", function* () {
        // until that is proved, it looks more often
        while (!(yield* waitsFor(notified, 200)));
        expect(yield* waitsFor(notified, 1_999)).toBe(true)
        expect(yield* waitsFor(notified, 2_000)).toBe(false)
      })

      test("tell who watches a job of its start, of a request to stop, and of its end", function* () {
        const [jobs, jobQueue, events] = [yield* JobRepository, yield* JobQueue, yield* JobEvents]
        yield* listening
        const { job_id } = yield* queue
        const woken = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
          const watching = yield* Effect.forkChild(events.next(job_id), { startImmediately: true })
          const result = yield* change
          yield* Fiber.join(watching)
          return result
        })
        const [claimed] = yield* woken(jobQueue.claim(lane, 1, instantFromMicros(0)))
        yield* woken(jobs.cancel("acme", job_id, instantFromMicros(0)))
        yield* woken(jobs.finish(claimed!.claim, ended, instantFromMicros(0)))
      })
    })
  })
}

describe.skipIf(testServer.unavailable)("a session that goes silent without being closed", () => {
  it.effect("is given up within half a minute and the deadline of a statement, and another one hears", () =>
    Effect.gen(function* () {
      const direct = new URL(yield* createTestDatabase("migrated"))
      const forwarder = yield* Effect.acquireRelease(
        Effect.promise(() => Forwarder.to(Number(direct.port))),
        (each) => Effect.sync(() => each.dispose()),
      )
      const url = Object.assign(new URL(direct), { port: String(forwarder.port) }).href
      const pool = openPool(direct.href)
      yield* Effect.addFinalizer(() => Effect.promise(() => pool.end()))
      const client = serverLayer({ url: Redacted.make(url), statementTimeout: "400 millis" })
      yield* Effect.gen(function* () {
        const { changed } = yield* Notifications
        const sql = yield* SqlClient
        const watch = (job: string) => Effect.forkChild(changed(job), { startImmediately: true })
        const notify = (job: string) =>
          Effect.promise(() => pool.query("select pg_notify($1, $2)", [channels.changed, job]))
        /** Moves the clock until something is so: sockets take their time besides. */
        const until = Effect.fnUntraced(function* (isSo: () => boolean, step: Effect.Effect<unknown>) {
          while (!isSo()) {
            yield* step
            yield* TestClock.withLive(Effect.sleep("10 millis"))
          }
        })
        // it has begun to listen
        yield* Fiber.join(yield* watch("first"))
        const second = yield* watch("second")
        yield* notify("second")
        yield* Fiber.join(second)
        forwarder.silence()
        yield* until(() => connectionsOf(sql)!.used === 0, TestClock.adjust("30 seconds"))
        forwarder.speak()
        const third = yield* watch("third")
        const again = Effect.andThen(TestClock.adjust("1 second"), notify("third"))
        yield* until(() => third.pollUnsafe() !== undefined, again)
      }).pipe(Effect.provide(Layer.provideMerge(Notifications.layer, client)))
    }).pipe(Effect.scoped),
  )
})

const deaf: OpenListener = Effect.succeed({ listen: () => Queue.unbounded<never>() })
describe.each([
  ["the client cannot listen", undefined],
  ["a pooler takes LISTEN and passes nothing on", deaf],
] as const)("where %s", (_, open) => {
  // it is asked for nothing but to tell itself something
  const client = withDatabase((() => Effect.succeed([])) as never, { listen: open } as never)
  it.effect("who waits for a lane looks every 200 ms", () =>
    Effect.gen(function* () {
      const { queued } = yield* Notifications
      yield* waitsFor(queued(lane), 1)
      for (let round = 0; round < 12; round++) expect(yield* waitsFor(queued(lane), 200)).toBe(false)
    }).pipe(Effect.provide(Layer.provide(Notifications.layer, Layer.succeed(SqlClient, client)))),
  )
})
