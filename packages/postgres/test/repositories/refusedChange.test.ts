import { assert, layer } from "@effect/vitest"
import {
  BatchUnsuitable,
  CatalogWriter,
  type ChangePart,
  PriceChangeRepository,
  Transaction,
} from "@hangtag/core"
import { aPriceBatchQuery } from "@hangtag/testkit"
import { Effect } from "effect"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

layer(portsOn(thoroughDatabase))("a price change", (it) => {
  it.effect("that is refused leaves nothing, also in a transaction that goes on", () =>
    Effect.gen(function* () {
      yield* seedVariants("refused", ["V"])
      const { change, list } = yield* PriceChangeRepository
      const { atomically } = yield* Transaction
      const no = new BatchUnsuitable({ batch_key: "", problem: "is refused" })
      const target = { batch_key: null, name: null, brand_key: "B", reverts: null, dry: false }
      const refused = change("refused", target, { at: now, by: "ann" }, () => ({
        scope: { kind: "colorways", colorways: [{ product_key: "P", color: "Black" }] },
        since: now,
        part: () => ({ drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }),
        end: () => no,
      }))
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
      const { change } = yield* PriceChangeRepository
      const target = { batch_key: null, name: null, brand_key: "B", reverts: null, dry: true }
      const parts: Array<ChangePart> = []
      yield* change("many", target, { at: now, by: "ann" }, () => ({
        scope: { kind: "colorways", colorways: [{ product_key: "P", color: "Black" }] },
        since: now,
        mostRecords: 10,
        part: (part) => {
          parts.push(part)
          return { drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }
        },
        end: () => undefined,
      }))
      assert.deepStrictEqual(
        parts.map(({ variant_keys, pairs }) => [variant_keys, pairs.length]),
        [[keys, 2]],
      )
    }),
  )
})
