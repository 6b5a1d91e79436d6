import {
  momentOrder,
  type PriceMoment,
  PriceSchedule,
  placeOfMoment,
  priceMoments,
  upcomingOrder,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, type StoredVariant } from "./MemoryState.ts"

const momentsOf = (
  state: OrganizationState,
  { variant, retired }: StoredVariant,
  brandKey: string | null,
): ReadonlyArray<PriceMoment> => {
  const { product_key, color } = variant
  const product = state.products.get(product_key)
  if (product === undefined || product.retired !== undefined || retired !== undefined) return []
  const { brand_key } = product
  if (brandKey !== null && brand_key !== brandKey) return []
  const prices = state.prices.get(variant.variant_key) ?? []
  return [...Map.groupBy(prices, ({ price_type }) => price_type).values()]
    .flatMap(priceMoments)
    .map((moment) => ({ ...moment, brand_key, product_key, color }))
}

/** When prices may change, by the rule itself, looking at every price there is. */
export const memoryPriceSchedule: Layer.Layer<PriceSchedule, never, MemoryCatalog> = Layer.effect(
  PriceSchedule,
  Effect.map(MemoryCatalog, ({ read }) =>
    PriceSchedule.of({
      timeZone: (organization, brandKey) =>
        read((state) =>
          Option.map(
            Option.fromUndefinedOr(organizationOf(state, organization).brands.get(brandKey)),
            ({ time_zone }) => time_zone,
          ),
        ),
      moments: (organization, { from, until, brand_key, after, rows, most }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const found = [...own.variants.values()]
            .flatMap((stored) => momentsOf(own, stored, brand_key))
            .filter(
              (moment) =>
                moment.at >= from &&
                (until === null || moment.at < until) &&
                (after === null || upcomingOrder(placeOfMoment(moment), after) > 0),
            )
            .sort(momentOrder)
          let row = 0
          const end = found.findIndex((moment, index) => {
            const previous = found[index - 1]
            const isNew =
              previous === undefined || upcomingOrder(placeOfMoment(previous), placeOfMoment(moment)) !== 0
            if (isNew) row++
            return row > rows
          })
          const moments = end === -1 ? found : found.slice(0, end)
          return { moments: moments.slice(0, most + 1), isEnd: end === -1 }
        }),
    }),
  ),
)
