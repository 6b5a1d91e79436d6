import type {
  AttributeEntry,
  Brand,
  BrandQuery,
  ColorwaysQuery,
  CrawlDiscovery,
  CrawlDiscoveryEntry,
  DiscoveryQuery,
  ProductEntry,
  ProductQuery,
  ProductReading,
  ProductVersion,
  Variant,
  VariantSearch,
} from "@hangtag/core"

/** A brand in UTC. */
export const aBrand = (with_: Partial<Brand> = {}): Brand => ({
  brand_key: "B1",
  name: "North Trail",
  time_zone: "UTC",
  ...with_,
})

/** A black boot in size 9 of product `P1`; its name goes by its key. */
export const aVariant = (with_: Partial<Variant> = {}): Variant => ({
  variant_key: "P1-BLK-9",
  product_key: "P1",
  name: `Ridge Boot ${with_.variant_key ?? "P1-BLK-9"}`,
  color: "Black",
  size: "9",
  width: "D",
  vendor_color_code: "001",
  attributes: {},
  ...with_,
})

/** A variant as a product entry lists it. */
export const aVariantEntry = (
  with_: Partial<ProductEntry["variants"][number]> = {},
): ProductEntry["variants"][number] => {
  const { product_key: _, ...variant } = aVariant(with_)
  return variant
}

/** Version 1 of a product of brand `B1`, from `merchant_input`. */
export const aProduct = (with_: Partial<ProductVersion> = {}): ProductVersion => ({
  product_key: "P1",
  brand_key: "B1",
  version: 1,
  name: "Ridge Boot",
  source: "merchant_input",
  labels: [],
  attributes: {},
  updated_at: "2026-01-01T00:00:00.000Z",
  ...with_,
})

/** A product version for `CatalogWriter`, with one variant `<product_key>-BLK-9` by default. */
export const aProductEntry = (with_: Partial<ProductEntry> = {}): ProductEntry => {
  const { updated_at: _, ...product } = aProduct(with_)
  const variants = [aVariantEntry({ variant_key: `${product.product_key}-BLK-9` })]
  return { ...product, variants, ...with_ }
}

/** A search's answer with one variant. */
export const aVariantSearch = (with_: Partial<VariantSearch> = {}): VariantSearch => ({
  items: [aVariant()],
  total: 1,
  ...with_,
})

/** Asks for all brands. */
export const aBrandQuery = (with_: Partial<BrandQuery> = {}): BrandQuery => ({
  search: null,
  limit: 50,
  after: null,
  ...with_,
})

/** Asks for all products. */
export const aProductQuery = (with_: Partial<ProductQuery> = {}): ProductQuery => ({
  search: null,
  brand_key: null,
  label: null,
  source: null,
  limit: 50,
  after: null,
  ...with_,
})

/** Asks for all colorways of a product. */
export const aColorwaysQuery = (with_: Partial<ColorwaysQuery> = {}): ColorwaysQuery => ({
  color: null,
  limit: 50,
  after: null,
  ...with_,
})

/** Asks a `CatalogListing` for all of a product. */
export const aProductReading = (with_: Partial<ProductReading> = {}): ProductReading => ({
  color: null,
  after: null,
  colors: 1000,
  variants: 1000,
  versions: 1000,
  attributes: [],
  ...with_,
})

/** Asks for all discoveries of a crawl job. */
export const aDiscoveryQuery = (with_: Partial<DiscoveryQuery> = {}): DiscoveryQuery => ({
  selected: null,
  search: null,
  limit: 50,
  after: null,
  ...with_,
})

/** An attribute's label. */
export const anAttributeEntry = (with_: Partial<AttributeEntry> = {}): AttributeEntry => ({
  attribute_key: "material",
  label: "Material",
  ...with_,
})

/** A discovery that is not selected. */
export const aCrawlDiscoveryEntry = (with_: Partial<CrawlDiscoveryEntry> = {}): CrawlDiscoveryEntry => ({
  job_id: "CRAWL-1",
  discovery_id: "D1",
  url: "https://example.com/ridge-boot",
  title: "Ridge Boot",
  selected: false,
  ...with_,
})

/** The discovery that `aCrawlDiscoveryEntry` saves. */
export const aCrawlDiscovery = (with_: Partial<CrawlDiscovery> = {}): CrawlDiscovery => ({
  ...aCrawlDiscoveryEntry(),
  updated_at: "2026-01-01T00:00:00.000Z",
  ...with_,
})
