import {
  type Amount,
  type ColorwayPricesPlace,
  compareText,
  foldText,
  goneAt,
  instantFromMicros,
  type ListedPrice,
  matchesWords,
  momentOrder,
  type PricedColorway,
  type PricedColorways,
  type PricedColorwaysQuery,
  type PriceMoment,
  type PriceRecord,
  PriceSchedule,
  placeOfMoment,
  priceMoments,
  recordInstants,
  sameAmount,
  type UpcomingPlace,
  upcomingOrder,
  type Variant,
} from "@hangtag/core"
import { inForceAt, isAbove, type PriceAhead, priceAhead, shortestAmount } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { found } from "./listing/found.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { latestOf } from "./MemoryCatalogListing.ts"
import { variantsOf } from "./MemoryCatalogRepository.ts"
import { usedTypes } from "./MemoryPricePolicyRepository.ts"
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

type Asked = Pick<PricedColorwaysQuery, "sort" | "descending">

const compareValues = (a: string, b: string, sort: PricedColorwaysQuery["sort"]): number => {
  if (sort === "amount") return sameAmount(a, b) ? 0 : isAbove(a, b) ? 1 : -1
  return sort === "change" ? Number(a) - Number(b) : compareText(a, b)
}

/** By value, those without one last, then by product and color. */
const compareRows =
  ({ sort, descending }: Asked) =>
  (a: ColorwayPricesPlace, b: ColorwayPricesPlace): number => {
    const byValue =
      a.value === null || b.value === null
        ? Number(a.value === null) - Number(b.value === null)
        : compareValues(a.value, b.value, sort) * (descending ? -1 : 1)
    return byValue || compareText(a.product_key, b.product_key) || compareText(a.color, b.color)
  }

const least = (amounts: ReadonlyArray<Amount>): Amount | null =>
  amounts.reduce<Amount | null>((a, b) => (a === null || isAbove(a, b) ? b : a), null)

const includes = (text: string, part: string | null): boolean => part === null || text.includes(part)

/** Colorways by what is asked of them, by plain loops over every price there is. */
const memoryColorways = (own: OrganizationState, query: PricedColorwaysQuery): PricedColorways => {
  const { brand_key, product_key, search, label, source, color, sku, price_type, lists, at } = query
  const types = [...own.brands.keys()]
    .filter((key) => brand_key === null || key === brand_key)
    .flatMap((key) => usedTypes(own, key))
  const price_types = [...new Set(types)].sort(compareText).slice(0, query.columns)
  const asked = price_type === null ? price_types : [price_type]
  const listedOf = ({ variant_key }: Pick<Variant, "variant_key">, ofTypes: ReadonlyArray<string>) =>
    (own.prices.get(variant_key) ?? [])
      .filter(({ price_type, price_list }) => ofTypes.includes(price_type) && lists.includes(price_list))
      .filter((record) => recordInstants(record).length > 0)
      .map((record): ListedPrice => {
        const { variant_key, price_type, price_list, amount, ending, effective_at, sequence } = record
        const gone_at = goneAt(record) ?? null
        return {
          variant_key,
          price_type,
          price_list,
          amount,
          effective_at,
          sequence,
          gone_at,
          ...(ending !== undefined && { ending }),
        }
      })
  const aheadOf = (variant: Variant, type: string): PriceAhead =>
    priceAhead(lists, listedOf(variant, [type]), at)
  const isBelowMap = (variant: Variant): boolean => {
    const [map, msrp] = ["MAP", "MSRP"].map((type) => aheadOf(variant, type).amount)
    return map != null && msrp != null && isAbove(map, msrp)
  }
  const looksAtPrices =
    query.changes_until !== null ||
    query.below_map ||
    query.without_price ||
    query.sort === "amount" ||
    query.sort === "change"
  const products = [...own.products.values()]
    .filter(({ retired }) => retired === undefined)
    .map(latestOf)
    .map((latest) => ({ ...latest, variants: variantsOf(own, latest.product_key) }))
    .filter((each) => brand_key === null || each.brand_key === brand_key)
    .filter((each) => product_key === null || each.product_key === product_key)
    .filter((each) => label === null || each.labels.includes(label))
    .filter((each) => source === null || each.source === source)
    .filter((each) => {
      const keys = each.variants.map(({ variant_key }) => variant_key)
      return matchesWords(search, [each.product_key, each.name, ...keys])
    })
  const colorways = products.flatMap(({ brand_key, product_key, name, variants }) =>
    [...Map.groupBy(variants, (variant) => variant.color)]
      .filter(([each]) => includes(each.toLowerCase(), color?.toLowerCase() ?? null))
      .map(([color, variants]) => ({ brand_key, product_key, name, color, variants })),
  )
  const looked = looksAtPrices ? colorways.reduce((sum, { variants }) => sum + variants.length, 0) : 0
  const rows = colorways
    .filter(({ variants }) =>
      variants.some(({ variant_key }) => includes(foldText(variant_key), sku && foldText(sku))),
    )
    .flatMap(({ variants, ...colorway }): PricedColorway | [] => {
      const ahead = looksAtPrices
        ? variants.map((variant) => asked.map((type) => aheadOf(variant, type)))
        : []
      const changes = ahead.flat().flatMap(({ change }) => change?.at ?? [])
      const first = changes.length === 0 ? null : Math.min(...changes)
      if (query.changes_until !== null && (first === null || first > query.changes_until)) return []
      if (query.without_price && ahead.flat().every(({ amount }) => amount !== null)) return []
      if (query.below_map && !variants.some(isBelowMap)) return []
      const lowest = least(ahead.flat().flatMap(({ amount }) => amount ?? []))
      const value = {
        product: colorway.product_key,
        color: colorway.color,
        amount: lowest && shortestAmount(lowest),
        change: first === null ? null : String(first),
      }[query.sort]
      const sizes = variants.map(({ variant_key, size, width }) => ({ variant_key, size, width }))
      return { ...colorway, value, variants: sizes, prices: [] }
    })
    .sort(compareRows(query))
  const { after, limit, variants: most } = query
  const order = compareRows(query)
  const { items, total, isEnd } = found(rows, limit, (row) => after === null || order(row, after) > 0)
  let variants = 0
  const page = items.filter((row, index) => {
    variants += row.variants.length
    return index === 0 || variants <= most
  })
  const pricesOf = (variant: Pick<Variant, "variant_key">) => {
    const prices = listedOf(variant, [...new Set([...price_types, ...asked])])
    const pairs = Map.groupBy(prices, ({ price_type, price_list }) =>
      JSON.stringify([price_type, price_list]),
    )
    const now = new Set([...pairs.values()].map((pair) => inForceAt(pair, at)))
    return prices.filter((price) => price.effective_at > at || now.has(price))
  }
  const priced = page.map((row) => ({ ...row, prices: row.variants.flatMap(pricesOf) }))
  return {
    items: priced,
    price_types,
    total,
    isEnd: isEnd && page.length === items.length,
    looked,
    held: Math.min(
      priced.reduce((sum, { prices }) => sum + prices.length, 0),
      query.records + 1,
    ),
  }
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
      moments: (organization, { from, until, brand_key, price_list, after, rows, most, batchless }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const row = <Place extends UpcomingPlace>(place: Place): Place =>
            batchless === true ? { ...place, batch_key: null } : place
          const isAsked = (place: UpcomingPlace) =>
            place.at >= from &&
            (until === null || place.at < until) &&
            (after === null || upcomingOrder(place, after) > 0)
          const pairs = [...own.variants.values()].flatMap((stored) =>
            pairsOf(own, stored, brand_key, price_list),
          )
          const places = pairs.flatMap(placesOf).map(row).filter(isAsked).sort(upcomingOrder)
          const ends = places.flatMap((place, index) => {
            const next = places[index + 1]
            return next === undefined || upcomingOrder(place, next) !== 0 ? [index + 1] : []
          })
          const records = ends.filter((end, row) => row < rows && (row === 0 || end <= most)).at(-1) ?? 0
          const last = places[records - 1]
          const moments = pairs
            .flatMap(({ of, records }) => priceMoments(records).map((moment) => row({ ...moment, ...of })))
            .filter((moment) => last !== undefined && isAsked(moment) && upcomingOrder(moment, last) <= 0)
            .sort(momentOrder)
          return { moments, records, next: records === places.length ? null : last! }
        }),
      colorways: (organization, query) =>
        read((state) => memoryColorways(organizationOf(state, organization), query)),
    }),
  ),
)
