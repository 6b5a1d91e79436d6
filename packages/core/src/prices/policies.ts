import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { currentInstant } from "../kernel/currentInstant.ts"
import { type InvalidField, InvalidRequest, NotFound } from "../kernel/errors.ts"
import { instantToText } from "../kernel/Instant.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import type { PolicyHistoryPage, PolicyHistoryQuery, PricePolicy } from "./PricePolicy.ts"
import { PricePolicyRepository } from "./PricePolicyRepository.ts"

/** The guard rails of a brand's prices. Fails with `NotFound` for an unknown brand. Needs `price:read`. */
export const getPricePolicy = Effect.fn("getPricePolicy")(function* (
  principal: Principal,
  brand_key: string,
) {
  yield* requirePermission(principal, "price:read")
  const policies = yield* PricePolicyRepository
  const found = yield* policies.find(principal.organization, brand_key)
  if (Option.isNone(found)) return yield* new NotFound({ resource: "brand", key: brand_key })
  return found.value.policy
})

/** A blackout that ends before it begins. In UTC: zones move both ends alike, or by hours. */
const blackoutFaults = ({ blackouts }: PricePolicy): Array<typeof InvalidField.Type> =>
  blackouts.flatMap(({ from, until }, index) => {
    const [begins, ends] = [effectiveInstant(from, "UTC"), effectiveInstant(until, "UTC")]
    if (begins !== undefined && ends !== undefined && begins < ends) return []
    const msg = "Value error, until should be an ISO 8601 date or date-time after from"
    return [{ loc: ["blackouts", index, "until"], type: "value_error", msg, input: until }]
  })

/** Every preview of the brand reads them, and tells of them in its warnings. */
const charactersOf = ({ blackouts, price_types }: PricePolicy): number =>
  [...blackouts.map(({ reason }) => reason), ...(price_types ?? [])].reduce(
    (sum, text) => sum + text.length,
    0,
  )

/**
 * Gives a brand its guard rails, all of them anew, and keeps who did so when. Fails with `NotFound` for an unknown brand, with
 * `ChangedMeanwhile` where `expected` refuses the policy as it is, with `InvalidRequest` for a blackout that ends
 * before it begins, and with `LimitExceeded` (`policy_texts`). Needs `price:write`.
 */
export const savePricePolicy = Effect.fn("savePricePolicy")(function* (
  principal: Principal,
  brand_key: string,
  policy: PricePolicy,
  expected?: (current: PricePolicy) => boolean,
) {
  yield* requirePermission(principal, "price:write")
  yield* requireWithin("policy_texts", charactersOf(policy))
  const fields = blackoutFaults(policy)
  if (fields.length > 0) return yield* new InvalidRequest({ fields })
  const policies = yield* PricePolicyRepository
  const saved = yield* policies.save(
    principal.organization,
    brand_key,
    policy,
    { by: principal.subject, at: yield* currentInstant },
    expected,
  )
  if (Option.isNone(saved)) return yield* new NotFound({ resource: "brand", key: brand_key })
  return saved.value
})

/**
 * The policies that a brand was given, the newest first, with who gave each when. Fails with `NotFound` for an unknown brand.
 * Needs `price:read`.
 */
export const listPolicyChanges = Effect.fn("listPolicyChanges")(function* (
  principal: Principal,
  brand_key: string,
  { limit, after }: PolicyHistoryQuery,
) {
  yield* requirePermission(principal, "price:read")
  const { history } = yield* PricePolicyRepository
  const found = yield* history(principal.organization, brand_key, { limit: limit + 1, after })
  if (Option.isNone(found)) return yield* new NotFound({ resource: "brand", key: brand_key })
  const items = found.value.slice(0, limit).map(({ changed_at, ...change }) => ({
    ...change,
    changed_at: changed_at === null ? null : instantToText(changed_at),
  }))
  const page: PolicyHistoryPage = {
    items,
    next: found.value.length > limit ? items.at(-1)!.revision : null,
  }
  return page
})
