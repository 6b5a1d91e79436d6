import { assert, layer } from "@effect/vitest"
import {
  BatchRepository,
  basePriceList,
  CatalogWriter,
  noWrites,
  PriceChangeRepository,
  PriceRepository,
  Transaction,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const hours = Array.from({ length: 1_000 }, (_, hour) => hour)
const at = (hour: number) => new Date(Date.UTC(2020, 0, 1) + hour * 3_600_000).toISOString()

/** 1,000 past prices of each of two types, and as many past drafts. */
const longHistory = hours.flatMap((hour) => [
  aPrice({ effective_from: at(hour), amount: `${hour}` }),
  aPrice({ effective_from: at(hour), price_type: "MSRP" }),
  aPrice({ effective_from: at(hour), status: "draft" }),
])

/** Price records that the effect's statements read, by the database's own count. */
const recordsRead = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const { atomically } = yield* Transaction
    const count = sql<{ readonly read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where relname ~ '^hangtag_price_record(_[0-9]+)?$'`
    return yield* atomically(
      Effect.gen(function* () {
        yield* effect
        const [row] = yield* count
        return row!.read
      }),
    )
  })

const assertHandful = (read: number) => {
  assert.isAtLeast(read, 2)
  assert.isAtMost(read, 20)
}

layer(portsOn(thoroughDatabase))("price lookups", (it) => {
  it.effect("read a handful of records a variant, however long its history", () =>
    Effect.gen(function* () {
      yield* seedVariants("mine", ["V"])
      const writer = yield* CatalogWriter
      yield* writer.savePrices("mine", longHistory)
      const prices = yield* PriceRepository
      const around = yield* prices.pricesAround("mine", ["V"], now)
      assert.deepStrictEqual(
        around.inForce.map((record) => record.amount),
        ["999", "149.90"],
      )
      assertHandful(yield* recordsRead(prices.pricesAround("mine", ["V"], now)))
      const batches = yield* BatchRepository
      const request = { variant_keys: ["V"], price_types: null }
      const fill = batches.fill("mine", "R", request, now, fillBatch)
      assertHandful(yield* recordsRead(fill))
    }),
  )
})

// in a database of its own: the other's records would change how these are found
layer(portsOn(thoroughDatabase))("looking at what has moved", (it) => {
  it.effect("reads of a hundred variants that have come into a batch's colorways, however many have", () =>
    Effect.gen(function* () {
      const come = Array.from({ length: 150 }, (_, index) => `V${String(index).padStart(3, "0")}`)
      yield* seedVariants("come", ["V"])
      const changes = yield* PriceChangeRepository
      const { atomically } = yield* Transaction
      const pair = { variant_key: "V", price_type: "MAP", price_list: basePriceList }
      const act = { at: now, by: "ann" }
      const basis = { ...pair, at: now, incumbent: null, future: [], returns: [], lines: [], since: now }
      const judged = { ...pair, product_key: "P", color: "Black", variant_keys: ["V"] }
      const held = { ...noWrites, bases: [basis], judged: [judged] }
      const key = yield* atomically(
        Effect.gen(function* () {
          yield* changes.lock("come", [])
          const made = { key: null, name: null, kind: "price_change", brand_key: "B" } as const
          const batch = yield* changes.create("come", made, act, 1_000)
          yield* changes.write("come", batch.key, held, act)
          return batch.key
        }),
      )
      yield* seedVariants("come", ["V", ...come])
      const writer = yield* CatalogWriter
      const days = Array.from({ length: 10 }, (_, day) => `2027-01-${10 + day}`)
      yield* writer.savePrices(
        "come",
        come.flatMap((variant_key) => days.map((effective_from) => aPrice({ variant_key, effective_from }))),
      )
      const facts = changes.facts("come", key, now)
      assert.deepStrictEqual(
        (yield* facts).moved.map(({ variant_key }) => variant_key),
        come.slice(0, 100),
      )
      assert.isAtMost(yield* recordsRead(facts), 2_200)
    }),
  )
})
