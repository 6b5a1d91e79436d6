import { basePriceList } from "../../../kernel/basePriceList.ts"
import type { Instant } from "../../../kernel/Instant.ts"
import { effectiveInstant } from "../../../kernel/rules/effectiveInstant.ts"
import { once } from "../../../kernel/rules/once.ts"
import type { ListPolicy } from "../../../lists/ListPolicy.ts"
import type { PricePolicy } from "../../../lists/PricePolicy.ts"
import type { ListedType } from "../pairs.ts"

/** What a brand's prices are judged by, at an instant. */
interface Judged {
  readonly policy: PricePolicy
  readonly time_zone: string
  /** The types of which the brand has ever had a price; null where that is unknown. */
  readonly usedTypes: ReadonlySet<string> | null
  readonly now: Instant
  /** Of `base`, where it was said. */
  readonly base_currency?: string | undefined
}

/** Lists with their currencies and the policies that they were given. */
export type ListPolicies = ReadonlyMap<
  string,
  { readonly policy?: ListPolicy; readonly currency?: string | null }
>

/** What warnings are judged by, besides lines and prices. */
export interface GuardRails extends Judged {
  readonly blackouts: ReadonlyArray<
    PricePolicy["blackouts"][number] & { readonly begins: Instant; readonly ends: Instant }
  >
  /** Those of lists that have a policy of their own. */
  readonly lists?: ReadonlyMap<string, GuardRails>
  readonly currencies?: ListPolicies
}

/** Finds when blackouts begin and end. */
const railsOf = (judged: Judged): GuardRails => {
  const at = (text: string) => effectiveInstant(text, judged.time_zone)
  const blackouts = judged.policy.blackouts.map((each) => ({
    ...each,
    // the first day of all, or the last, may lie beyond the years of UTC there
    begins: at(each.from) ?? Number.NEGATIVE_INFINITY,
    ends: at(each.until) ?? Number.POSITIVE_INFINITY,
  }))
  return { ...judged, blackouts }
}

/** The guard rails, found once for all that is judged: a list's policy goes before the brand's, member by member. */
export const guardRails = (judged: Judged, policies: ListPolicies = new Map()): GuardRails => {
  const lists = [...policies].flatMap(([key, { policy }]) =>
    policy === undefined
      ? []
      : [[key, railsOf({ ...judged, policy: { ...judged.policy, ...policy } })] as const],
  )
  return { ...railsOf(judged), ...(lists.length > 0 && { lists: new Map(lists) }), currencies: policies }
}

/** In which currency a list's prices are; null: not said. */
export const currencyIn = ({ currencies, base_currency }: GuardRails, priceList: string): string | null =>
  (priceList === basePriceList ? base_currency : currencies?.get(priceList)?.currency) ?? null

/** Those of a list's prices. */
export const railsIn = (rails: GuardRails, priceList: string): GuardRails =>
  rails.lists?.get(priceList) ?? rails

/** Whether warnings of a list's prices stop a price change. */
export const blocksIn = (rails: GuardRails, priceList: string): boolean =>
  railsIn(rails, priceList).policy.enforcement === "block"

/** Whether those of any list's do. */
export const blocksAny = ({ policy, lists }: GuardRails): boolean =>
  policy.enforcement === "block" || [...(lists?.values() ?? [])].some((rails) => blocksAny(rails))

/** What policies compare as their lists show it. */
export const limited = <Line extends ListedType>(
  lines: ReadonlyArray<Line>,
  rails: GuardRails,
): ReadonlyArray<Line> =>
  lines.filter(
    ({ price_type, price_list }) =>
      (price_type === "MAP" || price_type === "MSRP") && railsIn(rails, price_list).policy.map_at_most_msrp,
  )

/** A brand with its policy, as it is judged by. */
interface JudgingBrand extends Pick<Judged, "policy" | "time_zone"> {
  readonly used_types: ReadonlyArray<string>
  readonly base_currency?: string
}

/** The guard rails of a brand at a moment. */
export const brandRails = (
  { used_types, policy, time_zone, base_currency }: JudgingBrand,
  now: Instant,
  policies: ListPolicies,
): GuardRails =>
  guardRails({ policy, time_zone, base_currency, usedTypes: new Set(used_types), now }, policies)

/** Those of several, each found once. */
export const railsByBrand = (now: Instant, policies: ListPolicies) =>
  once(
    (brand: JudgingBrand & { readonly brand_key: string }) => brandRails(brand, now, policies),
    ({ brand_key }) => brand_key,
  )
