import {
  type AttributeDefinition,
  basePriceList,
  CatalogListing,
  CatalogRepository,
  type ExportProduct,
  ExportRepository,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect, Option, Stream } from "effect"
import { exportedMarkets, marketColumns } from "./markets/exportedMarkets.ts"
import type { ShopMarket } from "./markets/ShopMarket.ts"
import { shopifyColumns } from "./shopifyColumns.ts"
import { type AttributeHeader, shopifyHeader } from "./shopifyHeader.ts"
import { saysTheSame, shopifyRows } from "./shopifyRows.ts"

/** What a Shopify file of the catalog could not say the same. */
export interface ShopifyExportTally {
  products: number
  /** Keys of products that are not in the file. */
  readonly left_out: Array<string>
  /** The markets that it has prices of: an import that names them changes nothing. */
  markets: ReadonlyArray<ShopMarket>
  /** Price lists of no market, whose prices are not in it. */
  price_lists: ReadonlyArray<string>
  /** Attributes that no column is there for; an import leaves them as they are. */
  attributes: ReadonlyArray<string>
}

const selection = {
  product_keys: [],
  brand_key: null,
  label_keys: null,
  sources: ["merchant_input"],
  latest_only: true,
}
const price_types = ["PRICE", "COMPARE_AT", "COST"]
const first = { color: null, after: null, colors: 1, variants: 1, versions: 1, attributes: [] }

const csvLine = (cells: ReadonlyArray<string>): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`

/**
 * The catalog as a Shopify product csv, which changes nothing where it is imported here; `tally` is filled as it is read.
 *
 * Products that such a file cannot say the same are left out. The catalog is read twice, in batches.
 */
export const shopifyExport = Effect.fnUntraced(function* (organization: string, tally: ShopifyExportTally) {
  const { products } = yield* ExportRepository
  const { attributeDefinitions } = yield* CatalogRepository
  const { product: listed } = yield* CatalogListing
  const { markets, others } = yield* exportedMarkets(organization)
  const inMarkets = markets.flatMap(marketColumns)
  const wanted = {
    variants: true,
    attributes: true,
    price_types,
    at: yield* currentInstant,
    ...(inMarkets.length > 0 && {
      list_prices: inMarkets.map(({ price_type, price_list = basePriceList }) => ({
        price_type,
        price_list,
      })),
    }),
  }
  const definitions: ReadonlyArray<AttributeDefinition> = yield* attributeDefinitions(organization)
  const header = shopifyHeader(
    new Map(definitions.map((each) => [each.attribute_key, each.label])),
    inMarkets,
  )
  yield* Stream.runForEach(products(organization, selection, wanted), (batch) =>
    Effect.sync(() => {
      for (const each of batch) header.add(each)
    }),
  )
  const attributes: ReadonlyArray<AttributeHeader> = header.columns()
  tally.attributes = header.leftOut()
  const names = header.names()
  const priced = header.markets()
  tally.markets = markets.filter((market) =>
    priced.some(({ price_list }) => price_list === market.price_list),
  )
  tally.price_lists = others
  const columns = shopifyColumns(names, markets)
  if (typeof columns === "string") return yield* Effect.die(new Error(columns))
  const brands = new Map<string, string>()
  const brandName = Effect.fnUntraced(function* ({ product_key, brand_key }: ExportProduct["product"]) {
    const known = brands.get(brand_key)
    if (known !== undefined) return known
    const found = yield* listed(organization, product_key, first)
    const name = Option.match(found, { onNone: () => "", onSome: ({ brand }) => brand.name })
    brands.set(brand_key, name)
    return name
  })
  const lines = Effect.fnUntraced(function* (product: ExportProduct) {
    const vendor = yield* brandName(product.product)
    const rows = shopifyRows(product, vendor, names, attributes, header.optionNames, priced)
    if (!saysTheSame(rows, columns, product, vendor)) {
      tally.left_out.push(product.product.product_key)
      return ""
    }
    tally.products++
    return rows.map(csvLine).join("")
  })
  return Stream.make(csvLine(names)).pipe(
    Stream.concat(
      products(organization, selection, wanted).pipe(
        Stream.mapEffect((batch) => Effect.map(Effect.forEach(batch, lines), (texts) => texts.join(""))),
      ),
    ),
    Stream.encodeText,
  )
})
