import { assert, describe, layer } from "@effect/vitest"
import {
  CrawlDiscoveryRepository,
  instantFromMicros,
  noWrites,
  type PriceBatchQuery,
  PriceChangeRepository,
  Transaction,
} from "@hangtag/core"
import { aPriceBatchQuery } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { scoped } from "../../src/database/scoped.ts"
import {
  forgetDiscarded,
  forgetDiscoveries,
  freezeOrganization,
  organizationSize,
  thawOrganization,
} from "../../src/organizations/index.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { now, seedEveryTable } from "../repositories/seedOrganization.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"

const rowsIn = Effect.fnUntraced(function* (organization: string) {
  const sizes = yield* organizationSize(organization)
  return Object.fromEntries(sizes.map(({ table, rows }) => [table, rows]))
})

const writesOf = () => ({
  ...noWrites,
  drafts: ["2099-01-01", "2099-02-01", "2099-03-01"].map((effective_from) => ({
    variant_key: "V",
    price_type: "MAP",
    price_list: "base",
    amount: "1",
    effective_from,
    effective_at: Date.parse(effective_from) * 1000,
  })),
  bases: ["MAP", "MSRP", "COST"].map((price_type) => ({
    ...{
      variant_key: "V",
      price_type,
      price_list: "base",
      at: now,
      incumbent: null,
      future: [],
      returns: [],
      lines: [],
      since: now,
    },
  })),
})

/** An open batch with three drafts, the reading of it, and what it withdraws, all of it discarded then. */
const discardOne = Effect.fnUntraced(function* (organization: string) {
  const { create, lock, write, discard } = yield* PriceChangeRepository
  const { atomically } = yield* Transaction
  const act = { at: now, by: "ann" }
  return yield* atomically(
    Effect.gen(function* () {
      yield* lock(organization, [])
      const made = { key: null, name: null, kind: "price_change", brand_key: "B" } as const
      const { key } = yield* create(organization, made, act, Number.POSITIVE_INFINITY)
      yield* write(organization, key, writesOf(), act)
      yield* discard(organization, key, act)
      return key
    }),
  )
})

describe(thoroughDatabase.name, () => {
  layer(Layer.fresh(portsOn(thoroughDatabase)))("what is old", (it) => {
    const test = generatorTests(it.effect)

    test("is a discarded batch with its drafts, and neither the newest one nor a published or open one", function* () {
      yield* seedEveryTable("mine")
      const before = yield* rowsIn("mine")
      yield* discardOne("mine")
      assert.deepStrictEqual(yield* forgetDiscarded(instantFromMicros(now + 1), 9, 2), {
        forgotten: 0,
        isMore: false,
      })
      yield* discardOne("mine")
      assert.deepStrictEqual(yield* forgetDiscarded(now, 9, 2), { forgotten: 0, isMore: false })
      yield* freezeOrganization("mine", "freeze", now)
      assert.strictEqual((yield* forgetDiscarded(instantFromMicros(now + 1), 9, 2)).forgotten, 0)
      yield* thawOrganization("mine")
      assert.strictEqual((yield* forgetDiscarded(instantFromMicros(now + 1), 9, 2)).forgotten, 1)
      const sql = yield* SqlClient
      yield* scoped(
        sql,
        "mine",
        "test",
        sql`update hangtag_batch set ordinal = ordinal + 9 where status = 'open'`,
      )
      assert.strictEqual((yield* forgetDiscarded(instantFromMicros(now + 1), 9, 2)).forgotten, 1)
      assert.deepStrictEqual(yield* rowsIn("mine"), before)
    })

    test("is nothing that a page of batches needs to go on after", function* () {
      yield* seedEveryTable("paged")
      const [first, second, third] = yield* Effect.all([1, 2, 3].map(() => discardOne("paged")))
      const { list } = yield* PriceChangeRepository
      const page = (after: PriceBatchQuery["after"], limit: number) =>
        list("paged", aPriceBatchQuery({ status: "discarded", after, limit }))
      const before = yield* page(null, 2)
      assert.deepStrictEqual(
        before.items.map(({ key }) => key),
        [third, second],
      )
      const sql = yield* SqlClient
      const forgotten = sql`update hangtag_batch set discarded_at = ${now - 9} where batch_key = ${second!}`
      yield* scoped(sql, "paged", "test", forgotten)
      assert.strictEqual((yield* forgetDiscarded(now, 9, 2)).forgotten, 1)
      const rest = yield* page(before.next, 9)
      assert.deepStrictEqual([rest.items.map(({ key }) => key), rest.next], [[first], null])
    })

    test("is a discovery, whose page stays chosen", function* () {
      yield* seedEveryTable("seen")
      const { crawl_choice, crawl_discovery } = yield* rowsIn("seen")
      assert.strictEqual(yield* forgetDiscoveries(now, 9), 0)
      assert.isAtLeast(yield* forgetDiscoveries(instantFromMicros(now + 1), 9), crawl_discovery!)
      const after = yield* rowsIn("seen")
      assert.deepStrictEqual([after.crawl_choice, after.crawl_discovery], [crawl_choice, 0])
      assert.isDefined(yield* CrawlDiscoveryRepository)
    })
  })
})
