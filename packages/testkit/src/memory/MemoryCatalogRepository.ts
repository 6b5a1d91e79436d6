import { CatalogRepository, compareText, matchesVariant, searchOrder, type Variant } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf } from "./MemoryState.ts"

/** The variants of a product across its versions, by key. */
export const variantsOf = (state: OrganizationState, productKey: string): ReadonlyArray<Variant> =>
  [...state.variants.values()]
    .map(({ variant }) => variant)
    .filter((variant) => variant.product_key === productKey)
    .sort((a, b) => compareText(a.variant_key, b.variant_key))

const attributeKeys = (state: OrganizationState): ReadonlyArray<string> => {
  const carried = [
    ...[...state.products.values()].flatMap((product) => [...product.versions.values()]),
    ...[...state.variants.values()].map(({ variant }) => variant),
  ]
  return [...new Set(carried.flatMap(({ attributes }) => Object.keys(attributes)))].sort(compareText)
}

/** The catalog by plain loops. */
export const memoryCatalogRepository: Layer.Layer<CatalogRepository, never, MemoryCatalog> = Layer.effect(
  CatalogRepository,
  Effect.map(MemoryCatalog, ({ read }) =>
    CatalogRepository.of({
      findColorway: (organization, { brand_key, product_key, color }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const productFound = own.products.get(product_key)?.brand_key === brand_key
          const variants = productFound ? variantsOf(own, product_key) : []
          return {
            brand: own.brands.get(brand_key) ?? null,
            productFound,
            variant_keys: variants.filter((each) => each.color === color).map((each) => each.variant_key),
          }
        }),
      searchVariants: (organization, productKey, { text, limit }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          if (!own.products.has(productKey)) return Option.none()
          const found = variantsOf(own, productKey).filter((variant) => matchesVariant(variant, text))
          return Option.some({
            items: found.sort(searchOrder(text)).slice(0, limit),
            total: found.length,
          })
        }),
      attributeDefinitions: (organization) =>
        read((state) => {
          const own = organizationOf(state, organization)
          return attributeKeys(own).map((attribute_key) => ({
            attribute_key,
            label: own.labels.get(attribute_key) ?? null,
          }))
        }),
    }),
  ),
)
