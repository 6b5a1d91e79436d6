import {
  asKnown,
  type Brand,
  compareText,
  effectiveInstant,
  instantFromMillis,
  matchesVariant,
  type PriceEntry,
  type PriceRecord,
  type ProductEntry,
  priceOrder,
  recordInForce,
  searchOrder,
  type Variant,
} from "@hangtag/core"
import type { AsyncPorts } from "@hangtag/core/promise"

interface Tables {
  readonly brands: Map<string, Brand>
  readonly products: Map<string, string>
  readonly variants: Map<string, Variant>
  readonly prices: Array<PriceRecord>
}

/** A host's own tables, one set an organization: `Map`s here, your database there. */
export class Shop {
  readonly #organizations = new Map<string, Tables>()

  tables(organization: string): Tables {
    const known = this.#organizations.get(organization)
    const tables = known ?? { brands: new Map(), products: new Map(), variants: new Map(), prices: [] }
    this.#organizations.set(organization, tables)
    return tables
  }

  addProduct(organization: string, { product_key, brand_key, variants }: ProductEntry) {
    const tables = this.tables(organization)
    tables.products.set(product_key, brand_key)
    for (const each of variants) tables.variants.set(each.variant_key, { ...each, product_key })
  }

  addPrice(organization: string, entry: PriceEntry) {
    const { brands, products, variants, prices } = this.tables(organization)
    const { time_zone } = brands.get(products.get(variants.get(entry.variant_key)!.product_key)!)!
    const sequence = prices.length + 1
    const effective_at = effectiveInstant(entry.effective_from, time_zone)!
    const known_at = instantFromMillis(Date.now())
    prices.push({
      price_list: "base",
      ...entry,
      record_key: `R${sequence}`,
      effective_at,
      known_at,
      sequence,
    })
  }
}

/** What a preview is about: since when a price is known is none of it. */
const shown = ({ known_at: _, ...record }: PriceRecord): PriceRecord => record

/** The two ports of the price preview over these tables. */
export const repositoriesOf = (shop: Shop): Pick<AsyncPorts, "catalogRepository" | "priceRepository"> => ({
  catalogRepository: {
    findColorway: async (organization, { brand_key, product_key, color }) => {
      const { brands, products, variants } = shop.tables(organization)
      const brand = brands.get(brand_key) ?? null
      const productFound = brand !== null && products.get(product_key) === brand_key
      const keys = [...variants.values()]
        .filter((variant) => variant.product_key === product_key && variant.color === color)
        .map((variant) => variant.variant_key)
      return { brand, productFound, variant_keys: productFound ? keys.sort(compareText) : [] }
    },
    searchVariants: async (organization, productKey, { text, limit }) => {
      const { products, variants } = shop.tables(organization)
      if (!products.has(productKey)) return null
      const found = [...variants.values()].filter(
        (variant) => variant.product_key === productKey && matchesVariant(variant, text),
      )
      return { items: found.sort(searchOrder(text)).slice(0, limit), total: found.length }
    },
    attributeDefinitions: async () => [],
    attributeUses: async () => [],
  },
  priceRepository: {
    pricesAround: async (organization, variantKeys, at, most, priceLists, only) => {
      const own = shop
        .tables(organization)
        .prices.filter(
          (each) => variantKeys.includes(each.variant_key) && priceLists.includes(each.price_list),
        )
      const pairs = Map.groupBy(own, ({ variant_key, price_type, price_list }) =>
        JSON.stringify([variant_key, price_type, price_list]),
      )
      const byPair = (a: PriceRecord, b: PriceRecord) =>
        compareText(a.variant_key, b.variant_key) ||
        compareText(a.price_type, b.price_type) ||
        compareText(a.price_list, b.price_list)
      const known = (records: ReadonlyArray<PriceRecord>) =>
        only?.knownAt == null ? records : asKnown(records, only.knownAt)
      const inForce = [...pairs.values()]
        .flatMap((records) => recordInForce(known(records), at) ?? [])
        .map(shown)
        .sort(byPair)
      const future = own.filter(({ effective_at }) => only === undefined && effective_at > at).map(shown)
      future.sort((a, b) => byPair(a, b) || priceOrder(a, b))
      const begun = inForce.slice(0, most + 1)
      return { inForce: begun, future: future.slice(0, most + 1 - begun.length) }
    },
  },
})
