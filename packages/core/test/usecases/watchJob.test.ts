import { assert, describe, it } from "@effect/vitest"
import {
  instantFromMicros,
  type Job,
  JobLimits,
  JobRepository,
  NotFound,
  type Principal,
} from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { anExportRequest, aPrincipal, layerTest, type MemoryPorts } from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

const principal = aPrincipal()

/** Counts how often jobs are read. */
const counted = () => {
  const reads = { count: 0 }
  const adapt = (ports: Layer.Layer<MemoryPorts>) =>
    Layer.effect(
      JobRepository,
      Effect.map(JobRepository, (jobs) => ({
        ...jobs,
        find: (...args) =>
          Effect.suspend(() => {
            reads.count++
            return jobs.find(...args)
          }),
      })),
    ).pipe(Layer.provideMerge(ports)) as Layer.Layer<MemoryPorts>
  return { reads, adapt }
}

const queued = Effect.flatMap(Hangtag, (hangtag) => hangtag.queueExport(principal, anExportRequest()))

/** Follows the job into the list. */
const follow = (job_id: string, into: Array<Job> = [], who: Principal = principal) =>
  Effect.flatMap(Hangtag, ({ watchJob }) =>
    Effect.forkChild(
      Stream.runForEach(watchJob(who, { job_id }), (job) => Effect.sync(() => into.push(job))),
    ),
  )

/** Lets what can run now run. */
const settle = TestClock.adjust(0)

describe("those who follow a job", () => {
  it.effect("share one watcher, which stops with the last of them", () => {
    const { reads, adapt } = counted()
    return Effect.gen(function* () {
      const { job_id } = yield* queued
      const seen: ReadonlyArray<Array<Job>> = Array.from({ length: 20 }, () => [])
      const followers = yield* Effect.forEach(seen, (into) => follow(job_id, into))
      yield* settle
      for (const into of seen)
        assert.deepStrictEqual(
          into.map(({ status }) => status),
          ["queued"],
        )
      reads.count = 0
      yield* TestClock.adjust("10 seconds")
      assert.isAtMost(reads.count, 21)
      yield* Effect.forEach(followers, Fiber.interrupt)
      reads.count = 0
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(reads.count, 0)
    }).pipe(Effect.provide(layerTest({ adapt })))
  })

  it.effect("learn how it stands now, however late they come", () =>
    Effect.gen(function* () {
      const jobs = yield* JobRepository
      const { job_id } = yield* queued
      yield* follow(job_id)
      yield* settle
      // seen by no watcher yet
      yield* jobs.cancel(principal.organization, job_id, instantFromMicros(0))
      const late: Array<Job> = []
      yield* Fiber.join(yield* follow(job_id, late))
      assert.deepStrictEqual(
        late.map(({ status }) => status),
        ["cancelled"],
      )
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("end where they are when the scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layerTest(), scope)
      const [seen, follower] = yield* Effect.provideContext(
        Effect.gen(function* () {
          const seen: Array<Job> = []
          const follower = yield* follow((yield* queued).job_id, seen)
          yield* settle
          return [seen, follower] as const
        }),
        context,
      )
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.join(follower)
      assert.strictEqual(seen.length, 1)
    }),
  )

  it.effect("of another organization learn nothing of it", () =>
    Effect.gen(function* () {
      const { job_id } = yield* queued
      yield* follow(job_id)
      const stranger = aPrincipal({ organization: "other" })
      const { watchJob } = yield* Hangtag
      const error = yield* Effect.flip(Stream.runDrain(watchJob(stranger, { job_id })))
      assert.deepStrictEqual(error, new NotFound({ resource: "job", key: job_id }))
    }).pipe(Effect.provide(layerTest())),
  )

  it.effect("are at most N of one caller at once, and may come again when one has gone", () =>
    Effect.gen(function* () {
      const { watchJob } = yield* Hangtag
      const { job_id } = yield* queued
      const next = yield* queued
      const followers = yield* Effect.forEach([job_id, job_id, next.job_id], (id) => follow(id))
      yield* settle
      const full = Stream.runHead(watchJob(principal, { job_id: next.job_id }))
      assert.deepInclude(yield* Effect.flip(full), {
        _tag: "TooManyOpen",
        resource: "event stream",
        open: 3,
        limit: 3,
      })
      const colleague = aPrincipal({ subject: "another" })
      assert.isTrue(Option.isSome(yield* Stream.runHead(watchJob(colleague, { job_id }))))
      yield* Fiber.interrupt(followers[0]!)
      assert.isTrue(Option.isSome(yield* full))
      assert.isTrue(Option.isSome(yield* full))
      // one that is refused leaves no trace
      for (let again = 0; again < 5; again++)
        yield* Effect.flip(Stream.runHead(watchJob(principal, { job_id: "nope" })))
      assert.isTrue(Option.isSome(yield* full))
    }).pipe(
      Effect.provide(Layer.provide(layerTest(), Layer.succeed(JobLimits, { openExports: 100, streams: 3 }))),
    ),
  )
})

describe("an organization's open exports", () => {
  it.effect("are at most N at once, and one more once one has ended", () =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const [first] = yield* Effect.all([queued, queued])
      const full = { _tag: "TooManyOpen", resource: "export", open: 2, limit: 2 } as const
      assert.deepInclude(yield* Effect.flip(queued), full)
      yield* hangtag.queueExport(aPrincipal({ organization: "other" }), anExportRequest())
      yield* hangtag.cancelJob(principal, { job_id: first.job_id })
      yield* queued
      assert.deepInclude(yield* Effect.flip(queued), full)
    }).pipe(
      Effect.provide(Layer.provide(layerTest(), Layer.succeed(JobLimits, { openExports: 2, streams: 30 }))),
    ),
  )
})
