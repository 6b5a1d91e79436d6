import { CatalogWriter, ChangedMeanwhile, noPricePolicy, PricePolicyRepository } from "@hangtag/core"
import { seededAt } from "@hangtag/testkit"
import { pricePolicyRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answers, asksWith, blind, broken, byUtf16 } from "./broken.ts"
import { notices } from "./notices.ts"

const changed = Effect.fail(new ChangedMeanwhile({ resource: "price policy", key: "changed" }))

notices("pricePolicyRepositorySuite", pricePolicyRepositoryPromises, {
  "has no policy of a brand that was given none": answers(PricePolicyRepository, "find", ({ policy }) => ({
    policy: { ...policy, notice_days: policy.notice_days ?? 1 },
  })),
  // takes amounts through floating point
  "gives a policy back as it was given, and only to its brand": answers(
    PricePolicyRepository,
    "find",
    ({ policy: { max_increase_percent: percent, ...policy } }) => ({
      policy: { ...policy, max_increase_percent: percent && String(Number(percent)) },
    }),
  ),
  "keeps the policy of a brand that is written again": broken(CatalogWriter, ({ saveBrands }, ports) => ({
    saveBrands: (organization, entries) =>
      Effect.tap(saveBrands(organization, entries), () =>
        Effect.forEach(entries, ({ brand_key }) =>
          Effect.orDie(
            Context.get(ports, PricePolicyRepository).save(organization, brand_key, noPricePolicy, {
              by: "importer",
              at: seededAt,
            }),
          ),
        ),
      ),
  })),
  "gives the currency of base beside it, once that was said": answers(PricePolicyRepository, "find", () => ({
    base_currency: "EUR",
  })),
  "gives none for an unknown brand": asksWith(PricePolicyRepository, "find", 1, (brandKey) =>
    brandKey.toUpperCase(),
  ),
  "knows every price type that the brand has had a price of, by code point": answers(
    PricePolicyRepository,
    "find",
    ({ used_types }) => ({ used_types: byUtf16((type: string) => type)(used_types) }),
  ),
  "knows each of many price types once": answers(PricePolicyRepository, "find", ({ used_types }) => ({
    used_types: [...used_types, ...used_types.slice(0, 1)],
  })),
  "knows the price types of products that have become another brand's, and those that went with them":
    answers(PricePolicyRepository, "find", ({ used_types }) => ({ used_types: used_types.slice(-1) })),
  // asks what is expected when it has changed it
  "changes nothing that is not as expected": broken(PricePolicyRepository, ({ save }) => ({
    save: (organization, brandKey, policy, given, expected = () => true) =>
      Effect.tap(save(organization, brandKey, policy, given), (found) =>
        Option.isNone(found) || expected(found.value) ? Effect.void : changed,
      ),
  })),
  // looks first and changes later
  "lets one of many change what all of them saw": broken(PricePolicyRepository, ({ find, save }) => ({
    save: (organization, brandKey, policy, given, expected) =>
      Effect.gen(function* () {
        const seen = yield* find(organization, brandKey)
        if (Option.isSome(seen) && expected?.(seen.value.policy) === false) return yield* changed
        yield* Effect.yieldNow
        return yield* save(organization, brandKey, policy, given)
      }),
  })),
  "keeps every change with who made it when, the newest first, and none where nothing changes": answers(
    PricePolicyRepository,
    "history",
    (found) => found.flatMap((change) => [change, change]),
  ),
  "pages through many changes": asksWith(PricePolicyRepository, "history", 2, (query) => ({
    after: query.after === null ? null : query.after + 1,
  })),
  "sees and changes nothing of another organization": blind(PricePolicyRepository, CatalogWriter),
})
