import type { CatalogFile, ImportBlock, ImportItem, ImportPass } from "./ImportItem.ts"
import type { SheetBlock, SheetRow } from "./SheetRow.ts"
import type { ShopifyColumns } from "./shopifyColumns.ts"
import { type ShopifyProduct, shopifyProduct } from "./shopifyProduct.ts"
import { cellText } from "./shopifyVariant.ts"

/** A Shopify product file whose header has been found good; `rows` reads it from its beginning, header included. */
export interface ShopifySource {
  readonly name: string
  readonly size: number
  readonly columns: ShopifyColumns
  readonly rows: () => AsyncIterable<SheetBlock>
  /** When its prices take effect. */
  readonly effectiveFrom: string
}

/** Puts the rows of one handle together; only the product at the end of a block waits for the next. */
async function* products({ columns, rows, effectiveFrom }: ShopifySource) {
  let open: Array<SheetRow> = []
  const close = (): ShopifyProduct => shopifyProduct(open, columns, effectiveFrom)
  let isHeader = true
  for await (const block of rows()) {
    const closed: Array<ShopifyProduct> = []
    for (const row of block.rows) {
      if (isHeader) {
        isHeader = false
        continue
      }
      if (row.cells.every((text) => text.trim() === "")) continue
      const [first] = open
      const handle = cellText(row, columns.handle)
      if (first !== undefined && (handle === "" || handle !== cellText(first, columns.handle))) {
        closed.push(close())
        open = []
      }
      open.push(row)
    }
    yield { products: closed, bytes: block.bytes, fault: block.fault }
  }
  yield { products: [close()], bytes: 0, fault: undefined }
}

/** Vendors as brands, and the labels of the columns and options that become attributes: each once. */
const foundations = (columns: ShopifyColumns) => {
  const seen = new Set<string>()
  const attribute = (attribute_key: string, label: string, line: number): Array<ImportItem> => {
    if (seen.has(`attribute ${attribute_key}`)) return []
    seen.add(`attribute ${attribute_key}`)
    return [{ line, ifAbsent: true, entry: { kind: "attribute", attribute_key, label } }]
  }
  const ofColumns = () =>
    [
      ...columns.productAttributes,
      ...columns.variantAttributes,
      ...(columns.image === undefined ? [] : [{ key: "images", label: "Images" }]),
      ...(columns.imageAlt === undefined ? [] : [{ key: "image_alt_texts", label: "Image Alt Texts" }]),
    ].flatMap(({ key, label }) => attribute(key, label, 1))
  return ({ brand, options, product }: ShopifyProduct): Array<ImportItem> => {
    const line = product[0]?.line ?? 1
    const items = [...ofColumns(), ...[...options].flatMap(([key, label]) => attribute(key, label, line))]
    if (brand !== undefined && !seen.has(`brand ${brand.brand_key}`)) {
      seen.add(`brand ${brand.brand_key}`)
      items.push({ line, ifAbsent: true, entry: { kind: "brand", ...brand } })
    }
    return items
  }
}

/** A Shopify product file as a catalog file. Faults are told in the pass of the products, those of prices in theirs. */
export const shopifyFile = (source: ShopifySource): CatalogFile => {
  async function* read(pass: ImportPass): AsyncGenerator<ImportBlock> {
    const itemsOf =
      pass === "foundations"
        ? foundations(source.columns)
        : (each: ShopifyProduct) => (pass === "products" ? each.product : each.prices)
    for await (const { products: closed, bytes, fault } of products(source)) {
      const items = closed.flatMap(itemsOf)
      if (fault !== undefined && pass === "products") {
        items.push({ line: fault.line, kind: "line", fault: fault.text })
      }
      yield { items, bytes }
    }
  }
  return { name: source.name, size: source.size, read }
}
