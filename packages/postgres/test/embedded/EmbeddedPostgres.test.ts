import { assert, describe, expect, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { databaseOf } from "../../src/database/Database.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const all = { concurrency: "unbounded" } as const

describe("EmbeddedPostgres", () => {
  layer(embeddedTestLayer("empty"))("many fibers on one session", (it) => {
    const test = generatorTests(it.effect)

    test("keep to their own transactions while they transfer between accounts", function* () {
      const sql = yield* SqlClient
      yield* sql`create table account as select id, 100 as balance from generate_series(0, 9) id`
      const total = sql<{ total: number }>`select sum(balance)::int as total from account`
      const transfer = Effect.fnUntraced(function* (n: number) {
        const [from, to] = [n % 10, (n * 7 + 3) % 10]
        const [row] = yield* sql<{ balance: number }>`select balance from account where id = ${from}`
        yield* sql`update account set balance = ${row!.balance - 5} where id = ${from}`
        if (n % 5 === 0) return yield* Effect.fail("changed my mind")
        yield* sql`update account set balance = balance + 5 where id = ${to}`
      })
      const totals = yield* Effect.forEach(
        Array.from({ length: 300 }, (_, n) => n),
        (n) => (n % 3 === 0 ? total : Effect.as(Effect.ignore(sql.withTransaction(transfer(n))), [])),
        all,
      )
      expect(new Set(totals.flat().map((row) => row.total))).toEqual(new Set([1000]))
      expect(yield* total).toEqual([{ total: 1000 }])
    })

    test("wait for each other without a deadlock, more of them than there are connections", function* () {
      const sql = yield* SqlClient
      const work = (n: number) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select ${n}::int`
            yield* Effect.yieldNow
            yield* Effect.forEach([1, 2, 3], () => sql`select ${n}::int`, all)
            return yield* sql.withTransaction(sql<{ n: number }>`select ${n}::int as n`)
          }),
        )
      const results = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, n) => n),
        work,
        all,
      )
      expect(results.map(([row]) => row!.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    })

    test("are rolled back when interrupted in a transaction, and the next one runs", function* () {
      const sql = yield* SqlClient
      yield* sql`create table interrupted (n int)`
      const inside = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into interrupted values (1)`
            yield* Deferred.succeed(inside, undefined)
            return yield* Effect.never
          }),
        ),
      )
      yield* Deferred.await(inside)
      const next = yield* Effect.forkChild(sql`insert into interrupted values (2) returning n`)
      yield* Fiber.interrupt(fiber)
      expect(yield* Fiber.join(next)).toEqual([{ n: 2 }])
      expect(yield* sql`select n from interrupted`).toEqual([{ n: 2 }])
    })

    test("never run a statement that was interrupted while it waited", function* () {
      const sql = yield* SqlClient
      yield* sql`create table waited (n int)`
      const [inside, leave] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select 1`
            yield* Deferred.succeed(inside, undefined)
            yield* Deferred.await(leave)
          }),
        ),
      )
      yield* Deferred.await(inside)
      const waiting = yield* Effect.forkChild(sql`insert into waited values (1)`, {
        startImmediately: true,
      })
      // Only returns when the statement has been answered, though the transaction goes on.
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(leave, undefined)
      yield* Fiber.join(holder)
      expect(yield* sql`select n from waited`).toEqual([])
    })

    test("answer an error of a statement to the fiber that made it alone", function* () {
      const sql = yield* SqlClient
      yield* sql`create table lonely (n int primary key)`
      const exits = yield* Effect.forEach(
        [1, 1, 2, 1, 3],
        (n) => Effect.exit(sql`insert into lonely values (${n})`),
        all,
      )
      const failures = exits.filter(Exit.isFailure).map((exit) => exit.cause.reasons)
      expect(failures.length).toBe(2)
      for (const [reason] of failures) {
        assert(reason?._tag === "Fail" && reason.error.reason._tag === "UniqueViolation")
        expect(reason.error.reason.constraint).toBe("lonely_pkey")
      }
    })

    it.effect("hear what another one notifies", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const { listen } = yield* databaseOf(sql).listen!
        const heard = yield* listen("prices")
        yield* sql.withTransaction(sql`select pg_notify('prices', 'changed')`)
        expect(yield* Queue.take(heard)).toMatchObject({ channel: "prices", payload: "changed" })
      }).pipe(Effect.scoped),
    )

    test("get results of many megabytes whole", function* () {
      const sql = yield* SqlClient
      const rows = yield* sql<{ n: number; text: string }>`
          select n, repeat(chr(97 + n % 26), 1000) as text from generate_series(0, 19999) n`
      expect(rows.length).toBe(20_000)
      expect(rows.every(({ n, text }, i) => n === i && text.length === 1000)).toBe(true)
    })
  })
})
