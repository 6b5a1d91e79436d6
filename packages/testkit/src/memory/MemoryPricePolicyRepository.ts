import {
  type BrandPricing,
  basePriceList,
  ChangedMeanwhile,
  compareText,
  noPricePolicy,
  type PricePolicy,
  PricePolicyRepository,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, withEntry, withOrganization } from "./MemoryState.ts"

/** Every type of which a price was ever written for a variant that is, or was, the brand's. */
export const usedTypes = (own: OrganizationState, brandKey: string): ReadonlyArray<string> => {
  const types = [...own.prices].flatMap(([variantKey, records]) => {
    const product = own.products.get(own.variants.get(variantKey)?.variant.product_key ?? "")
    return product?.brand_key === brandKey ? records.map((record) => record.price_type) : []
  })
  return [...new Set([...types, ...(own.formerTypes.get(brandKey) ?? [])])].sort(compareText)
}

/** That of the list `base`, once it was said. */
export const baseCurrency = ({ priceLists }: OrganizationState): Pick<BrandPricing, "base_currency"> => {
  const base_currency = priceLists.get(basePriceList)?.currency ?? null
  return base_currency === null ? {} : { base_currency }
}

const policyOf = (own: OrganizationState, brandKey: string): PricePolicy =>
  own.policies.get(brandKey) ?? noPricePolicy

/** Policies, and the types of prices as the prices themselves say. */
export const memoryPricePolicyRepository: Layer.Layer<PricePolicyRepository, never, MemoryCatalog> =
  Layer.effect(
    PricePolicyRepository,
    Effect.map(MemoryCatalog, ({ read, write }) =>
      PricePolicyRepository.of({
        find: (organization, brandKey) =>
          read((state) => {
            const own = organizationOf(state, organization)
            if (!own.brands.has(brandKey)) return Option.none()
            return Option.some({
              policy: policyOf(own, brandKey),
              used_types: usedTypes(own, brandKey),
              ...baseCurrency(own),
            })
          }),
        save: (organization, brandKey, policy, { by, at }, expected) =>
          Effect.flatten(
            write(
              (
                state,
              ): readonly [Effect.Effect<Option.Option<PricePolicy>, ChangedMeanwhile>, typeof state] => {
                const own = organizationOf(state, organization)
                if (!own.brands.has(brandKey)) return [Effect.succeedNone, state]
                if (expected?.(policyOf(own, brandKey)) === false)
                  return [
                    Effect.fail(new ChangedMeanwhile({ resource: "price policy", key: brandKey })),
                    state,
                  ]
                if (Equal.equals(policyOf(own, brandKey), policy)) return [Effect.succeedSome(policy), state]
                const before = own.policyChanges.get(brandKey) ?? []
                const change = { revision: before.length + 1, changed_at: at, changed_by: by, policy }
                const changed = {
                  policies: withEntry(own.policies, brandKey, policy),
                  policyChanges: withEntry(own.policyChanges, brandKey, [...before, change]),
                }
                return [Effect.succeedSome(policy), withOrganization(state, organization, changed)]
              },
            ),
          ),
        history: (organization, brandKey, { limit, after }) =>
          read((state) => {
            const own = organizationOf(state, organization)
            if (!own.brands.has(brandKey)) return Option.none()
            const changes = (own.policyChanges.get(brandKey) ?? []).toReversed()
            const found = changes.filter(({ revision }) => after === null || revision < after)
            return Option.some(found.slice(0, limit))
          }),
      }),
    ),
  )
