import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ChangedMeanwhile, Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { PolicyHistoryQuery, PricePolicy, StoredPolicyChange } from "../lists/PricePolicy.ts"

/** A brand's policy, and the types of its prices. */
export interface BrandPricing {
  readonly policy: PricePolicy
  /**
   * Every type of which a price was ever written for a variant of a product that is the brand's, or was when the price was
   * written, by `compareText`. Products that become another brand's bring their types along, and leave them behind too.
   */
  readonly used_types: ReadonlyArray<string>
  /** In which currency the prices of the list `base` are; not there: that was not said. */
  readonly base_currency?: string
}

/**
 * Keeps the price policies of one organization's brands.
 *
 * Promises: nothing of another organization is ever seen or changed; a brand that was given no policy has
 * `noPricePolicy`; a policy comes back as it was given; of two changes that expect the same policy one fails. Every change is
 * kept, whole, under the next revision of its brand; a policy that is the same as before (`Equal.equals`) is no change.
 */
export class PricePolicyRepository extends Context.Service<
  PricePolicyRepository,
  {
    /** None where the brand is unknown. */
    readonly find: (
      organization: string,
      brandKey: string,
    ) => Effect.Effect<Option.Option<BrandPricing>, Unavailable>
    /** Puts the policy in the place of the brand's, unless `expected` refuses that one; none where the brand is unknown. */
    readonly save: (
      organization: string,
      brandKey: string,
      policy: PricePolicy,
      /** Who gives it when. */
      given: { readonly by: string; readonly at: BrandedInstant },
      expected?: (current: PricePolicy) => boolean,
    ) => Effect.Effect<Option.Option<PricePolicy>, ChangedMeanwhile | Unavailable>
    /** The brand's changes by revision, the greatest first; none where the brand is unknown. */
    readonly history: (
      organization: string,
      brandKey: string,
      query: PolicyHistoryQuery,
    ) => Effect.Effect<Option.Option<ReadonlyArray<StoredPolicyChange>>, Unavailable>
  }
>()("@hangtag/core/ports/PricePolicyRepository") {}
