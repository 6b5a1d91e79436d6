import { assert, describe, it, layer } from "@effect/vitest"
import {
  CatalogListing,
  CatalogWriter,
  ExportRepository,
  instantFromMicros,
  Transaction,
} from "@hangtag/core"
import { type AnyDescribed, operations, type StaleReading, StaleReads } from "@hangtag/core/adapter"
import { aBrand, anExportSelection, aProductEntry } from "@hangtag/testkit"
import { Context, Deferred, Effect, Fiber, Layer, Logger, Redacted, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import fc from "fast-check"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { run } from "../../../../test/hangtag.ts"
import { scoped } from "../../src/database/scoped.ts"
import { serverLayer } from "../../src/index.ts"
import { Replica, readingPorts } from "../../src/replica/index.ts"
import { LogHistory } from "../../src/replica/LogHistory.ts"
import { seedEveryTable } from "../repositories/seedOrganization.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { Forwarder } from "../support/Forwarder.ts"
import { testServer } from "../support/testServer.ts"
import { onServer, pair, portsWithReplica } from "./pair.ts"

/** Looked at often, and soon too old. */
const quick = { interval: "20 millis", patience: "300 millis", lag: "3 seconds" } as const

const write = (brand: string) =>
  Effect.flatMap(CatalogWriter, ({ saveBrands }) => saveBrands("acme", [aBrand({ brand_key: brand })]))

/** The brands that a caller sees who allows so much, and how old they were said to be; `primary` where nothing was said. */
const read = (allowed: StaleReading["allowed"] | undefined) =>
  Effect.gen(function* () {
    let by: number | "primary" = "primary"
    const note = (age: number) => {
      by = age
    }
    const { brands } = yield* CatalogListing
    const found = yield* Effect.provideService(
      brands("acme", { search: null, limit: 100, after: null }),
      StaleReads,
      allowed && { allowed, note },
    )
    return { brands: found.items.map(({ brand_key }) => brand_key), by: by as number | "primary" }
  })
const state = Effect.map(Replica, (replica) => replica.state())
/** Until it is so. */
const until = <A, E, R>(effect: Effect.Effect<A, E, R>, isSo: (value: A) => boolean) =>
  Effect.repeat(effect, { schedule: Schedule.spaced("10 millis"), until: isSo })
const isAsked = until(state, ({ problem }) => problem === undefined)
const isLeft = until(state, ({ problem }) => problem !== undefined)

/** A pair, the standby behind a forwarder, and ports over them. */
const make = Effect.gen(function* () {
  const { primary, standby } = yield* pair()
  const url = new URL(standby.url)
  const forwarder = yield* Effect.acquireRelease(
    Effect.promise(() => Forwarder.to(Number(url.port))),
    (each) => Effect.sync(() => each.dispose()),
  )
  url.port = String(forwarder.port)
  return { primary, standby, forwarder, ports: portsWithReplica(primary.url, url.href, quick) }
})
class Pair extends Context.Service<Pair, Effect.Success<typeof make>>()("test/Pair") {}

it("what a replica has replayed says as of when it misses nothing, whatever was looked at when", () => {
  const look = fc.record({ time: fc.integer({ min: 1, max: 1000 }), written: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(look), fc.nat(3000), (looks, replayed) => {
      const history = new LogHistory()
      let [at, end] = [0, 0]
      const all = looks.map(({ time, written }) => {
        at += time
        end += written
        history.note(at, end)
        return { at, end }
      })
      const asOf = history.asOf(replayed)
      // all that had been written by then is there, and no later look says as much
      for (const each of all) assert.strictEqual(each.end <= replayed, asOf !== undefined && each.at <= asOf)
    }),
  )
})

it("an operation that may be stale writes nothing, and reads ports that a replica has", () => {
  const all: ReadonlyArray<AnyDescribed> = Object.values(operations)
  const stale = all.filter(({ mayBeStale }) => mayBeStale)
  assert.deepStrictEqual(
    stale.map(({ name }) => name),
    [
      "listUpcomingPrices",
      "listBrands",
      "listProducts",
      "searchVariants",
      "listExportFields",
      "preflightExport",
    ],
  )
  for (const { name, effect, ports } of stale) {
    assert.strictEqual(effect, "read", name)
    for (const port of ports) assert.include(readingPorts, port, name)
  }
})

describe.skipIf(testServer.unavailable !== undefined)("a read replica", () => {
  layer(Layer.effect(Pair, make), { excludeTestServices: true })((it) => {
    const test = generatorTests(it.effect)

    test("a start goes on without it", function* () {
      const { ports, forwarder } = yield* Pair
      forwarder.silence()
      yield* Effect.gen(function* () {
        yield* write("B0")
        assert.deepStrictEqual(yield* read("bounded"), { brands: ["B0"], by: "primary" })
        forwarder.speak()
        yield* isAsked
        assert.isNumber((yield* read("bounded")).by)
      }).pipe(Effect.provide(ports))
    })

    test("answers who allows it, and no one else, and shows an organization nothing of another's", function* () {
      const { ports, standby } = yield* Pair
      yield* Effect.gen(function* () {
        yield* seedEveryTable("mine")
        yield* seedEveryTable("theirs")
        yield* write("B1")
        yield* isAsked
        const seen = yield* read("caught-up")
        assert.deepStrictEqual(seen.brands, ["B0", "B1"])
        assert.isNumber(seen.by)
        assert.isNumber((yield* until(read("bounded"), ({ brands }) => brands.length === 2)).by)
        assert.deepStrictEqual(yield* read(undefined), { brands: ["B0", "B1"], by: "primary" })
        const { atomically } = yield* Transaction
        const inside = Effect.andThen(write("B2"), read("bounded"))
        assert.deepStrictEqual(yield* atomically(inside), { brands: ["B0", "B1", "B2"], by: "primary" })
        assert.isAbove((yield* state).age!, 0)
      }).pipe(Effect.provide(ports))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        const tables = yield* sql<{ readonly name: string }>`
          select distinct table_name as name from information_schema.columns
          where table_schema = 'public' and column_name = 'organization' and table_name like 'hangtag%'`
        assert.isAbove(tables.length, 10)
        for (const { name } of tables) {
          const all = sql<{ readonly organization: string }>`select organization from ${sql(name)}`
          for (const each of yield* scoped(sql, "mine", "test", all))
            assert.strictEqual(each.organization, "mine", name)
          assert.deepStrictEqual(yield* scoped(sql, "unknown", "test", all), [], name)
        }
      }).pipe(Effect.provide(serverLayer({ url: Redacted.make(standby.url) })))
    })

    test("is not asked where it follows another primary, which doctor says too", function* () {
      const { standby } = yield* Pair
      const url = yield* createTestDatabase("migrated")
      yield* until(state, ({ problem }) => problem === "it follows another primary").pipe(
        Effect.provide(portsWithReplica(url, standby.url, quick)),
      )
      const { code, printed } = yield* Effect.promise(() =>
        run(["doctor"], { DATABASE_URL: url, DATABASE_REPLICA_URL: standby.url }),
      )
      assert.strictEqual(code, 1)
      assert.match(printed, /^wrong replica at .*: it is no standby of this primary: /m)
    })

    test("is left for the primary while it is behind by more than the bound, silent, gone, or no standby", function* () {
      const { ports, standby, forwarder } = yield* Pair
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      yield* Effect.gen(function* () {
        yield* isAsked
        // paused: what is committed is not there, and soon known not to be
        yield* onServer(standby.url, "select pg_wal_replay_pause()")
        yield* until(
          onServer(standby.url, "select pg_get_wal_replay_pause_state() as state"),
          ([row]) => row?.state === "paused",
        )
        yield* write("B3")
        const late = yield* read("bounded")
        assert.deepStrictEqual(late.brands, ["B0", "B1", "B2"])
        assert.isBelow(late.by as number, 3000)
        assert.deepStrictEqual(yield* read("caught-up"), {
          brands: ["B0", "B1", "B2", "B3"],
          by: "primary",
        })
        yield* isLeft
        assert.deepStrictEqual(yield* read("bounded"), {
          brands: ["B0", "B1", "B2", "B3"],
          by: "primary",
        })
        yield* onServer(standby.url, "select pg_wal_replay_resume()")
        yield* isAsked
        assert.deepStrictEqual((yield* read("bounded")).brands, ["B0", "B1", "B2", "B3"])

        // silent, also in the middle of an export: that fails as worth trying again, and reads that wait are the primary's
        const { saveProducts } = yield* CatalogWriter
        // more than is read ahead
        const products = Array.from({ length: 4000 }, (_, nth) => aProductEntry({ product_key: `P${nth}` }))
        yield* saveProducts("acme", products, instantFromMicros(1))
        const begun = yield* Deferred.make<void>()
        const silent = yield* Deferred.make<void>()
        const exported = Effect.flatMap(ExportRepository, (exports) =>
          exports
            .products("acme", anExportSelection(), {
              variants: true,
              attributes: false,
              price_types: [],
              at: instantFromMicros(0),
            })
            .pipe(
              Stream.tap(() => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(silent))),
              Stream.runDrain,
            ),
        )
        const stale: StaleReading = { allowed: "caught-up", note: () => {} }
        const exporting = yield* Effect.forkChild(
          Effect.flip(Effect.provideService(exported, StaleReads, stale)),
        )
        yield* Deferred.await(begun)
        const at = performance.now()
        forwarder.silence()
        yield* Deferred.succeed(silent, undefined)
        const waited = yield* Effect.all([read("bounded"), read("caught-up")], { concurrency: 2 })
        assert.deepStrictEqual(
          waited.map(({ by }) => by),
          ["primary", "primary"],
        )
        assert.isBelow(performance.now() - at, 3000)
        assert.propertyVal(yield* Fiber.join(exporting), "retryable", true)
        forwarder.speak()
        yield* isAsked

        // gone, and back
        yield* Effect.promise(() => standby.stop("immediate"))
        assert.strictEqual((yield* read("bounded")).by, "primary")
        yield* Effect.promise(() => standby.start())
        yield* isAsked
        assert.isNumber((yield* read("bounded")).by)

        yield* onServer(standby.url, "select pg_promote()")
        yield* isLeft
        assert.strictEqual((yield* read("bounded")).by, "primary")
        assert.include((yield* state).problem, "no standby")
      }).pipe(Effect.provide(Layer.provideMerge(ports, log)))
      const said = lines
        .filter((line) => line.startsWith("The read replica"))
        .map((line) => line.slice(0, 49))
      assert.deepStrictEqual(said.slice(0, 3), [
        "The read replica of server default is not asked, ",
        "The read replica of server default is asked again",
        "The read replica of server default is not asked, ",
      ])
    })
  })
})
