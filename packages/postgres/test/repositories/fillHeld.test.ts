import { assert, layer } from "@effect/vitest"
import { BatchRepository, CatalogWriter, fillBatch } from "@hangtag/core"
import { Effect, Option } from "effect"
import { describe } from "vitest"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("a fill of a batch that an import put prices into", (it) => {
      it.effect("replaces the active one that is out of date, and leaves drafts and those for later", () =>
        Effect.gen(function* () {
          yield* seedVariants("mine", ["V"])
          const writer = yield* CatalogWriter
          yield* writer.savePrices("mine", [
            aPrice({ amount: "1", batch_key: "R" }),
            aPrice({ amount: "2", batch_key: "R", status: "draft" }),
            aPrice({ amount: "3", batch_key: "R", effective_from: "2027-01-01" }),
            aPrice({ amount: "4", effective_from: "2026-02-01" }),
          ])
          const batches = yield* BatchRepository
          const request = { variant_keys: ["V"], price_types: ["MAP"] }
          const fill = batches.fill("mine", "R", request, now, (snapshot) => fillBatch(request, snapshot))
          const plan = yield* fill
          assert.deepStrictEqual([plan.added.length, plan.updated.length], [0, 1])
          const query = { offset: 0, limit: 10, search: null, sort: "asc" } as const
          const page = Option.getOrThrow(yield* batches.records("mine", "R", query))
          assert.deepStrictEqual(page.items.map((record) => record.amount).sort(), ["2", "3", "4"])
          assert.strictEqual((yield* fill).unchanged, 1)
        }),
      )
    })
  })
}
