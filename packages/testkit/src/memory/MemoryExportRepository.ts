import {
  basePriceList,
  compareText,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  type ExportWanted,
  type ProductVersion,
  type SkippedProducts,
} from "@hangtag/core"
import { namedList, typeName } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { attributeDefinitions, productOf, variantsOf } from "./MemoryCatalogRepository.ts"
import { inForceByType } from "./MemoryPriceRepository.ts"
import { type OrganizationState, organizationOf, type StoredProduct } from "./MemoryState.ts"

const batchSize = 100
/** Product keys of a selection that is read at once. */
const few = 10
const unknownKeysTold = 20

/** The versions of a product that the selection takes, from the least to the greatest. */
const selectedVersions = (
  { versions, brand_key: brand }: StoredProduct,
  { brand_key, label_keys, sources, latest_only }: ExportSelection,
): ReadonlyArray<ProductVersion> =>
  [...versions.values()]
    .sort((a, b) => a.version - b.version)
    .slice(latest_only ? -1 : 0)
    .filter(
      ({ labels, source }) =>
        (brand_key === null || brand === brand_key) &&
        (label_keys === null || labels.some((label) => label_keys.includes(label))) &&
        (sources === null || sources.includes(source)),
    )

const select = (
  state: OrganizationState,
  selection: ExportSelection,
): { readonly versions: ReadonlyArray<ProductVersion>; readonly skipped: SkippedProducts } => {
  const asked = [...new Set(selection.product_keys)]
  const unknown = asked.filter((key) => productOf(state, key) === undefined).sort(compareText)
  let filtered_out = 0
  const versions = (asked.length > 0 ? asked : [...state.products.keys()])
    .sort(compareText)
    .flatMap((key) => {
      const product = productOf(state, key)
      const selected = product === undefined ? [] : selectedVersions(product, selection)
      if (asked.length > 0 && product !== undefined && selected.length === 0) filtered_out++
      return selected
    })
  const skipped = {
    unknown_product: unknown.length,
    filtered_out,
    unknown_keys: unknown.slice(0, unknownKeysTold),
  }
  return { versions, skipped }
}

const exported = (own: OrganizationState, product: ProductVersion, wanted: ExportWanted): ExportProduct => {
  const found = wanted.variants ? variantsOf(own, product.product_key) : []
  const variants = wanted.attributes ? found : found.map((each) => ({ ...each, attributes: {} }))
  const base = wanted.price_types.map((price_type) => ({ price_type, price_list: basePriceList }))
  const asked = new Set([...base, ...(wanted.list_prices ?? [])].map(typeName))
  const lists = [basePriceList, ...(wanted.list_prices ?? []).map(({ price_list }) => price_list)]
  const prices = variants
    .flatMap(({ variant_key }) => inForceByType(own, variant_key, wanted.at, lists, wanted.known_at))
    .filter((price) => asked.has(typeName(price)))
    .filter(({ price_list, ending }) =>
      price_list === basePriceList ? ending === undefined : ending !== "fall_back",
    )
    .map(({ variant_key, price_type, price_list, amount, effective_from, effective_at }) => ({
      variant_key,
      price_type,
      ...namedList(price_list),
      amount,
      effective_from,
      effective_at,
    }))
  return {
    product: wanted.attributes ? product : { ...product, attributes: {} },
    time_zone: own.brands.get(product.brand_key)?.time_zone ?? "UTC",
    variants,
    prices,
  }
}

/** Exports of the moment at which the stream began. */
export const memoryExportRepository: Layer.Layer<ExportRepository, never, MemoryCatalog> = Layer.effect(
  ExportRepository,
  Effect.map(MemoryCatalog, ({ read }) =>
    ExportRepository.of({
      count: (organization, selection) =>
        read((state) => {
          const { versions, skipped } = select(organizationOf(state, organization), selection)
          return { total: versions.length, skipped }
        }),
      countVariants: (organization, selection) =>
        read((state) => {
          const own = organizationOf(state, organization)
          return select(own, selection).versions.reduce(
            (sum, { product_key }) => sum + variantsOf(own, product_key).length,
            0,
          )
        }),
      products: (organization, selection, wanted) =>
        Stream.unwrap(
          read((state) => {
            const own = organizationOf(state, organization)
            return Stream.fromIterable(select(own, selection).versions).pipe(
              Stream.map((product) => exported(own, product, wanted)),
              Stream.grouped(batchSize),
            )
          }),
        ),
      atOnce: (organization, selection, wanted) =>
        read((state) => {
          const asked = selection.product_keys.length
          if (asked === 0 || asked > few) return Option.none()
          const own = organizationOf(state, organization)
          const { versions, skipped } = select(own, selection)
          return Option.some({
            definitions: attributeDefinitions(own),
            count: { total: versions.length, skipped },
            products: versions.map((product) => exported(own, product, wanted)),
          })
        }),
    }),
  ),
)
