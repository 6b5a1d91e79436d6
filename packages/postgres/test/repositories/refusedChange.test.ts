import { assert, layer } from "@effect/vitest"
import { BatchUnsuitable, PriceChangeRepository, Transaction } from "@hangtag/core"
import { aPriceBatchQuery } from "@hangtag/testkit"
import { Effect } from "effect"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { now, seedVariants } from "./seedOrganization.ts"

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
})
