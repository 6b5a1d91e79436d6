import { assert, layer } from "@effect/vitest"
import { BatchRepository, CatalogWriter, type FillPlan, Transaction } from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Effect, Exit, Fiber } from "effect"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { testDatabases } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { aPrice, now, seedVariants } from "./seedOrganization.ts"

const variant_keys = Array.from({ length: 1_600 }, (_, n) => `V${n}`)
const prices = variant_keys.flatMap((variant_key) => [
  aPrice({ variant_key }),
  aPrice({ variant_key, price_type: "MSRP" }),
])
const request = { variant_keys, price_types: null }

/** Fills batch `R` with 3,200 prices, in two parts,, calling `during` when the first part has been read. */
const fill = Effect.fnUntraced(function* (organization: string, during: (plan: FillPlan) => void = () => {}) {
  const batches = yield* BatchRepository
  const plans: Array<FillPlan> = []
  const outcome = yield* batches.fill(organization, "R", request, now, (part, snapshot) => {
    const plan = fillBatch(part, snapshot)
    plans.push(plan)
    during(plan)
    return plan
  })
  return { outcome, plans }
})

const seed = Effect.fnUntraced(function* (organization: string) {
  yield* seedVariants(organization, variant_keys)
  const writer = yield* CatalogWriter
  yield* writer.savePrices(organization, prices)
})

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    layer(portsOn(database))("a fill in parts", (it) => {
      const test = generatorTests(it.effect)

      test("is of the moment at which its first part was read", function* () {
        yield* seed("moment")
        const writer = yield* CatalogWriter
        const run = Effect.runForkWith(yield* Effect.context())
        const newer = prices.map((price) => ({ ...price, amount: "99", effective_from: "2026-05-01" }))
        const imports: Array<Fiber.Fiber<unknown, unknown>> = []
        const { outcome, plans } = yield* fill("moment", () => {
          if (imports.length === 0) imports.push(run(writer.savePrices("moment", newer)))
        })
        assert.isAbove(plans.length, 1)
        assert.strictEqual(outcome.added, 3_200)
        const amounts = plans.flatMap(({ added }) => added.map(({ amount }) => amount))
        assert.deepStrictEqual([...new Set(amounts)], ["149.90"])
        yield* Fiber.joinAll(imports)
        assert.strictEqual((yield* fill("moment")).outcome.updated, 3_200)
      })

      test("leaves nothing of earlier parts when a later one fails, in a transaction that goes on too", function* () {
        yield* seed("failing")
        const { atomically } = yield* Transaction
        let parts = 0
        const failing = fill("failing", () => {
          if (++parts === 2) throw new Error("undecided")
        })
        const outcome = yield* atomically(
          Effect.gen(function* () {
            assert.isTrue(Exit.isFailure(yield* Effect.exit(failing)))
            return (yield* fill("failing")).outcome
          }),
        )
        assert.strictEqual(parts, 2)
        assert.strictEqual(outcome.added, 3_200)
      })
    })
  })
}
