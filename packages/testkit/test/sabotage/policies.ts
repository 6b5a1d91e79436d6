import {
  type BrandPricing,
  CatalogWriter,
  ChangedMeanwhile,
  noPricePolicy,
  type PricePolicy,
  PricePolicyRepository,
} from "@hangtag/core"
import { seededAt } from "@hangtag/testkit"
import { pricePolicyRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const changed = new ChangedMeanwhile({ resource: "price policy", key: "changed" })

/** Changes what is found. */
const finding = (change: (found: BrandPricing) => Partial<BrandPricing>) =>
  broken(PricePolicyRepository, ({ find }) => ({
    find: (...args) =>
      Effect.map(
        find(...args),
        Option.map((found) => ({ ...found, ...change(found) })),
      ),
  }))

notices("pricePolicyRepositorySuite", pricePolicyRepositoryPromises, [
  [
    "gives every brand a notice of a day",
    "has no policy of a brand that was given none",
    finding(({ policy }) => ({ policy: { ...policy, notice_days: policy.notice_days ?? 1 } })),
  ],
  [
    "takes amounts through floating point",
    "gives a policy back as it was given, and only to its brand",
    finding(({ policy }) => ({
      policy: {
        ...policy,
        max_increase_percent: policy.max_increase_percent && String(Number(policy.max_increase_percent)),
      },
    })),
  ],
  [
    "forgets the policies of brands that are written",
    "keeps the policy of a brand that is written again",
    broken(CatalogWriter, ({ saveBrands }, ports) => ({
      saveBrands: (organization, entries) =>
        Effect.tap(saveBrands(organization, entries), () =>
          Effect.forEach(entries, ({ brand_key }) =>
            Effect.orDie(
              Effect.flatMap(PricePolicyRepository, ({ save }) =>
                save(organization, brand_key, noPricePolicy, { by: "importer", at: seededAt }),
              ).pipe(Effect.provideContext(ports)),
            ),
          ),
        ),
    })),
  ],
  [
    "finds brands whatever their case",
    "gives none for an unknown brand",
    broken(PricePolicyRepository, ({ find }) => ({
      find: (organization, brandKey) => find(organization, brandKey.toUpperCase()),
    })),
  ],
  [
    "orders types by UTF-16 units",
    "knows every price type that the brand has had a price of, by code point",
    finding(({ used_types }) => ({ used_types: used_types.toSorted() })),
  ],
  [
    "notes a type again that is known",
    "knows each of many price types once",
    finding(({ used_types }) => ({ used_types: [...used_types, ...used_types.slice(0, 1)] })),
  ],
  [
    "forgets the types that products brought along",
    "knows the price types of products that have become another brand's, and those that went with them",
    finding(({ used_types }) => ({ used_types: used_types.slice(-1) })),
  ],
  [
    "asks what is expected when it has changed it",
    "changes nothing that is not as expected",
    broken(PricePolicyRepository, ({ save }) => ({
      save: (organization, brandKey, policy, given, expected = () => true) =>
        Effect.tap(save(organization, brandKey, policy, given), (found) =>
          Option.isNone(found) || expected(found.value) ? Effect.void : Effect.fail(changed),
        ),
    })),
  ],
  [
    "looks first and changes later",
    "lets one of many change what all of them saw",
    broken(PricePolicyRepository, ({ find, save }) => ({
      save: (
        organization,
        brandKey,
        policy,
        given,
        expected: (current: PricePolicy) => boolean = () => true,
      ) =>
        Effect.gen(function* () {
          const seen = yield* find(organization, brandKey)
          if (Option.isSome(seen) && !expected(seen.value.policy)) return yield* changed
          yield* Effect.yieldNow
          return yield* save(organization, brandKey, policy, given)
        }),
    })),
  ],
  [
    "numbers a change that is none",
    "keeps every change with who made it when, the newest first, and none where nothing changes",
    broken(PricePolicyRepository, ({ history }) => ({
      history: (...args) =>
        Effect.map(
          history(...args),
          Option.map((found) => found.flatMap((change) => [change, change])),
        ),
    })),
  ],
  [
    "begins a page with the end of the one before",
    "pages through many changes",
    broken(PricePolicyRepository, ({ history }) => ({
      history: (organization, brandKey, { limit, after }) =>
        history(organization, brandKey, { limit, after: after === null ? null : after + 1 }),
    })),
  ],
  [
    "forgets whose policies they are",
    "sees and changes nothing of another organization",
    blind(PricePolicyRepository, CatalogWriter),
  ],
])
