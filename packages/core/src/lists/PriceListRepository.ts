import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { BatchBusy, Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { ListPolicy, StoredListPolicyChange } from "./ListPolicy.ts"
import type { Placement, StoredPriceList } from "./PriceList.ts"
import type { PolicyHistoryQuery } from "./PricePolicy.ts"

/**
 * Keeps the price lists of one organization.
 *
 * Promises: nothing of another organization is ever seen or changed; lists come back as they were given, with every placement
 * in its order; what one call gives is of one moment.
 */
export class PriceListRepository extends Context.Service<
  PriceListRepository,
  {
    /**
     * Waits for the organization's turn, which changes of prices take as well, and keeps it until the surrounding transaction
     * ends (`Transaction.atomically`).
     */
    readonly lock: (organization: string) => Effect.Effect<void, BatchBusy | Unavailable>
    /**
     * Every list that was saved, by `compareText` of its key. `wasKnown` asks for what is needed to tell what was known at moments that
     * are past: nothing that is being written may be missing then. `above` asks for what a list shows: no more is needed than that list
     * and every one that any placement puts it below, these and those above them; where it is unknown, none.
     */
    readonly all: (
      organization: string,
      wasKnown?: boolean,
      above?: string,
    ) => Effect.Effect<ReadonlyArray<StoredPriceList>, Unavailable>
    /** Puts name, currency and tags of the list in the place of what it had, leaves its policy, and adds the placement where there is one. */
    readonly save: (
      organization: string,
      list: Omit<StoredPriceList, "placements" | "policy">,
      placement: Placement | null,
    ) => Effect.Effect<void, Unavailable>
    /** Puts the policy in the place of the list's, which was saved, and keeps it whole under its next revision. */
    readonly savePolicy: (
      organization: string,
      priceList: string,
      policy: ListPolicy,
      /** Who gives it when. */
      given: { readonly by: string; readonly at: BrandedInstant },
    ) => Effect.Effect<void, Unavailable>
    /** What a list's policy was, by revision, the greatest first; of an unknown list none. */
    readonly policies: (
      organization: string,
      priceList: string,
      query: PolicyHistoryQuery,
    ) => Effect.Effect<ReadonlyArray<StoredListPolicyChange>, Unavailable>
  }
>()("@hangtag/core/ports/PriceListRepository") {}
