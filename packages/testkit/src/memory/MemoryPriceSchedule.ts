import {
  instantFromMicros,
  momentOrder,
  type PriceMoment,
  type PriceRecord,
  PriceSchedule,
  placeOfMoment,
  priceMoments,
  recordInstants,
  type UpcomingPlace,
  upcomingOrder,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, type StoredVariant } from "./MemoryState.ts"

interface Pair {
  readonly of: Pick<PriceMoment, "brand_key" | "product_key" | "color">
  readonly records: ReadonlyArray<PriceRecord>
}

const pairsOf = (
  state: OrganizationState,
  { variant, retired }: StoredVariant,
  brandKey: string | null,
  priceList: string,
): ReadonlyArray<Pair> => {
  const { product_key, color } = variant
  const product = state.products.get(product_key)
  if (product === undefined || product.retired !== undefined || retired !== undefined) return []
  const { brand_key } = product
  if (brandKey !== null && brand_key !== brandKey) return []
  const all = state.prices.get(variant.variant_key) ?? []
  const prices = all.filter(({ price_list }) => price_list === priceList)
  const pairs = [...Map.groupBy(prices, ({ price_type }) => price_type).values()]
  return pairs.map((records) => ({ of: { brand_key, product_key, color }, records }))
}

const placesOf = ({ of, records }: Pair): Array<UpcomingPlace> =>
  records.flatMap((record) =>
    recordInstants(record).map((at) =>
      placeOfMoment({ ...of, at: instantFromMicros(at), batch_key: record.batch_key }),
    ),
  )

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
      moments: (organization, { from, until, brand_key, price_list, after, rows, most }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const isAsked = (place: UpcomingPlace) =>
            place.at >= from &&
            (until === null || place.at < until) &&
            (after === null || upcomingOrder(place, after) > 0)
          const pairs = [...own.variants.values()].flatMap((stored) =>
            pairsOf(own, stored, brand_key, price_list),
          )
          const places = pairs.flatMap(placesOf).filter(isAsked).sort(upcomingOrder)
          const ends = places.flatMap((place, index) => {
            const next = places[index + 1]
            return next === undefined || upcomingOrder(place, next) !== 0 ? [index + 1] : []
          })
          const records = ends.filter((end, row) => row < rows && (row === 0 || end <= most)).at(-1) ?? 0
          const last = places[records - 1]
          const moments = pairs
            .flatMap(({ of, records }) => priceMoments(records).map((moment) => ({ ...moment, ...of })))
            .filter((moment) => last !== undefined && isAsked(moment) && upcomingOrder(moment, last) <= 0)
            .sort(momentOrder)
          return { moments, records, next: records === places.length ? null : last! }
        }),
    }),
  ),
)
