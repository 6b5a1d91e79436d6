import { CatalogWriter, type ExportRequest, instantFromMillis } from "@hangtag/core"
import {
  aBatchEntry,
  aBrand,
  aCrawlDiscoveryEntry,
  anExportRequest,
  aProductEntry,
  aProductQuery,
  aVariantEntry,
  type CatalogSeed,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import type { ProductsGiven } from "../../src/catalog/rules/productSearch.cases.ts"
import type { FillGiven } from "../../src/changes/rules/fillBatch.cases.ts"
import type { CatalogUrlGiven } from "../../src/discoveries/rules/catalogUrls.cases.ts"
import type { ExportGiven } from "../../src/exports/rules/exportRows.cases.ts"
import type { PreviewGiven } from "../../src/kernel/rules/decisionTable.cases.ts"
import type { TimelineGiven } from "../../src/prices/rules/priceTimeline.cases.ts"
import type { UpcomingGiven } from "../../src/prices/rules/upcomingPrices.cases.ts"
import { columnOfText, listEntryOfText, priceOfText } from "./caseText.ts"

/** The catalog that a row is given; brand `B1`, product `P1`, color `Black`, batch `SPRING`. */
export const seedOf = (
  given: Pick<PreviewGiven | FillGiven, "variants" | "prices"> & { readonly time_zone?: string },
): CatalogSeed => {
  const prices = given.prices.map(priceOfText)
  const batches = new Set(["SPRING", ...prices.flatMap(({ batch_key }) => batch_key ?? [])])
  return {
    brands: [aBrand({ time_zone: given.time_zone ?? "UTC" })],
    products: [
      aProductEntry({ variants: given.variants.map((variant_key) => aVariantEntry({ variant_key })) }),
    ],
    batches: [...batches].map((key) => aBatchEntry({ key })),
    prices,
  }
}

/** Withdraws what variant `A` has of `MAP`, where a moment is given. */
const withdrawAt = Effect.fnUntraced(function* (organization: string, moment: string | undefined) {
  if (moment === undefined) return
  const { retire } = yield* CatalogWriter
  const prices = [{ variant_key: "A", price_type: "MAP" }]
  const at = instantFromMillis(Date.parse(moment))
  yield* retire(organization, { products: [], variants: [], prices }, at, "the shop")
})

/** Variants of `P1` as a shop shows them then, each as `VARIANT COLOR`. */
export const showVariants = (organization: string, variants: ReadonlyArray<string>) =>
  seedCatalog(organization, {
    products: [
      aProductEntry({
        variants: variants.map((text) => {
          const [variant_key = "", color = ""] = text.split(" ")
          return aVariantEntry({ variant_key, color })
        }),
      }),
    ],
  })

/** What a shop no longer shows: variants, and prices of them as `VARIANT TYPE`. */
export const retireVariants = (organization: string, gone: ReadonlyArray<string>, moment: string) =>
  Effect.flatMap(CatalogWriter, ({ retire }) => {
    const variants = gone.filter((name) => !name.includes(" "))
    const prices = gone.flatMap((name) => {
      const [variant_key = "", price_type] = name.split(" ")
      return price_type === undefined ? [] : { variant_key, price_type }
    })
    const at = instantFromMillis(Date.parse(moment))
    return Effect.asVoid(retire(organization, { products: [], variants, prices }, at, "the shop"))
  })

/** Gives the brand another time zone. */
export const rezoneBrand = (
  organization: string,
  { rezone: time_zone, moves: movesToCome = false }: { readonly rezone: string; readonly moves?: boolean },
  moment: string,
) =>
  Effect.flatMap(CatalogWriter, ({ saveBrands }) =>
    Effect.asVoid(
      saveBrands(organization, [aBrand({ time_zone })], {
        at: instantFromMillis(Date.parse(moment)),
        movesToCome,
      }),
    ),
  )

/** The history that a row is given, of variant `A`. */
export const seedHistory = Effect.fnUntraced(function* (organization: string, given: TimelineGiven) {
  yield* seedCatalog(organization, seedOf({ ...given, variants: ["A"] }))
  yield* withdrawAt(organization, given.withdrawn)
  yield* seedCatalog(organization, { prices: (given.written_since ?? []).map(priceOfText) })
})

/** Reads `VARIANT PRODUCT COLOR`. */
export const variantOfText = (text: string) => {
  const [variant_key = "", product_key = "", color = ""] = text.split(" ")
  return { variant_key, product_key, color }
}

/** The prices to come that a row is given, of several products of brand `B1`. */
export const seedUpcoming = Effect.fnUntraced(function* (organization: string, given: UpcomingGiven) {
  const products = Map.groupBy(given.variants.map(variantOfText), ({ product_key }) => product_key)
  yield* seedCatalog(organization, {
    ...seedOf({ ...given, variants: [] }),
    products: [...products].map(([product_key, variants]) =>
      aProductEntry({ product_key, variants: variants.map(aVariantEntry) }),
    ),
  })
  yield* withdrawAt(organization, given.withdrawn)
})

/** What a row asks for; without dates of the brand every brand is asked for. */
export const upcomingQueryOf = ({ from, until, limit }: UpcomingGiven) => ({
  ...(from && { from }),
  ...(until && { until }),
  ...((from ?? until) && { brand_key: "B1" }),
  ...(limit && { limit }),
})

const exportSeedOf = (given: ExportGiven): CatalogSeed => ({
  brands: [aBrand({ time_zone: given.time_zone ?? "UTC" })],
  products: given.products.map(({ variants = [], ...product }) =>
    aProductEntry({ ...product, variants: variants.map(aVariantEntry) }),
  ),
  attributes: Object.entries(given.labels ?? {}).map(([attribute_key, label]) => ({ attribute_key, label })),
  price_lists: (given.lists ?? []).map(listEntryOfText),
  prices: (given.prices ?? []).map(priceOfText),
})

/** Writes what a row is given, and gives the brand the time zone that it has then. */
export const seedExport = Effect.fnUntraced(function* (organization: string, given: ExportGiven) {
  yield* seedCatalog(organization, exportSeedOf(given))
  if (given.rezone !== undefined)
    yield* rezoneBrand(organization, { rezone: given.rezone }, exportNowOf(given))
})

export const exportNowOf = ({ now = "2026-06-01T00:00:00Z" }: ExportGiven): string => now

export const exportRequestOf = (given: ExportGiven): ExportRequest =>
  anExportRequest({
    product_keys: given.product_keys ?? [],
    export_mode: given.columns === undefined || given.rows === true ? "attribute_rows" : "column_based",
    column_mappings: given.columns?.map(columnOfText) ?? null,
    filter_latest_version: given.latest_only ?? false,
    filter_by_label: given.filter_by_label ?? false,
    label_keys: given.label_keys ?? null,
    source_filter: given.source_filter ?? null,
    export_format: given.format ?? "csv",
    ...(given.file_options && { file_options: given.file_options }),
    ...(given.price_as_of && { price_as_of: given.price_as_of }),
    ...(given.price_known_at && { price_known_at: given.price_known_at }),
  })

/** The products of a list, and what they are asked. */
export const productsSeedOf = ({ products }: ProductsGiven): CatalogSeed => ({
  brands: [aBrand()],
  products: products.map(({ skus = [], ...product }) =>
    aProductEntry({
      name: "",
      variants: skus.map((variant_key) => aVariantEntry({ variant_key })),
      ...product,
    }),
  ),
})
export const productQueryOf = ({ search, label, source, after, limit = 50 }: ProductsGiven) =>
  aProductQuery({
    search: search ?? null,
    label: label ?? null,
    source: source ?? null,
    after: after ?? null,
    limit,
  })

/** A product with the attributes, and a discovery `D1` of job `CRAWL-1` of the URL. */
export const catalogUrlSeedOf = ({ attributes, url }: CatalogUrlGiven): CatalogSeed => ({
  brands: [aBrand()],
  products: [aProductEntry({ attributes })],
  discoveries: [aCrawlDiscoveryEntry({ url })],
})
