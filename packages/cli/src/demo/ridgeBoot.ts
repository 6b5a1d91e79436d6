import type { CatalogEntry, EntryOf } from "@hangtag/catalog-files"
import { demoColors } from "./demoWords.ts"

const product_key = "NT-RIDGE-BOOT"

const hexOf = (code: string) => demoColors.find(([key]) => key === code)![3]

const variant = (code: string, color: string, vendor_color_code: string, size: string, width: string) => ({
  variant_key: `${product_key}-${code}-${size}`,
  name: `Ridge Boot ${color} ${size} ${width}`,
  color,
  size,
  width,
  vendor_color_code,
  attributes: { swatch: { key: hexOf(code), label: color } },
})

const variants = [
  variant("BLK", "Black", "001", "8", "D"),
  variant("BLK", "Black", "001", "9", "D"),
  variant("BLK", "Black", "001", "10", "D"),
  variant("BRN", "Dark Brown", "204", "8", "D"),
  variant("BRN", "Dark Brown", "204", "9", "D"),
  variant("BRN", "Dark Brown", "204", "10", "EE"),
  variant("OLV", "Olive", "310", "9", "D"),
  variant("OLV", "Olive", "310", "10", "EE"),
]
const black = variants.slice(0, 3)
const brown = variants.slice(3, 6)

const prices = (
  of: ReadonlyArray<{ readonly variant_key: string }>,
  price_type: string,
  amount: string,
  effective_from: string,
  { status = "active", batch = null }: Partial<Pick<EntryOf<"price">, "status" | "batch">> = {},
): Array<CatalogEntry> =>
  of.map(({ variant_key }) => ({
    kind: "price",
    variant_key,
    price_type,
    amount,
    effective_from,
    status,
    batch,
  }))

const version = (number: number, name: string, listed: typeof variants): CatalogEntry => ({
  kind: "product",
  brand_key: "NT",
  product_key,
  version: number,
  name,
  source: "merchant_input",
  labels: ["bestseller", "fall"],
  attributes: {
    material: { key: "lthr", label: "Leather" },
    height: { value: 6, unit: "in" },
    features: [
      { key: "wp", label: "Waterproof" },
      { key: "vgn", label: "Vegan" },
    ],
    waterproof: true,
    launched: "2024-03-01",
    description: "Full-grain leather, made for résistance à l'eau – 雨の日も.",
  },
  variants: listed,
})

/** How many of the demo's variants are the Ridge Boot's. */
export const ridgeBootVariants = variants.length

/**
 * The product that documentation can rely on: its past lies in 2024 and 2025 and its future in 2099, so what is
 * said of it stays true whenever the demo is loaded.
 *
 * In black, MAP is 149.95 and MSRP 179.95, which size 10 lacks; a draft and a future price await in 2099.
 * Brown has its MAP in two amounts. Olive has nothing but a future MAP.
 */
export const ridgeBootProducts: ReadonlyArray<CatalogEntry> = [
  version(1, "Ridge Boot (2024)", black),
  version(2, "Ridge Boot", variants),
]
export const ridgeBootPrices: ReadonlyArray<CatalogEntry> = [
  ...prices(black, "MAP", "139.95", "2024-03-01"),
  ...prices(black.slice(0, 2), "MSRP", "179.95", "2024-03-01"),
  ...prices(black, "WHOLESALE", "72.50", "2024-03-01"),
  ...prices(black.slice(0, 1), "MAP", "149.95", "2025-03-01", { batch: "REPUB-RIDGE" }),
  ...prices(black.slice(1), "MAP", "149.95", "2025-03-01"),
  ...prices(black.slice(1, 2), "MAP", "159.95", "2099-03-01", { status: "draft", batch: "DRAFT-2099" }),
  ...prices(black.slice(0, 1), "MSRP", "199.95", "2099-06-01T09:00:00-04:00"),
  ...prices(brown.slice(0, 2), "MAP", "149.95", "2025-03-01"),
  ...prices(brown.slice(2), "MAP", "154.95", "2025-03-01T12:00:00"),
  ...prices(variants.slice(6), "MAP", "149.95", "2099-01-01"),
]
/** Its batches, and the crawl job that found its pages. */
export const ridgeBootFoundations: ReadonlyArray<CatalogEntry> = [
  { kind: "batch", key: "REPUB-RIDGE", status: "open" },
  { kind: "batch", key: "DRAFT-2099", status: "open" },
  ...["ridge-boot", "ridge-boot-olive", "ridge-boot-care"].map(
    (page, index): CatalogEntry => ({
      kind: "crawl_discovery",
      job_id: "CRAWL-RIDGE",
      discovery_id: `D${index + 1}`,
      url: `https://northtrail.example/products/${page}`,
      title: index === 2 ? null : "Ridge Boot",
      selected: index === 0,
    }),
  ),
]
