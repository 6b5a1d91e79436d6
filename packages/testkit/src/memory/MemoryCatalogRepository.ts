import {
  type AttributeDefinition,
  type AttributeUse,
  CatalogRepository,
  compareText,
  matchesVariant,
  searchOrder,
  type Variant,
} from "@hangtag/core"
import { attributeKind } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type OrganizationState, organizationOf, type StoredProduct } from "./MemoryState.ts"

/** The product, unless it is retired. */
export const productOf = (state: OrganizationState, productKey: string): StoredProduct | undefined => {
  const product = state.products.get(productKey)
  return product?.retired === undefined ? product : undefined
}

/** The variants of a product across its versions, by key, retired ones aside. */
export const variantsOf = (state: OrganizationState, productKey: string): ReadonlyArray<Variant> =>
  [...state.variants.values()]
    .filter(({ retired }) => retired === undefined)
    .map(({ variant }) => variant)
    .filter((variant) => variant.product_key === productKey)
    .sort((a, b) => compareText(a.variant_key, b.variant_key))

/** Every attribute of every version and variant, with its product. */
const carried = (state: OrganizationState) =>
  [
    ...[...state.products.values()].flatMap((product) => [...product.versions.values()]),
    ...[...state.variants.values()].map(({ variant }) => variant),
  ].flatMap(({ product_key, attributes }) =>
    Object.entries(attributes).map(([key, value]) => ({ product_key, key, value })),
  )

const useOf = (
  attribute_key: string,
  label: string | null,
  used: ReturnType<typeof carried>,
): AttributeUse => ({
  attribute_key,
  label,
  kinds: [...new Set(used.flatMap(({ value }) => attributeKind(value) ?? []))].sort(),
  members: [
    ...new Set(
      used.flatMap(({ value }) => (attributeKind(value) === "record" ? Object.keys(Object(value)) : [])),
    ),
  ].sort(compareText),
  products: new Set(used.map(({ product_key }) => product_key)).size,
})

const attributeUses = (own: OrganizationState): ReadonlyArray<AttributeUse> => {
  const byKey = Map.groupBy(carried(own), ({ key }) => key)
  return [...byKey]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, all]) => {
      const used = all.filter(({ product_key }) => productOf(own, product_key) !== undefined)
      return useOf(key, own.labels.get(key) ?? null, used)
    })
}

export const attributeDefinitions = (own: OrganizationState): ReadonlyArray<AttributeDefinition> =>
  attributeUses(own).map(({ attribute_key, label }) => ({ attribute_key, label }))

/** The catalog by plain loops. */
export const memoryCatalogRepository: Layer.Layer<CatalogRepository, never, MemoryCatalog> = Layer.effect(
  CatalogRepository,
  Effect.map(MemoryCatalog, ({ read }) => {
    return CatalogRepository.of({
      findColorway: (organization, { brand_key, product_key, color }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const productFound = productOf(own, product_key)?.brand_key === brand_key
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
          if (productOf(own, productKey) === undefined) return Option.none()
          const found = variantsOf(own, productKey).filter((variant) => matchesVariant(variant, text))
          return Option.some({
            items: found.sort(searchOrder(text)).slice(0, limit),
            total: found.length,
          })
        }),
      attributeDefinitions: (organization) =>
        read((state) => attributeDefinitions(organizationOf(state, organization))),
      attributeUses: (organization) => read((state) => attributeUses(organizationOf(state, organization))),
    })
  }),
)
