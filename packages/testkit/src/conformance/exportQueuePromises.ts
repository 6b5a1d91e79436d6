import { ExportQueue, Transaction, type Unavailable } from "@hangtag/core"
import { assert } from "chai"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { PromiseTest } from "./promiseTests.ts"

export type Ports = ExportQueue | Transaction

const jobIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

const offerAll = Effect.fnUntraced(function* (organization: string, ids: ReadonlyArray<string>) {
  const queue = yield* ExportQueue
  yield* Effect.forEach(ids, (job_id) => queue.offer({ organization, job_id, lane: organization }))
})

/** Handles the next message of the organization's lane. */
const takeOwn = Effect.fnUntraced(function* <E>(
  organization: string,
  handler: (jobId: string, attempt: number) => Effect.Effect<void, E>,
): Effect.fn.Return<void, E | Unavailable, ExportQueue> {
  const queue = yield* ExportQueue
  yield* queue.take(organization, (message, attempt) => handler(message.job_id, attempt))
})

const taken = Effect.fnUntraced(function* (organization: string) {
  const got: Array<readonly [string, number]> = []
  yield* takeOwn(organization, (jobId, attempt) => Effect.sync(() => void got.push([jobId, attempt])))
  return got[0]!
})

/** Takes at least so many of the organization's messages, and whatever else comes before one offered now. */
const takeAll = Effect.fnUntraced(function* (organization: string, atLeast: number) {
  const last = crypto.randomUUID()
  yield* offerAll(organization, [last])
  const got: Array<string> = []
  while (!got.includes(last) || got.length <= atLeast) got.push((yield* taken(organization))[0])
  return got.filter((id) => id !== last).sort()
})

/** What an `ExportQueue` promises, each by the name of its test. */
export const exportQueuePromises = {
  "gives an offered message to a taker, as attempt 1": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    yield* offerAll(mine, [id!])
    assert.deepStrictEqual(yield* taken(mine), [id!, 1])
  }),
  "wakes a taker that waits": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    const waiting = yield* Effect.forkChild(taken(mine), { startImmediately: true })
    yield* Effect.yieldNow
    yield* offerAll(mine, [id!])
    assert.deepStrictEqual(yield* Fiber.join(waiting), [id!, 1])
  }),
  "keeps lanes apart, and gives each message in its own": Effect.fnUntraced(function* ({ mine, theirs }) {
    const queue = yield* ExportQueue
    const [id, other] = jobIds(2)
    yield* offerAll(mine, [id!])
    yield* queue.offer({ organization: mine, job_id: other!, lane: theirs, again: "1" })
    yield* queue.take(theirs, (message) =>
      Effect.sync(() =>
        assert.deepStrictEqual(message, { organization: mine, job_id: other!, lane: theirs, again: "1" }),
      ),
    )
    assert.deepStrictEqual(yield* taken(mine), [id!, 1])
  }),
  "gives no message before its delay has passed": Effect.fnUntraced(function* ({ mine }) {
    const queue = yield* ExportQueue
    // a busy machine may take longer than a short delay until it takes the first one
    for (const delay of [300, 3_000, 30_000]) {
      const [late, soon] = jobIds(2)
      const offered = yield* Clock.currentTimeMillis
      yield* queue.offer({ organization: mine, job_id: late!, lane: mine }, delay)
      yield* queue.offer({ organization: mine, job_id: soon!, lane: mine })
      const first = yield* taken(mine)
      if (first[0] === soon) assert.deepStrictEqual(yield* taken(mine), [late!, 1])
      assert.isAtLeast((yield* Clock.currentTimeMillis) - offered, delay)
      if (first[0] === soon) return
      assert.deepStrictEqual(
        [first, yield* taken(mine)],
        [
          [late!, 1],
          [soon!, 1],
        ],
      )
    }
    assert.fail("whatever is offered waits for what was offered before it")
  }),
  "makes one message of a job offered twice": Effect.fnUntraced(function* ({ mine }) {
    const ids = jobIds(2)
    yield* offerAll(mine, [ids[0]!, ids[1]!, ids[0]!, ids[0]!])
    assert.deepStrictEqual(yield* takeAll(mine, 2), ids.toSorted())
  }),
  "makes another message of a job's other life, once": Effect.fnUntraced(function* ({ mine }) {
    const queue = yield* ExportQueue
    const [job_id] = jobIds(1)
    yield* offerAll(mine, [job_id!])
    yield* taken(mine)
    for (const begun of [5, 5]) yield* queue.offer({ organization: mine, job_id: job_id!, lane: mine, begun })
    assert.deepStrictEqual(yield* taken(mine), [job_id!, 1])
    assert.deepStrictEqual(yield* takeAll(mine, 0), [])
  }),
  "has done with a message once its handler succeeded": Effect.fnUntraced(function* ({ mine }) {
    yield* offerAll(mine, jobIds(1))
    yield* taken(mine)
    assert.deepStrictEqual(yield* takeAll(mine, 0), [])
  }),
  "gives each of many messages to exactly one of many takers": Effect.fnUntraced(function* ({ mine }) {
    const ids = jobIds(24)
    const got: Array<string> = []
    const done = yield* Deferred.make<void>()
    const taker = Effect.forever(
      takeOwn(mine, (jobId) =>
        Effect.gen(function* () {
          yield* Effect.yieldNow
          if (got.push(jobId) >= ids.length) yield* Deferred.succeed(done, undefined)
        }),
      ),
    )
    const takers = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(taker))
    yield* offerAll(mine, ids)
    yield* Deferred.await(done)
    yield* Fiber.interruptAll(takers)
    assert.deepStrictEqual(got.toSorted(), ids.toSorted())
  }),
  "keeps a message from others while it is handled": Effect.fnUntraced(function* ({ mine }) {
    const ids = jobIds(2)
    yield* offerAll(mine, [ids[0]!])
    const release = yield* Deferred.make<void>()
    const began = yield* Deferred.make<string>()
    const holding = yield* Effect.forkChild(
      takeOwn(mine, (jobId) => Effect.andThen(Deferred.succeed(began, jobId), Deferred.await(release))),
    )
    yield* Deferred.await(began)
    yield* offerAll(mine, [ids[1]!])
    assert.deepStrictEqual(yield* taken(mine), [ids[1]!, 1])
    yield* Deferred.succeed(release, undefined)
    yield* Fiber.join(holding)
    assert.deepStrictEqual(yield* takeAll(mine, 0), [])
  }),
  "fails with the handler's error, and gives the message again later": Effect.fnUntraced(function* ({
    mine,
  }) {
    const [id] = jobIds(1)
    yield* offerAll(mine, [id!])
    const error = yield* Effect.flip(takeOwn(mine, () => Effect.fail("broken" as const)))
    assert.strictEqual(error, "broken")
    assert.deepStrictEqual(yield* taken(mine), [id!, 2])
  }),
  "gives a message again whose handler died": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    yield* offerAll(mine, [id!])
    const exit = yield* Effect.exit(takeOwn(mine, () => Effect.die(new Error("broken"))))
    assert.isTrue(Exit.isFailure(exit))
    assert.strictEqual((yield* taken(mine))[0], id!)
  }),
  "gives a message again whose taker was interrupted": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    yield* offerAll(mine, [id!])
    const began = yield* Deferred.make<string>()
    const holding = yield* Effect.forkChild(
      takeOwn(mine, (jobId) => Effect.andThen(Deferred.succeed(began, jobId), Effect.never)),
    )
    yield* Deferred.await(began)
    yield* Fiber.interrupt(holding)
    assert.strictEqual((yield* taken(mine))[0], id!)
  }),
  "loses nothing when a taker that waits is interrupted": Effect.fnUntraced(function* ({ mine }) {
    const ids = jobIds(5)
    // A taker that is interrupted after its handler, before its message is done with, leaves it to be given again.
    const got = new Set<string>()
    const take = takeOwn(mine, (jobId) => Effect.sync(() => void got.add(jobId)))
    for (const id of ids) {
      const waiting = yield* Effect.forkChild(take, { startImmediately: true })
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* offerAll(mine, [id])
    }
    while (got.size < ids.length) yield* take
    assert.deepStrictEqual([...got].sort(), ids.toSorted())
  }),
  "carries a message of a transaction that commits": Effect.fnUntraced(function* ({ mine }) {
    const { atomically } = yield* Transaction
    const [id] = jobIds(1)
    yield* atomically(offerAll(mine, [id!]))
    assert.deepStrictEqual(yield* taken(mine), [id!, 1])
  }),
  "carries no message of a transaction that fails": Effect.fnUntraced(function* ({ mine }) {
    const { atomically } = yield* Transaction
    const [id] = jobIds(1)
    yield* Effect.exit(atomically(Effect.andThen(offerAll(mine, [id!]), Effect.fail("no"))))
    assert.deepStrictEqual(yield* takeAll(mine, 0), [])
    yield* offerAll(mine, [id!])
    assert.deepStrictEqual(yield* taken(mine), [id!, 1])
  }),
} satisfies Record<string, PromiseTest<Ports>>
