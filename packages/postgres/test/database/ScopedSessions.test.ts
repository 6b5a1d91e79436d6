import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Planning } from "../../src/database/scope.ts"
import { housekeepingRead, scoped, scopedRead, scopedWrite } from "../../src/database/scoped.ts"
import { type ServerOptions, serverLayer } from "../../src/database/serverLayer.ts"
import { PostgresPorts } from "../../src/index.ts"
import { seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { testServer } from "../support/testServer.ts"

const onConnections = (maxConnections: number, options: Pick<ServerOptions, "waitTimeout"> = {}) =>
  Layer.unwrap(
    Effect.map(createTestDatabase("migrated"), (url) =>
      PostgresPorts.layer().pipe(
        Layer.provideMerge(serverLayer({ url: Redacted.make(url), maxConnections, ...options })),
      ),
    ),
  )

const batches = Effect.fnUntraced(function* (organization: string, planning: Planning = "auto") {
  const sql = yield* SqlClient
  // no predicate: only the scope keeps others' rows out
  return yield* scopedRead(
    sql,
    organization,
    "test",
    sql<{ organization: string; pid: number; role: string }>`
      select distinct organization, pg_backend_pid() as pid, current_user::text as role from hangtag_batch`,
    planning,
  )
})

type OnConnections = Layer.Success<ReturnType<typeof onConnections>>

const run = <A, E>(test: Effect.Effect<A, E, OnConnections>, layer = onConnections(1)) =>
  Effect.runPromise(Effect.provide(test, layer))

describe.skipIf(testServer.unavailable)("reads outside of transactions", () => {
  it("see one organization's rows, whichever other read on the connection before", () =>
    run(
      Effect.gen(function* () {
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        const order = ["mine", "theirs", "theirs", "mine", "unknown", "mine", "unknown\0", "theirs"]
        const seen = yield* Effect.forEach(order, (organization) => batches(organization), { concurrency: 4 })
        assert.deepStrictEqual(
          seen.map((rows) => rows.map((row) => row.organization)),
          [["mine"], ["theirs"], ["theirs"], ["mine"], [], ["mine"], [], ["theirs"]],
        )
        const rows = seen.flat()
        assert.deepStrictEqual(new Set(rows.map((row) => row.role)), new Set(["hangtag_app"]))
        assert.strictEqual(new Set(rows.map((row) => row.pid)).size, 1)
      }),
    ))

  it("join a surrounding transaction, and see what it has written", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const insert = sql`insert into hangtag_batch values ('mine', 'NEW', 'open')`
        const inside = scoped(sql, "mine", "test", Effect.andThen(insert, batches("mine")))
        assert.strictEqual((yield* inside).length, 1)
      }),
    ))

  it("are in the wanted scope after one that failed, or was interrupted while it waited or ran", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        yield* Effect.flip(Effect.sandbox(scopedRead(sql, "theirs", "test", sql`select 1 / 0`)))
        assert.deepStrictEqual((yield* batches("mine")).length, 1)
        const running = yield* Effect.forkChild(scopedRead(sql, "theirs", "test", sql`select pg_sleep(60)`))
        const waiting = yield* Effect.forkChild(batches("theirs"))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        yield* Fiber.interrupt(running)
        const seen = yield* Effect.forEach(["mine", "theirs", "mine"], (organization) =>
          batches(organization),
        )
        assert.deepStrictEqual(
          seen.map((rows) => rows.map((row) => row.organization)),
          [["mine"], ["theirs"], ["mine"]],
        )
      }),
    ))

  it("give nothing where their scope cannot be entered", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* sql`create schema first`
        yield* sql`grant usage on schema first to public`
        yield* sql.unsafe(`create function first.set_config(text, text, boolean) returns text language plpgsql
          as $$ begin raise exception 'not now'; end $$`)
        yield* sql`select pg_catalog.set_config('search_path', 'first, pg_catalog, public', false)`
        const seen = yield* Effect.result(
          scopedRead(sql, "mine", "test", sql`select distinct organization from hangtag_batch`),
        )
        assert.isTrue(Result.isFailure(seen))
      }),
    ))

  it("are in their own scope whatever the statement before has left on the session", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        const leave = sql`select set_config('hangtag.organization', 'theirs', false), set_config('role', 'none', false)`
        yield* scopedRead(sql, "theirs", "test", leave)
        const seen = yield* scopedRead(
          sql,
          "mine",
          "test",
          sql`select distinct organization, current_user::text as role from hangtag_batch`,
        )
        assert.deepStrictEqual(seen, [{ organization: "mine", role: "hangtag_app" }])
      }),
    ))

  it("are read again where the client has entered their scope anew meanwhile", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        yield* batches("mine")
        yield* batches("theirs")
        // the statement that takes the session on to the next organization is gone, and sent again
        yield* scopedRead(sql, "theirs", "test", sql`deallocate all`)
        const organizations = sql`select distinct organization from hangtag_batch`
        const seen = yield* scopedRead(sql, "mine", "test", organizations)
        assert.deepStrictEqual(seen, [{ organization: "mine" }])
      }),
    ))

  it("are ended by the server when no one waits for them any more, on a connection that goes on", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const running = yield* Effect.forkChild(
          scopedRead(sql, "theirs", "test", sql`select 'left alone', pg_sleep(600)`),
          { startImmediately: true },
        )
        const sleeping = sql<{ readonly pid: number }>`
          select pid from pg_stat_activity
          where query like 'select ''left alone''%' and state = 'active'`
        const [found] = yield* Effect.repeat(sleeping, { until: (rows) => rows.length > 0 })
        yield* Fiber.interrupt(running)
        // the cancellation is on its way when the interrupt returns
        yield* Effect.repeat(sleeping, { until: (rows) => rows.length === 0 })
        assert.strictEqual((yield* sql`select from pg_stat_activity where pid = ${found!.pid}`).length, 1)
      }),
      onConnections(2),
    ))

  it("write one organization's rows, and see all organizations' jobs for housekeeping alone", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        const jobs = sql<{ organization: string }>`select organization from hangtag_job order by organization`
        const everybody = housekeepingRead(sql, "test", jobs)
        const all = yield* everybody
        assert.deepStrictEqual([...new Set(all.map((row) => row.organization))], ["mine", "theirs"])
        const change = sql<{
          organization: string
        }>`update hangtag_job set message = 'x' returning organization`
        const changed = yield* scopedWrite(sql, "mine", "test", change)
        assert.deepStrictEqual(new Set(changed.map((row) => row.organization)), new Set(["mine"]))
        assert.deepStrictEqual(yield* everybody, all)
        assert.deepStrictEqual(yield* scopedRead(sql, "unknown", "test", jobs), [])
        // sight is not the right to change
        assert.deepStrictEqual(yield* housekeepingRead(sql, "test", change), [])
      }),
    ))

  it("see one organization's rows among many small ones at once on one connection, of which some are interrupted", () =>
    run(
      Effect.gen(function* () {
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        const order = Array.from(
          { length: 600 },
          (_, n) => ["mine", "theirs", "unknown", "unknown\0"][((n * n) % 11) % 4]!,
        )
        const fibers = yield* Effect.forEach(order, (organization) =>
          Effect.forkChild(batches(organization, "generic")),
        )
        yield* Effect.yieldNow
        yield* Effect.forEach(fibers, (fiber, n) => (n % 7 === 3 ? Fiber.interrupt(fiber) : Effect.void))
        const seen = yield* Effect.forEach(fibers, (fiber, n) =>
          n % 7 === 3 ? Effect.succeed([]) : Fiber.join(fiber),
        )
        const expected = order.map((organization, n) =>
          n % 7 === 3 || organization.startsWith("unknown") ? [] : [organization],
        )
        assert.deepStrictEqual(
          seen.map((rows) => rows.map((row) => row.organization)),
          expected,
        )
        const rows = seen.flat()
        assert.deepStrictEqual(new Set(rows.map((row) => row.role)), new Set(["hangtag_app"]))
        assert.strictEqual(new Set(rows.map((row) => row.pid)).size, 1)
      }),
    ))

  it("are planned by indexes, where one plan serves for all, however small the tables are", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* seedEveryTable("mine")
        yield* sql`analyze hangtag_batch`
        const plan = sql<
          Record<string, string>
        >`explain select * from hangtag_batch order by organization, batch_key`
        const nodes = (planning: "auto" | "generic") =>
          Effect.map(scopedRead(sql, "mine", "test", plan, planning), (rows) =>
            rows.flatMap(Object.values).filter((line) => line.includes("Scan")),
          )
        const plannings = ["generic", "auto", "generic"] as const
        const seen = yield* Effect.forEach(plannings, nodes)
        // of each partition, where there are some
        const kinds = seen.map((lines) => [...new Set(lines.map((line) => /\S+ Scan/.exec(line)![0]))].join())
        assert.deepStrictEqual(kinds, ["Index Scan", "Seq Scan", "Index Scan"])
      }),
    ))

  it("are turned away as retryable when no connection becomes free in time", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const running = yield* Effect.forkChild(scopedRead(sql, "mine", "test", sql`select pg_sleep(60)`), {
          startImmediately: true,
        })
        const refused = yield* Effect.flip(batches("mine"))
        assert.isTrue(refused.retryable)
        yield* Fiber.interrupt(running)
        const free = Effect.retry(batches("mine"), { while: (error) => error.retryable })
        assert.deepStrictEqual(yield* free, [])
      }),
      onConnections(1, { waitTimeout: "1 second" }),
    ))
})
