import { assert, layer } from "@effect/vitest"
import { BatchUnsuitable, CatalogWriter, PriceChangeRepository, Transaction } from "@hangtag/core"
import { aPriceBatchQuery } from "@hangtag/testkit"
import { Effect, Option, Stream } from "effect"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

layer(portsOn(thoroughDatabase))("a price change", (it) => {
  it.effect("that is refused leaves nothing, also in a transaction that goes on", () =>
    Effect.gen(function* () {
      yield* seedVariants("refused", ["V"])
      const { create, list, lock } = yield* PriceChangeRepository
      const { atomically } = yield* Transaction
      const no = new BatchUnsuitable({ batch_key: "", problem: "is refused" })
      const batch = { key: null, name: null, kind: "price_change", brand_key: "B" } as const
      const refused = atomically(
        lock("refused", []).pipe(
          Effect.andThen(create("refused", batch, { at: now, by: "ann" }, Number.POSITIVE_INFINITY)),
          Effect.andThen(Effect.fail(no)),
        ),
      )
      const { total } = yield* list("refused", aPriceBatchQuery())
      assert.strictEqual(yield* atomically(Effect.flip(refused)), no)
      assert.strictEqual((yield* list("refused", aPriceBatchQuery())).total, total)
    }),
  )

  it.effect("is given all variants of a colorway, however few of them have records", () =>
    Effect.gen(function* () {
      const keys = Array.from({ length: 1_500 }, (_, index) => `V${String(index).padStart(4, "0")}`)
      yield* seedVariants("many", keys)
      const { savePrices } = yield* CatalogWriter
      yield* savePrices(
        "many",
        [keys[0]!, keys.at(-1)!].map((variant_key) => aPrice({ variant_key })),
      )
      const { brand, colorways } = yield* PriceChangeRepository
      const { atomically } = yield* Transaction
      const reading = {
        scope: { kind: "colorways", colorways: [{ product_key: "P", color: "Black" }] },
        brand: Option.getOrThrow(yield* brand("many", "B")),
        batch_key: null,
        since: now,
        mostRecords: 10,
      } as const
      const parts = (yield* atomically(Stream.runCollect(colorways("many", reading)))).flat()
      assert.deepStrictEqual(
        parts.map(({ variant_keys, pairs }) => [variant_keys, pairs.length]),
        [[keys, 2]],
      )
    }),
  )
})
