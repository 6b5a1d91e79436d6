import {
  basePriceList,
  CatalogWriter,
  instantFromMicros,
  noPricePolicy,
  type PolicyHistoryQuery,
  PriceListRepository,
  type PricePolicy,
  PricePolicyRepository,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { aBrand, aPriceEntry, aPricePolicy, aProductEntry, aVariantEntry } from "../builders/index.ts"
import { seedCatalog, seededAt } from "../seed/seedCatalog.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const find = Effect.fnUntraced(function* (organization: string, brandKey = "B1") {
  const policies = yield* PricePolicyRepository
  return Option.getOrNull(yield* policies.find(organization, brandKey))
})

const given = { by: "keeper", at: seededAt }

const history = Effect.fnUntraced(function* (
  organization: string,
  query: PolicyHistoryQuery = { limit: 10, after: null },
  brandKey = "B1",
) {
  const policies = yield* PricePolicyRepository
  return Option.getOrNull(yield* policies.history(organization, brandKey, query))
})

const save = Effect.fnUntraced(function* (organization: string, policy: PricePolicy, brandKey = "B1") {
  const policies = yield* PricePolicyRepository
  return Option.getOrNull(yield* policies.save(organization, brandKey, policy, given))
})

const strict = aPricePolicy({
  notice_days: 30,
  max_increase_percent: "10.50",
  max_decrease_percent: "0",
  map_at_most_msrp: false,
  endings: ["0.95", "9.90"],
  blackouts: [{ from: "2026-11-27", until: "2026-12-01T00:00:00-05:00", reason: 'Holiday \0 "\u{1f384}"' }],
  price_types: ["MAP", "é"],
  enforcement: "block",
})

/** What a `PricePolicyRepository` promises, each by the name of its test. */
export const pricePolicyRepositoryPromises = promisesOf<PricePolicyRepository | CatalogWriter>()({
  *"has no policy of a brand that was given none"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    assert.deepStrictEqual(yield* find(mine), { policy: noPricePolicy, used_types: [] })
  },
  *"gives the currency of base beside it, once that was said"({ mine, theirs }) {
    const lists = yield* Effect.serviceOption(PriceListRepository)
    yield* seedCatalog(mine, { brands: [aBrand()] })
    yield* seedCatalog(theirs, { brands: [aBrand()] })
    // a host may keep no price lists
    if (Option.isNone(lists)) return
    const list = { name: "", tags: {}, created: null }
    yield* lists.value.save(mine, { ...list, price_list: "EU", currency: "EUR" }, null)
    assert.notProperty(yield* find(mine), "base_currency")
    yield* lists.value.save(mine, { ...list, price_list: basePriceList, currency: "JPY" }, null)
    assert.strictEqual((yield* find(mine))?.base_currency, "JPY")
    assert.notProperty(yield* find(theirs), "base_currency")
  },
  *"gives a policy back as it was given, and only to its brand"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand(), aBrand({ brand_key: "B2" })] })
    assert.deepStrictEqual(yield* save(mine, strict), strict)
    assert.deepStrictEqual((yield* find(mine))?.policy, strict)
    assert.deepStrictEqual((yield* find(mine, "B2"))?.policy, noPricePolicy)
    yield* save(mine, aPricePolicy({ notice_days: 0 }))
    assert.deepStrictEqual((yield* find(mine))?.policy, aPricePolicy({ notice_days: 0 }))
  },
  *"keeps the policy of a brand that is written again"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    yield* save(mine, strict)
    yield* seedCatalog(mine, { brands: [aBrand({ name: "Another", time_zone: "Asia/Tokyo" })] })
    assert.deepStrictEqual((yield* find(mine))?.policy, strict)
  },
  *"gives none for an unknown brand"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    for (const key of ["", "b1", "B1 ", "B1\0", "\ud800", "%"]) {
      assert.isNull(yield* find(mine, key))
      assert.isNull(yield* save(mine, strict, key))
    }
  },
  *"knows every price type that the brand has had a price of, by code point"({ mine }) {
    const product = (number: number, brand_key: string) =>
      aProductEntry({
        brand_key,
        product_key: `P${number}`,
        variants: [aVariantEntry({ variant_key: `V${number}` })],
      })
    const price = (variant_key: string, price_type: string, status: "draft" | "active" = "active") =>
      aPriceEntry({ variant_key, price_type, status })
    yield* seedCatalog(mine, {
      brands: [aBrand(), aBrand({ brand_key: "B2" })],
      products: [product(1, "B1"), product(2, "B2"), product(3, "B1")],
      prices: [price("V1", "\u{1f600}"), price("V2", "OUTLET"), price("V3", "\ue000", "draft")],
    })
    yield* seedCatalog(mine, { prices: [price("V3", "MAP"), price("V1", "MAP")] })
    assert.deepStrictEqual((yield* find(mine))?.used_types, ["MAP", "\ue000", "\u{1f600}"])
    assert.deepStrictEqual((yield* find(mine, "B2"))?.used_types, ["OUTLET"])
  },
  *"knows each of many price types once"({ mine }) {
    yield* seedCatalog(mine, {
      brands: [aBrand()],
      products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "V1" })] })],
    })
    const types = Array.from({ length: 720 }, (_, index) => `T${1_000 + index}`)
    const prices = types.map((price_type) => aPriceEntry({ variant_key: "V1", price_type }))
    yield* seedCatalog(mine, { prices: prices.slice(0, 120) })
    yield* seedCatalog(mine, { prices: prices.slice(20) })
    yield* seedCatalog(mine, { prices: prices.slice(100).map((price) => ({ ...price, amount: "1.00" })) })
    assert.deepStrictEqual((yield* find(mine))?.used_types, types)
  },
  *"knows the price types of products that have become another brand's, and those that went with them"({
    mine,
  }) {
    const product = (brand_key: string) =>
      aProductEntry({ brand_key, variants: [aVariantEntry({ variant_key: "V1" })] })
    yield* seedCatalog(mine, {
      brands: [aBrand(), aBrand({ brand_key: "B2" })],
      products: [product("B1")],
      prices: [aPriceEntry({ variant_key: "V1", price_type: "MAP" })],
    })
    const { saveShopProducts } = yield* CatalogWriter
    yield* saveShopProducts(mine, [product("B2")], seededAt)
    yield* seedCatalog(mine, { prices: [aPriceEntry({ variant_key: "V1", price_type: "MSRP" })] })
    assert.deepStrictEqual((yield* find(mine))?.used_types, ["MAP"])
    assert.deepStrictEqual((yield* find(mine, "B2"))?.used_types, ["MAP", "MSRP"])
  },
  *"changes nothing that is not as expected"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    const policies = yield* PricePolicyRepository
    yield* save(mine, strict)
    const seen: Array<PricePolicy> = []
    const refused = yield* Effect.flip(
      policies.save(mine, "B1", noPricePolicy, given, (current) => {
        seen.push(current)
        return false
      }),
    )
    assert.strictEqual(refused._tag, "ChangedMeanwhile")
    assert.deepStrictEqual(seen, [strict])
    assert.deepStrictEqual((yield* find(mine))?.policy, strict)
  },
  *"lets one of many change what all of them saw"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    const policies = yield* PricePolicyRepository
    const tries = yield* Effect.all(
      Array.from({ length: 8 }, () =>
        Effect.result(policies.save(mine, "B1", strict, given, ({ notice_days }) => notice_days === null)),
      ),
      { concurrency: "unbounded" },
    )
    assert.lengthOf(tries.filter(Result.isSuccess), 1)
  },
  *"keeps every change with who made it when, the newest first, and none where nothing changes"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand(), aBrand({ brand_key: "B2" })] })
    assert.deepStrictEqual(yield* history(mine), [])
    const policies = yield* PricePolicyRepository
    yield* save(mine, noPricePolicy)
    yield* save(mine, strict)
    const [first, later] = [{ ...given }, { by: "Zoë", at: instantFromMicros(seededAt + 1_500_001) }]
    yield* policies.save(mine, "B1", strict, later)
    yield* policies.save(mine, "B1", aPricePolicy({ notice_days: 7 }), later)
    yield* policies.save(mine, "B1", noPricePolicy, later, () => false).pipe(Effect.flip)
    const expected = [
      { revision: 2, changed_at: later.at, changed_by: later.by, policy: aPricePolicy({ notice_days: 7 }) },
      { revision: 1, changed_at: first.at, changed_by: first.by, policy: strict },
    ]
    assert.deepStrictEqual(yield* history(mine), expected)
    assert.deepStrictEqual(yield* history(mine, { limit: 10, after: null }, "B2"), [])
    assert.isNull(yield* history(mine, { limit: 10, after: null }, "b1"))
  },
  *"pages through many changes"({ mine }) {
    yield* seedCatalog(mine, { brands: [aBrand()] })
    for (let notice_days = 1; notice_days <= 12; notice_days++)
      yield* save(mine, aPricePolicy({ notice_days }))
    const revisions = (query: PolicyHistoryQuery) =>
      Effect.map(history(mine, query), (found) => found!.map(({ revision }) => revision))
    assert.deepStrictEqual(yield* revisions({ limit: 3, after: null }), [12, 11, 10])
    assert.deepStrictEqual(yield* revisions({ limit: 3, after: 10 }), [9, 8, 7])
    assert.deepStrictEqual(yield* revisions({ limit: 3, after: 2 }), [1])
    assert.deepStrictEqual(yield* revisions({ limit: 3, after: 1 }), [])
    assert.deepStrictEqual(yield* revisions({ limit: 3, after: Number.MAX_SAFE_INTEGER }), [12, 11, 10])
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, { brands: [aBrand()] })
    assert.isNull(yield* save(mine, strict))
    assert.isNull(yield* find(mine))
    const products = [aProductEntry()]
    yield* seedCatalog(mine, { brands: [aBrand()], products, prices: [aPriceEntry()] })
    yield* save(mine, strict)
    assert.deepStrictEqual(yield* history(theirs), [])
    assert.deepStrictEqual(yield* find(theirs), { policy: noPricePolicy, used_types: [] })
  },
})
