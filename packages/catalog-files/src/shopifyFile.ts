import { doubtfulDays } from "./cells/doubtfulDays.ts"
import {
  type CatalogFile,
  type CurrencyOf,
  type ImportBlock,
  type ImportItem,
  type ImportPass,
  withheld,
} from "./ImportItem.ts"
import { columnName } from "./markets/pricedColumn.ts"
import type { SheetBlock, SheetRow } from "./SheetRow.ts"
import type { Repeat, ShopContents } from "./ShopContents.ts"
import { headingText, type ShopifyColumns } from "./shopifyColumns.ts"
import { type ShopifyProduct, shopifyProduct } from "./shopifyProduct.ts"
import { cellText, type ShopifyChoices } from "./shopifyVariant.ts"

/** A Shopify product file whose header has been found good; `rows` reads it from its beginning, header included. */
export interface ShopifySource {
  readonly name: string
  readonly size: number
  readonly columns: ShopifyColumns
  readonly rows: () => AsyncIterable<SheetBlock>
  /** When its prices take effect; null: when they are imported. */
  readonly effectiveFrom: string | null
  readonly choices: ShopifyChoices
  /** Its text was read as Windows writes it in the West. */
  readonly isWindows: boolean
  /** Other sheets of its workbook that have the columns of products. */
  readonly unread: ReadonlyArray<string>
  /** Rows of its sheet that are not shown. */
  readonly hiddenRows: ReadonlyArray<number>
}

/** Wherever they stand: above them there may be blank rows, and where one file was put behind another they come again. */
const isHeading = ({ cells }: SheetRow, { headers }: ShopifyColumns): boolean =>
  headers.every((header, index) => header === headingText(cells[index] ?? ""))

/** Puts the rows of one handle together; only the product at the end of a block waits for the next. */
async function* products(
  { columns, rows, effectiveFrom, choices: given }: ShopifySource,
  currencyOf: CurrencyOf | undefined,
) {
  const choices = { ...given, currencyOf }
  let open: Array<SheetRow> = []
  const close = (): Array<ShopifyProduct> => {
    const [first, ...rest] = open
    return first === undefined ? [] : [shopifyProduct([first, ...rest], columns, effectiveFrom, choices)]
  }
  for await (const block of rows()) {
    const closed: Array<ShopifyProduct> = []
    for (const row of block.rows) {
      if (isHeading(row, columns)) continue
      if (row.fault === undefined && row.cells.every((text) => text.trim() === "")) continue
      const [first] = open
      const handle = cellText(row, columns.handle)
      if (first !== undefined && (handle === "" || handle !== cellText(first, columns.handle))) {
        closed.push(...close())
        open = []
      }
      open.push(row)
    }
    yield { products: closed, bytes: block.bytes, fault: block.fault }
  }
  yield { products: close(), bytes: 0, fault: undefined }
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
  return ({ brand, options, line }: ShopifyProduct): Array<ImportItem> => {
    const items = [...ofColumns(), ...[...options].flatMap(([key, label]) => attribute(key, label, line))]
    if (brand !== undefined && !seen.has(`brand ${brand.brand_key}`)) {
      seen.add(`brand ${brand.brand_key}`)
      items.push({ line, ifAbsent: true, entry: { kind: "brand", ...brand } })
    }
    return items
  }
}

/** Notes what the file has, which products' rows are repeated, by their line, and whether any variant has a color. */
const noted = (
  shop: ShopContents,
  looked: ReadonlySet<string>,
  repeats: Map<number, Repeat>,
  hasOptions: boolean,
) => {
  const names = new Set<string>()
  const days = doubtfulDays()
  let variants = 0
  let isColored = false
  return {
    product: ({ shown, entry, optionNames, line }: ShopifyProduct) => {
      if (shown === undefined) shop.unknownRows++
      const repeat = shown && shop.add(shown, looked)
      if (repeat !== undefined) repeats.set(line, repeat)
      for (const name of optionNames) if (name !== "" && names.size < 10) names.add(name)
      if (entry !== undefined) days.add(entry.attributes, line)
      for (const [at, { attributes }] of (entry?.variants ?? []).entries())
        days.add(attributes, shown?.variants[at]?.line ?? line)
      variants += entry?.variants.length ?? 0
      isColored ||= entry?.variants.some(({ color = "" }) => color !== "") ?? false
    },
    warnings: (file: string): ReadonlyArray<string> => {
      if (variants === 0 || isColored || !hasOptions) return days.warnings(file)
      const called =
        names.size === 0 ? "its products have no options" : `its options are called ${[...names].join(", ")}`
      return [
        ...days.warnings(file),
        `${file}: no variant has a color (${called}), so each product is one colorway, of color ""; name the option that is the color (--color-option NAME)`,
      ]
    },
  }
}

/** The product, or why it cannot be taken: another one has one of its variants already, or it stands there already. */
const productItems = (
  product: ShopifyProduct,
  shop: ShopContents,
  repeat: Repeat | undefined,
  duplicates: Array<string>,
): ReadonlyArray<ImportItem> => {
  const { entry, faults, line, repeated, shown } = product
  duplicates.push(...repeated)
  if (entry === undefined) return faults
  if (repeat?.isSame) return faults
  if (repeat !== undefined) {
    duplicates.push(...entry.variants.map((each) => each.variant_key).filter((key) => shop.isListed(key)))
    const fault = `repeats the product ${entry.product_key}, which stands on line ${repeat.line} with other variants or prices; write all of its rows together, in one file`
    return [{ line, kind: "product", fault }, ...faults]
  }
  if (!shop.isRefused(entry.product_key)) return [{ line, entry }, ...faults]
  const taken = (shown?.variants ?? []).flatMap(({ variant_key, line }) => {
    const other = shop.lineOfOther(variant_key, entry.product_key)
    return other === undefined ? [] : [{ variant_key, line, other }]
  })
  duplicates.push(...taken.map(({ variant_key }) => variant_key))
  const [first] = taken
  const why =
    first === undefined
      ? "others of its rows are left out"
      : `its variant ${first.variant_key} is another product's, on line ${first.other}; give every variant a Variant SKU of its own, or name variants by their options (handle-options)`
  const fault = `leaves ${entry.product_key} out: ${why}`
  return [{ line: first?.line ?? line, kind: "product", fault }, ...faults]
}

/** The prices, none of rows that say again what was said; those of rows that say otherwise are left out with them. */
const priceItems = ({ prices }: ShopifyProduct, repeat: Repeat | undefined): ReadonlyArray<ImportItem> =>
  repeat === undefined ? prices : repeat.isSame ? [] : prices.map(withheld)

/** A Shopify product file as a catalog file. Faults are reported in the pass of the products, those of prices in theirs. */
export const shopifyFile = (source: ShopifySource): CatalogFile => {
  const { name, size, columns, isWindows, unread, hiddenRows } = source
  const priced = columns.prices.map(({ index: _, ...column }) => column)
  const hasOptions = columns.options.some(({ value }) => value !== undefined)
  const prunesWithout = [
    ...(columns.vendor === undefined ? ["Vendor"] : []),
    ...(columns.sku === undefined && !hasOptions ? ["Variant SKU"] : []),
    ...(columns.prices.length === 0 ? ["Variant Price"] : []),
  ]
  const repeats = new Map<number, Repeat>()
  async function* read(
    pass: ImportPass,
    shop: ShopContents,
    currencyOf?: CurrencyOf,
  ): AsyncGenerator<ImportBlock> {
    const laid = foundations(columns)
    const notes = noted(shop, new Set(priced.map(columnName)), repeats, hasOptions)
    for await (const { products: closed, bytes, fault } of products(source, currencyOf)) {
      const duplicates: Array<string> = []
      const leftOut = { bySku: 0, byOptions: 0 }
      const items = closed.flatMap((product): ReadonlyArray<ImportItem> => {
        const repeat = repeats.get(product.line)
        if (pass === "products") {
          const isOut = product.shown !== undefined && shop.isRefused(product.shown.product_key)
          leftOut.bySku += product.repeated.length + (isOut ? (product.entry?.variants.length ?? 0) : 0)
          leftOut.byOptions += product.repeatedOptions
          return productItems(product, shop, repeat, duplicates)
        }
        if (pass === "prices") return priceItems(product, repeat)
        notes.product(product)
        const isRefused = product.shown !== undefined && shop.isRefused(product.shown.product_key)
        return isRefused ? [] : laid(product)
      })
      if (fault !== undefined && pass === "foundations") shop.unknownRows++
      if (fault !== undefined && pass === "products") {
        items.push({ line: fault.line, kind: "line", fault: fault.text })
      }
      yield { items, bytes, duplicates, leftOut }
    }
    if (pass !== "foundations") return
    const read = [
      isWindows &&
        `${name}: it is not UTF-8 and was read as Windows-1252; look at the accents, or save it as CSV UTF-8`,
      unread.length > 0 &&
        `${name}: sheets that have the columns of products too were not read: ${unread.join(", ")}; save each as a file of its own, and name all of them in one call`,
      hiddenRows.length > 0 &&
        `${name}: ${hiddenRows.length} of its rows are hidden, as by a filter, and were read too, first row ${hiddenRows[0]}; delete those that are not meant`,
    ].filter((text) => text !== false)
    yield { items: [], bytes: 0, warnings: [...notes.warnings(name), ...read] }
  }
  return { name, size, priced, markets: columns.markets, prunesWithout, unread, read }
}
