import { assert, layer } from "@effect/vitest"
import {
  AdapterFault,
  IdempotencyStore,
  instantFromMicros,
  noPricePolicy,
  PriceChangeRepository,
  PricePolicyRepository,
} from "@hangtag/core"
import { aBrand, aPricePolicy, seedCatalog, seededAt } from "@hangtag/testkit"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { PostgresPorts } from "../../src/index.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const act = { by: "keeper", at: seededAt }

/** What it dies of. */
const faultOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    assert(Exit.isFailure(exit) && exit.cause.reasons[0]?._tag === "Die")
    assert.instanceOf(exit.cause.reasons[0].defect, AdapterFault)
    return exit.cause.reasons[0].defect.message
  })

layer(PostgresPorts.layer().pipe(Layer.provideMerge(embeddedTestLayer())))(
  "JSON that a table keeps",
  (it) => {
    const test = generatorTests(it.effect)

    test("is a policy by its schema: what does not fit names table and key, and nothing of the value", function* () {
      const sql = yield* SqlClient
      const policies = yield* PricePolicyRepository
      const changes = yield* PriceChangeRepository
      yield* seedCatalog("acme", { brands: [aBrand()] })
      yield* policies.save("acme", "B1", aPricePolicy({ notice_days: 7 }), act)
      const fault = '@hangtag/postgres.hangtag_brand.policy of ["acme","B1"] does not fit its schema: '
      for (const [spoilt, place] of [
        ["no JSON", "the whole"],
        ['{"enforcement":"secret"}', "enforcement"],
        ['{"blackouts":[{"from":"2026-11-27","until":"2026-12-01"}]}', "blackouts.0.reason"],
      ] as const) {
        yield* sql`update hangtag_brand set policy = ${spoilt} where brand_key = 'B1'`
        for (const reading of [policies.find("acme", "B1"), changes.brand("acme", "B1")])
          assert.strictEqual(yield* faultOf(reading), fault + place)
      }
      // who saw it as it was saw nothing; without a condition another policy mends it
      const seen = policies.save("acme", "B1", noPricePolicy, act, () => true)
      assert.strictEqual((yield* Effect.flip(seen))._tag, "ChangedMeanwhile")
      yield* policies.save("acme", "B1", noPricePolicy, act)
      assert.deepStrictEqual(Option.getOrThrow(yield* policies.find("acme", "B1")).policy, noPricePolicy)

      yield* sql`update hangtag_price_policy_change set policy = '{"notice_days":"7"}' where revision = 1`
      assert.strictEqual(
        yield* faultOf(policies.history("acme", "B1", { limit: 20, after: null })),
        '@hangtag/postgres.hangtag_price_policy_change.policy of ["acme","B1","1"] does not fit its schema: notice_days',
      )
    })

    test("has none of what a policy that is older than a member would say", function* () {
      const sql = yield* SqlClient
      const policies = yield* PricePolicyRepository
      yield* seedCatalog("older", { brands: [aBrand()] })
      yield* sql`update hangtag_brand set policy = '{"notice_days":7}' where organization = 'older'`
      const { policy } = Option.getOrThrow(yield* policies.find("older", "B1"))
      assert.deepStrictEqual(policy, { ...noPricePolicy, notice_days: 7 })
    })

    test("is an answer that was kept for a request, or names it", function* () {
      const sql = yield* SqlClient
      const { once } = yield* IdempotencyStore
      const request = {
        key: "K",
        fingerprint: "F",
        at: seededAt,
        expires_at: instantFromMicros(seededAt + 1_000),
      }
      const asking = once("acme", request, Effect.succeed("done\u0000"))
      assert.deepStrictEqual([yield* asking, yield* asking], ["done\u0000", "done\u0000"])
      yield* sql`update hangtag_repeatable_request set answer = '{}' where organization = 'acme'`
      assert.match(
        yield* faultOf(asking),
        /hangtag_repeatable_request\.answer of \["acme","[0-9a-f]{64}"\] does not fit its schema: the whole$/,
      )
    })
  },
)
