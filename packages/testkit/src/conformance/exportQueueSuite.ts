import { type ExportLane, ExportQueue, exportLanes, Transaction, type Unavailable } from "@hangtag/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { assert } from "vitest"
import { type PromiseTest, portSuite, type SuiteOptions } from "./portSuite.ts"

type Ports = ExportQueue | Transaction

const jobIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

const offerAll = Effect.fnUntraced(function* (organization: string, ids: ReadonlyArray<string>) {
  const queue = yield* ExportQueue
  yield* Effect.forEach(ids, (job_id) => queue.offer({ organization, job_id }))
})

/** Handles the organization's next message, ending those that earlier tests left. */
const takeOwn = Effect.fnUntraced(function* <E>(
  organization: string,
  handler: (jobId: string, attempt: number) => Effect.Effect<void, E>,
): Effect.fn.Return<void, E | Unavailable, ExportQueue> {
  const queue = yield* ExportQueue
  let handled = false
  while (!handled) {
    yield* queue.take((message, attempt) => {
      if (message.organization !== organization) return Effect.void
      handled = true
      return handler(message.job_id, attempt)
    })
  }
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

/** Takes whatever waits, of whichever organization. */
const next = Effect.fnUntraced(function* (lanes?: ReadonlyArray<ExportLane>) {
  const queue = yield* ExportQueue
  let got: string | undefined
  yield* queue.take(
    ({ job_id }) =>
      Effect.sync(() => {
        got = job_id
      }),
    lanes,
  )
  return got
})

/** Ends what earlier tests left, so that nothing waits. */
const drain = Effect.fnUntraced(function* (organization: string) {
  const queue = yield* ExportQueue
  for (const lane of exportLanes) {
    const last = crypto.randomUUID()
    yield* queue.offer({ organization, job_id: last, lane })
    while ((yield* next([lane])) !== last);
  }
})

/** What an `ExportQueue` promises, each by the name of its test. */
export const exportQueuePromises = {
  "gives an offered message to a taker, as attempt 1": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    yield* offerAll(mine, [id!])
    assert.deepStrictEqual(yield* taken(mine), [id!, 1])
  }),
  "lets organizations take turns in a lane, each in the order it offered": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    yield* drain(mine)
    const [a, b, c, d, e, f] = jobIds(6)
    yield* offerAll(mine, [a!, b!, c!, d!])
    yield* offerAll(theirs, [e!, f!])
    const order = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => next())
    assert.deepStrictEqual(order, [a, e, b, f, c, d])
  }),
  "begins an organization's turns where the others are, not where they began": Effect.fnUntraced(function* ({
    mine,
    theirs,
  }) {
    yield* drain(mine)
    const own = jobIds(6)
    const others = jobIds(3)
    yield* offerAll(mine, own)
    assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3], () => next()), own.slice(0, 3))
    yield* offerAll(theirs, others)
    const order = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => next())
    assert.deepStrictEqual(order, [own[3], others[0], own[4], others[1], own[5], others[2]])
  }),
  "keeps the lanes apart: a taker of one gets nothing of the other, however long that waits":
    Effect.fnUntraced(function* ({ mine }) {
      yield* drain(mine)
      const { offer } = yield* ExportQueue
      const [large, small, other, waiting] = jobIds(4)
      yield* offer({ organization: mine, job_id: large!, lane: "large" })
      yield* offer({ organization: mine, job_id: small!, lane: "small" })
      yield* offer({ organization: mine, job_id: other!, lane: "small" })
      assert.strictEqual(yield* next(["small"]), small)
      assert.strictEqual(yield* next(["small", "large"]), large)
      assert.strictEqual(yield* next(["large", "small"]), other)
      const taker = yield* Effect.forkChild(next(["small"]), { startImmediately: true })
      yield* offer({ organization: mine, job_id: crypto.randomUUID(), lane: "large" })
      yield* next(["large"])
      yield* offer({ organization: mine, job_id: waiting!, lane: "small" })
      assert.strictEqual(yield* Fiber.join(taker), waiting)
    }),
  "tells the place of a message that waits, in its lane": Effect.fnUntraced(function* ({ mine, theirs }) {
    yield* drain(mine)
    const { offer, position } = yield* ExportQueue
    const [a, b, c, small] = jobIds(4)
    const places = Effect.forEach([a!, b!, c!, small!, "nope", "nope\0"], (id) =>
      Effect.map(position(id), Option.getOrNull),
    )
    yield* offerAll(mine, [a!, b!])
    yield* offerAll(theirs, [c!])
    yield* offer({ organization: mine, job_id: small!, lane: "small" })
    assert.deepStrictEqual(yield* places, [1, 3, 2, 1, null, null])
    const { take } = yield* ExportQueue
    yield* take(
      () =>
        Effect.flatMap(places, (now) =>
          Effect.sync(() => {
            assert.deepStrictEqual(now, [null, 2, 1, 1, null, null])
          }),
        ),
      ["large"],
    )
    yield* Effect.forEach([1, 2, 3], () => next())
    assert.deepStrictEqual(yield* places, [null, null, null, null, null, null])
  }),
  "wakes a taker that waits": Effect.fnUntraced(function* ({ mine }) {
    const [id] = jobIds(1)
    const waiting = yield* Effect.forkChild(taken(mine), { startImmediately: true })
    yield* Effect.yieldNow
    yield* offerAll(mine, [id!])
    assert.deepStrictEqual(yield* Fiber.join(waiting), [id!, 1])
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
    for (const begun of [5, 5]) yield* queue.offer({ organization: mine, job_id: job_id!, begun })
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
    const got: Array<string> = []
    const take = takeOwn(mine, (jobId) => Effect.sync(() => void got.push(jobId)))
    for (const id of ids) {
      const waiting = yield* Effect.forkChild(take, { startImmediately: true })
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* offerAll(mine, [id])
    }
    while (got.length < ids.length) yield* take
    assert.deepStrictEqual(got.sort(), ids.toSorted())
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

/** Puts an `ExportQueue` through the promises of its port, with the `Transaction` that its offers join. */
export const exportQueueSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  options: SuiteOptions<keyof typeof exportQueuePromises> = {},
): void => portSuite(name, layer, exportQueuePromises, options)
