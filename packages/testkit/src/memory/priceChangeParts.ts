import {
  type BatchPart,
  basePriceList,
  type ChangePart,
  type ChangeScope,
  type ChangingBrand,
  compareText,
  noPricePolicy,
  type PriceRecord,
  type PriceSelection,
  type PublishingBrand,
  priceOrder,
  type Variant,
} from "@hangtag/core"
import { type Pair, pairName, pairOrder, pricesByPair } from "@hangtag/core/adapter"
import { heldBy } from "./MemoryBatchRepository.ts"
import { productOf, variantsOf } from "./MemoryCatalogRepository.ts"
import { baseCurrency, usedTypes } from "./MemoryPricePolicyRepository.ts"
import { type OrganizationState, pairKey, type StoredBatch } from "./MemoryState.ts"

/** The brand as it is now; null where it is unknown. */
export const changingBrand = (own: OrganizationState, key: string): ChangingBrand | null => {
  const brand = own.brands.get(key)
  if (brand === undefined) return null
  const policy = own.policies.get(key) ?? noPricePolicy
  const { time_zone } = brand
  return { brand_key: key, time_zone, policy, used_types: usedTypes(own, key), ...baseCurrency(own) }
}

/** The brands of drafts' products, by key, each with the draft that begins first. */
export const publishingBrands = (
  own: OrganizationState,
  drafts: ReadonlyArray<PriceRecord>,
): Array<PublishingBrand> => {
  const brandOf = ({ variant_key }: PriceRecord) =>
    own.products.get(own.variants.get(variant_key)!.variant.product_key)!.brand_key
  return [...Map.groupBy(drafts, brandOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, records]) => {
      const { effective_from, effective_at } = records.toSorted(priceOrder)[0]!
      return { ...changingBrand(own, key)!, first: { effective_from, effective_at } }
    })
}

/** Of which lists a variant's prices are read; undefined: of `base`. */
type ListsOf = (variantKey: string) => ReadonlyArray<string> | undefined

const partOf = (
  own: OrganizationState,
  judged: StoredBatch | undefined,
  { product_key, color }: { readonly product_key: string; readonly color: string },
  brand: ChangingBrand | null,
  variant_keys: ReadonlyArray<string>,
  index: number,
  listsOf: ListsOf,
  judgedAlone = true,
): ChangePart => {
  const keys = new Set(judged?.withdrawals.keys())
  const bases = Map.groupBy(judgedAlone ? (judged?.bases.values() ?? []) : [], (basis) => basis.variant_key)
  const isRead = ({ variant_key, price_list }: Pair) =>
    (listsOf(variant_key) ?? [basePriceList]).includes(price_list)
  return {
    product_key,
    color,
    brand,
    index,
    variant_keys,
    pairs: variant_keys.flatMap((variant_key) => {
      const found = pricesByPair(own.prices.get(variant_key) ?? [])
      const pairs = [...found.pairs.map(([first]) => first!), ...(bases.get(variant_key) ?? [])]
        .map(({ price_type, price_list }) => ({ variant_key, price_type, price_list }))
        .filter(isRead)
      return [...new Map(pairs.map((pair) => [pairName(pair), pair]))]
        .sort(([, a], [, b]) => pairOrder(a, b))
        .map(([name, pair]) => ({
          ...pair,
          records: found.of(variant_key, pair.price_type, pair.price_list),
          withdrawing: keys,
          basis: judged?.bases.get(name) ?? null,
        }))
    }),
  }
}

const isSelected = (
  own: OrganizationState,
  productKey: string,
  { product_keys, label_keys, source }: PriceSelection,
) => {
  const versions = [...own.products.get(productKey)!.versions].sort(([a], [b]) => b - a)
  const latest = versions[0]?.[1]
  return (
    (product_keys === null || product_keys.includes(productKey)) &&
    (label_keys === null || latest?.labels.some((label) => label_keys.includes(label))) &&
    (source === null || (latest !== undefined && source.includes(latest.source)))
  )
}

/** The variants of whom a batch has, had, or withdraws a record, in the order of brand, product and color. */
const colorwaysOf = (own: OrganizationState, batch: StoredBatch, of?: BatchPart) => {
  const isOf = ({ variant_key, product_key, color }: Variant) =>
    of === undefined ||
    ("variant_keys" in of
      ? of.variant_keys.includes(variant_key)
      : of.colorways.some((each) => each.product_key === product_key && each.color === color))
  const all = [...own.prices.values()].flat()
  const isActive = ({ status, batch_key }: PriceRecord) => status === "active" && batch_key === batch.key
  const published = all.filter((record) => isActive(record) && batch.bases.has(pairName(record)))
  const about = Map.groupBy<string, Pair>(
    [
      ...[...heldBy(own, batch), ...published],
      ...all.filter(({ record_key }) => batch.withdrawals.has(record_key)),
      ...(of === undefined ? [] : batch.bases.values()),
    ],
    ({ variant_key }) => variant_key,
  )
  const groups = Map.groupBy(
    [...about.keys()]
      .sort(compareText)
      .map((key) => own.variants.get(key)!.variant)
      .filter(isOf),
    ({ product_key, color }) => pairKey(product_key, color ?? ""),
  )
  const listsOf: ListsOf = (key) => about.get(key)?.map(({ price_list }) => price_list)
  const colorways = [...groups.values()]
    .map((variants) => {
      const { product_key, color } = variants[0]!
      const brand_key = own.products.get(product_key)!.brand_key
      return { brand_key, product_key, color: color ?? "", keys: variants.map((each) => each.variant_key) }
    })
    .sort(
      (a, b) =>
        compareText(a.brand_key, b.brand_key) ||
        compareText(a.product_key, b.product_key) ||
        compareText(a.color, b.color),
    )
  return { colorways, listsOf }
}

/** The parts of a scope, as they are for a batch that is judged. */
export const priceChangeParts = (
  own: OrganizationState,
  scope: ChangeScope,
  brand: ChangingBrand | null,
  judged: StoredBatch | undefined,
  price_lists?: ReadonlyArray<string>,
): Array<ChangePart> => {
  if (scope.kind === "batch") {
    const batch = own.batches.get(scope.batch_key)
    if (batch === undefined) return []
    const { colorways, listsOf: ownListsOf } = colorwaysOf(own, batch, scope.of)
    const listsOf: ListsOf = (key) => [...(ownListsOf(key) ?? []), ...(price_lists ?? [])]
    return colorways.map(({ brand_key, keys, ...colorway }) =>
      partOf(own, batch, colorway, changingBrand(own, brand_key), keys, 0, listsOf, scope.of !== undefined),
    )
  }
  const listsOf = () => price_lists
  const keysOf = (product_key: string, color: string) =>
    variantsOf(own, product_key).flatMap((variant) => (variant.color === color ? [variant.variant_key] : []))
  const isOfBrand = (product_key: string) => productOf(own, product_key)?.brand_key === brand?.brand_key
  if (scope.kind === "colorways")
    return scope.colorways.map((colorway, index) => {
      const isKnown = brand !== null && isOfBrand(colorway.product_key)
      const keys = isKnown ? keysOf(colorway.product_key, colorway.color) : []
      return partOf(own, judged, colorway, isKnown ? brand : null, keys, index, listsOf)
    })
  const { selection } = scope
  return [...own.products.keys()]
    .filter((key) => brand !== null && isOfBrand(key) && isSelected(own, key, selection))
    .sort(compareText)
    .flatMap((product_key) =>
      [...new Set(variantsOf(own, product_key).flatMap(({ color }) => color ?? []))]
        .filter((color) => selection.colors === null || selection.colors.includes(color))
        .sort(compareText)
        .map((color) =>
          partOf(own, judged, { product_key, color }, brand, keysOf(product_key, color), 0, listsOf),
        ),
    )
}
