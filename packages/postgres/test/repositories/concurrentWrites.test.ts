import { assert, layer } from "@effect/vitest"
import { BatchRepository, CatalogWriter, type WriteResult } from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { describe } from "vitest"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const totals = (results: ReadonlyArray<WriteResult>) => ({
  inserted: results.reduce((sum, result) => sum + result.inserted, 0),
  updated: results.reduce((sum, result) => sum + result.updated, 0),
  unchanged: results.reduce((sum, result) => sum + result.unchanged, 0),
})

const keys = Array.from({ length: 200 }, (_, i) => `V${i}`)

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("writes at the same time", (it) => {
      it.effect("store an import once and count it right, however many run it, in whichever order", () =>
        Effect.gen(function* () {
          const writer = yield* CatalogWriter
          yield* together(Array.from({ length: 4 }, () => seedVariants("mine", keys)))
          const prices = keys.map((variant_key) => aPrice({ variant_key }))
          const results = yield* together(
            Array.from({ length: 4 }, (_, i) =>
              writer.savePrices("mine", i % 2 === 0 ? prices : prices.toReversed()),
            ),
          )
          assert.deepStrictEqual(totals(results), { inserted: 200, updated: 0, unchanged: 600 })
        }),
      )

      it.effect("let imports and fills of one batch take turns", () =>
        Effect.gen(function* () {
          const writer = yield* CatalogWriter
          const batches = yield* BatchRepository
          yield* seedVariants("theirs", keys)
          const prices = keys.map((variant_key) => aPrice({ variant_key }))
          yield* writer.savePrices("theirs", prices)
          const request = { variant_keys: keys, price_types: ["MAP"] }
          const fill = batches.fill("theirs", "R", request, now, fillBatch)
          const later = prices.map((price) => ({ ...price, effective_from: "2026-05-01", batch_key: "R" }))
          const importing = Effect.asVoid(writer.savePrices("theirs", later))
          const filling = Effect.asVoid(fill)
          yield* together<void, unknown, never>([filling, importing, filling, filling])
          assert.strictEqual((yield* fill).added, 0)
          assert.strictEqual((yield* fill).unchanged, 200)
          const query = {
            offset: 0,
            limit: 1,
            search: null,
            sort: "asc",
            price_list: null,
            after: null,
          } as const
          const page = yield* batches.records("theirs", "R", query)
          assert.strictEqual(page._tag === "Some" && page.value.total, 200)
        }),
      )
    })
  })
}
