import { ExportQueue, JobLine, JobNews, JobRepository } from "@hangtag/core"
import { migratedPorts, migratedPortsWithRedis } from "@hangtag/postgres"
import { aNewJob } from "@hangtag/testkit"
import { exportQueueSuite, jobLineSuite } from "@hangtag/testkit/conformance"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, ManagedRuntime, Queue } from "effect"
import { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { redis } from "../../packages/cli/src/composition/redis.ts"
import { scoped } from "../../packages/postgres/src/sql/scoped.ts"
import { silence } from "../../packages/postgres/test/repositories/silence.ts"
import { embeddedTestLayer } from "../../packages/postgres/test/support/embeddedTestLayer.ts"
import { onWallClock } from "../../packages/postgres/test/support/onWallClock.ts"
import { RedisServer, redisUnavailable } from "./RedisServer.ts"

const unavailable = redisUnavailable

describe.skipIf(unavailable !== undefined)("the queue in Redis, with its outbox in the database", () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await RedisServer.create()
  })
  afterAll(() => server?.dispose())

  const ports = onWallClock(
    Layer.unwrap(Effect.sync(() => migratedPortsWithRedis().pipe(Layer.provide(redis(server.url))))).pipe(
      Layer.provideMerge(embeddedTestLayer()),
      Layer.orDie,
    ),
  )

  exportQueueSuite("ExportQueue", ports)
  jobLineSuite("JobLine", ports, { silence })
})

describe.skipIf(unavailable !== undefined)("a Redis that comes and goes", () => {
  const database = ManagedRuntime.make(embeddedTestLayer())
  beforeAll(async () => void (await database.context()))
  afterAll(() => database.dispose())

  /** Calls of the script that gives back what dead takers had: whether it ran. */
  const looks = Effect.runSync(Queue.unbounded<boolean>())
  const lookedForTheDead = (well: boolean) =>
    Effect.repeat(Queue.take(looks), { until: (ran) => ran === well })
  const telling = Layer.effect(
    Redis,
    Effect.map(Redis, (redis) =>
      Redis.of({
        ...redis,
        eval: (script) =>
          script.lua.includes('HGETALL", key_pending')
            ? (...params) =>
                Effect.onExit(redis.eval(script)(...params), (exit) =>
                  Queue.offer(looks, Exit.isSuccess(exit)),
                )
            : redis.eval(script),
      }),
    ),
  )

  const portsOn = (server: RedisServer) =>
    migratedPortsWithRedis({ lease: "1 second" }).pipe(
      Layer.provideMerge(Layer.provide(telling, redis(server.url))),
      Layer.provideMerge(Layer.effectContext(database.contextEffect)),
      Layer.provide(Logger.layer([])),
    )

  const within = <A, E>(
    remembers: boolean,
    test: (
      server: RedisServer,
    ) => Effect.Effect<A, E, ExportQueue | JobLine | JobRepository | Redis | SqlClient>,
  ) =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => RedisServer.create({ remembers })),
        (server) => Effect.promise(() => server.dispose()),
      )
      return yield* Effect.provide(test(server), portsOn(server))
    }).pipe(Effect.scoped, Effect.runPromise)

  const stop = (server: RedisServer) => Effect.promise(() => server.stop())
  const start = (server: RedisServer) => Effect.promise(() => server.start())
  const offer = (job_id: string) =>
    ExportQueue.use((queue) => queue.offer({ organization: "O1", job_id, lane: "small" }))
  const taken = Effect.flatMap(Deferred.make<string>(), (got) =>
    ExportQueue.use((queue) =>
      queue.take("small", ({ job_id }) => Effect.asVoid(Deferred.succeed(got, job_id))),
    ).pipe(Effect.andThen(Deferred.await(got))),
  )
  const inOutbox = SqlClient.use(
    (sql) => sql<{ id: string; sent: boolean }>`
    select id, offered_in is not null as sent from hangtag_outbox order by id`,
  )
  const sent = Effect.repeat(inOutbox, { until: (rows) => rows.every((row) => row.sent) })

  it("gets what was committed while it was down, once", () =>
    within(true, (server) =>
      Effect.gen(function* () {
        yield* stop(server)
        yield* offer("a")
        yield* offer("a")
        assert.deepStrictEqual(yield* inOutbox, [{ id: "a", sent: false }])
        yield* start(server)
        assert.strictEqual(yield* taken, "a")
        assert.deepStrictEqual(yield* inOutbox, [])
        yield* offer("b")
        assert.strictEqual(yield* taken, "b")
      }),
    ))

  it("gets again what it forgot, and not what has served", () =>
    within(false, (server) =>
      Effect.gen(function* () {
        yield* offer("c")
        assert.strictEqual(yield* taken, "c")
        yield* offer("d")
        yield* sent
        yield* stop(server)
        yield* start(server)
        yield* offer("e")
        assert.deepStrictEqual([yield* taken, yield* taken].toSorted(), ["d", "e"])
        assert.deepStrictEqual(yield* inOutbox, [])
      }),
    ))

  it("does not get again what it forgot of a run that lives, until that is silent", () =>
    within(false, (server) =>
      Effect.gen(function* () {
        const jobs = yield* JobRepository
        const line = yield* JobLine
        const sql = yield* SqlClient
        const { job_id } = yield* jobs.create("O1", aNewJob())
        yield* offer(job_id)
        assert.strictEqual(
          yield* ExportQueue.use((queue) =>
            Effect.flip(queue.take("small", (message) => Effect.fail(message.job_id))),
          ),
          job_id,
        )
        yield* line.next(job_id, "small")
        yield* jobs.start("O1", job_id, 0, null)
        yield* stop(server)
        yield* start(server)
        yield* offer("g")
        assert.strictEqual(yield* taken, "g")
        const silent = sql`update hangtag_job set heard_at = now() - interval '16 seconds'`
        yield* scoped(sql, "O1", "test", silent)
        assert.strictEqual(yield* taken, job_id)
      }),
    ))

  it("may be done without, and taken up again: what waits is served from then on", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => RedisServer.create({ remembers: true })),
        (server) => Effect.promise(() => server.dispose()),
      )
      const onDatabase = migratedPorts().pipe(
        Layer.provideMerge(Layer.effectContext(database.contextEffect)),
        Layer.provide(Logger.layer([])),
      )
      const inQueue = SqlClient.use(
        (sql) => sql<{ id: string }>`select id from hangtag_queue where state = 'pending'`,
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* offer("h")
          yield* sent
          yield* stop(server)
          yield* offer("i")
        }),
        portsOn(server),
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* inOutbox, [])
          assert.deepStrictEqual([yield* taken, yield* taken].toSorted(), ["h", "i"])
          yield* ExportQueue.use((queue) => queue.offer({ organization: "O1", job_id: "j", lane: "large" }))
          yield* offer("k")
        }),
        onDatabase,
      )
      yield* start(server)
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* inQueue, [])
          // Redis remembers the first one, which has served elsewhere: at least once.
          const got = new Set<string>()
          while (!got.has("k")) got.add(yield* taken)
          yield* ExportQueue.use((queue) =>
            queue.take("large", ({ job_id }) => Effect.sync(() => assert.strictEqual(job_id, "j"))),
          )
          assert.deepStrictEqual(yield* inOutbox, [])
        }),
        portsOn(server),
      )
    }).pipe(Effect.scoped, Effect.runPromise))

  it("tells watchers in other processes of a job that changes", () =>
    within(true, (server) =>
      Effect.gen(function* () {
        const jobs = yield* JobRepository
        const { job_id } = yield* jobs.create("O1", aNewJob())
        const elsewhere = Layer.fresh(portsOn(server))
        const hears = Effect.flatMap(JobNews, (news) => news.next(job_id))
        const hearing = yield* Effect.forkChild(Effect.provide(hears, elsewhere))
        // until the other one listens
        yield* Effect.repeat(Effect.andThen(jobs.start("O1", job_id, 0, null), Effect.yieldNow), {
          until: () => hearing.pollUnsafe() !== undefined,
        })
        yield* Fiber.join(hearing)
      }),
    ))

  it("gives what a dead taker had to another one, also after an outage", () =>
    within(true, (server) =>
      Effect.gen(function* () {
        const redis = yield* Redis
        const waiting = yield* Effect.forkChild(taken)
        yield* lookedForTheDead(true)
        yield* stop(server)
        yield* lookedForTheDead(false)
        yield* start(server)
        const queue = "hangtag:queue:bulkops.export.small"
        const held = JSON.stringify({ id: "f", element: { organization: "O1", job_id: "f", lane: "small" } })
        const hold = Effect.andThen(
          redis.send("HSET", `${queue}:owners`, "f", "a lock that has expired"),
          redis.send("HSET", `${queue}:pending`, "f", held),
        )
        yield* Effect.retry(hold, {})
        assert.strictEqual(yield* Fiber.join(waiting), "f")
      }),
    ))
})
