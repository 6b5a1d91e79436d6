import { assert, layer } from "@effect/vitest"
import { BatchRepository, CatalogWriter, PriceRepository } from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { scoped } from "../../src/database/scoped.ts"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const keys = Array.from({ length: 20 }, (_, i) => `V${i}`)

const fill = Effect.fnUntraced(function* (organization: string, batch: string, variant_keys = keys) {
  const batches = yield* BatchRepository
  const request = { variant_keys, price_types: null }
  return yield* batches.fill(organization, batch, request, now, fillBatch)
})

const held = Effect.fnUntraced(function* (organization: string, batch: string) {
  const batches = yield* BatchRepository
  const query = { offset: 0, limit: 200, search: null, sort: "asc", price_list: null, after: null } as const
  return Option.getOrThrow(yield* batches.records(organization, batch, query))
})

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("at the same time", (it) => {
      const test = generatorTests(it.effect)

      test("two fills of one batch leave what one after the other would", function* () {
        yield* seedVariants("fills", keys)
        const writer = yield* CatalogWriter
        yield* writer.savePrices(
          "fills",
          keys.map((variant_key) => aPrice({ variant_key })),
        )
        const outcomes = yield* together([
          fill("fills", "R", keys.slice(0, 15)),
          fill("fills", "R", keys.slice(5).toReversed()),
        ])
        assert.strictEqual(
          outcomes.reduce((sum, { added }) => sum + added, 0),
          20,
        )
        const { items, total } = yield* held("fills", "R")
        assert.strictEqual(total, 20)
        assert.deepStrictEqual(items.map(({ variant_key }) => variant_key).sort(), keys.toSorted())
      })

      test("a fill has happened before its batch was published, or is refused and has done nothing", function* () {
        yield* seedVariants("publish", keys)
        const writer = yield* CatalogWriter
        yield* writer.savePrices(
          "publish",
          keys.map((variant_key) => aPrice({ variant_key })),
        )
        for (let round = 0; round < 10; round++) {
          const key = `R${round}`
          yield* writer.saveBatches("publish", [{ key, status: "open" }])
          let refused: string | undefined
          const filling = Effect.asVoid(fill("publish", key)).pipe(
            Effect.catch(({ _tag }) =>
              Effect.sync(() => {
                refused = _tag
              }),
            ),
          )
          const publishing = Effect.asVoid(writer.saveBatches("publish", [{ key, status: "published" }]))
          yield* together<void, unknown, BatchRepository>(
            round % 2 === 0 ? [filling, publishing] : [publishing, filling],
          )
          const { total } = yield* held("publish", key)
          assert.deepStrictEqual([refused, total], total === 0 ? ["BatchPublished", 0] : [undefined, 20])
        }
      })

      test("a preview sees an import as a whole or not at all", function* () {
        yield* seedVariants("import", keys)
        const writer = yield* CatalogWriter
        const prices = yield* PriceRepository
        const importing = Effect.forEach([1, 2, 3, 4, 5], (day) =>
          writer.savePrices(
            "import",
            keys.map((variant_key) =>
              aPrice({ variant_key, amount: String(day), effective_from: `2026-01-0${day}` }),
            ),
          ),
        )
        const looking = Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.map(prices.pricesAround("import", keys, now), ({ inForce }) => {
            assert.include([0, 20], inForce.length)
            assert.isAtMost(new Set(inForce.map(({ amount }) => amount)).size, 1)
          }),
        )
        yield* together<unknown, unknown, never>([importing, looking, looking])
      })

      it.effect("transactions in each other's way are run again, and no caller hears of a deadlock", () =>
        Effect.gen(function* () {
          yield* seedVariants("locks", keys)
          const sql = yield* SqlClient
          const writer = yield* CatalogWriter
          yield* writer.saveBatches("locks", [
            { key: "A", status: "open" },
            { key: "B", status: "open" },
          ])
          const lock = (key: string) =>
            sql`update hangtag_batch set status = status where organization = 'locks' and batch_key = ${key}`
          let met = 0
          const crossing = (first: string, second: string) =>
            scoped(
              sql,
              "locks",
              "crossing",
              Effect.gen(function* () {
                yield* lock(first)
                met++
                // Where there are several sessions, the other one holds its first lock by then.
                yield* sql`select pg_sleep(0.05)`
                yield* lock(second)
              }),
            )
          yield* together([crossing("A", "B"), crossing("B", "A")])
          assert.isAtLeast(met, 2)
          // What was undone is run again after a moment, which must not wait for a test to move its clock.
        }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())),
      )
    })
  })
}
