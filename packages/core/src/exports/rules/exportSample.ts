import type { ExportCell, ExportRow } from "../../catalog/rules/exportCell.ts"
import { sumOf } from "../../kernel/CallLimits.ts"
import { excelLimits } from "./excelLimits.ts"
import { exportPriceTypes } from "./exportColumns.ts"
import { type ExportProduct, type ExportShape, exportHeader, exportRows, hasRows } from "./exportRows.ts"
import type { fileExtension } from "./fileOptions.ts"

/** What is known of a column by the cells that were looked at. */
export interface SampledColumn {
  readonly isEmpty: boolean
  /** Whether a text is longer than a cell of Excel. */
  readonly isCut: boolean
  /** Whether a number has more digits than Excel keeps. */
  readonly isLong: boolean
}

/** What is written, by the extension of the file. */
export type SampledFormat = ReturnType<typeof fileExtension>

/** What the first products of an export tell of all of them. */
export interface ExportSample {
  readonly format: SampledFormat
  readonly shape: ExportShape
  /** Product versions looked into. */
  readonly versions: number
  /** Those of them that give no row. */
  readonly rowless: number
  /** Rows that they give; estimated unless all of their variants were looked at. */
  readonly rows: number
  readonly hasAllVariants: boolean
  /** Rows looked at. */
  readonly looked: number
  /** About what the format makes of those rows. */
  readonly bytes: number
  readonly columns: ReadonlyArray<SampledColumn>
  /** The first rows, to be looked at. */
  readonly firstRows: ReadonlyArray<ExportRow>
  /** The price types that rows of attributes were asked for with, and none has. */
  readonly unseenTypes: ReadonlyArray<string>
  readonly lastKey: string | null
  /** The first product that came in several versions. */
  readonly repeatedKey: string | null
  /** What looking has cost. */
  readonly spent: { readonly cells: number; readonly characters: number }
}

/** Of a preflight, which many ask for at once in one process: some 20 ms in all, whatever the catalog is like. */
const atMost = {
  firstRows: 10,
  firstCells: 2000,
  rows: 1000,
  cells: 50_000,
  characters: 2_000_000,
  charactersOfCell: 8192,
}

export const emptySample = (format: SampledFormat, shape: ExportShape): ExportSample => ({
  format,
  shape,
  versions: 0,
  rowless: 0,
  rows: 0,
  hasAllVariants: true,
  looked: 0,
  bytes: 0,
  columns: exportHeader(shape).map(() => ({ isEmpty: true, isCut: false, isLong: false })),
  firstRows: [],
  unseenTypes: shape.mode === "attribute_rows" ? exportPriceTypes(shape.columns) : [],
  lastKey: null,
  repeatedKey: null,
  spent: { cells: 0, characters: 0 },
})

const isSpent = ({ looked, spent }: ExportSample): boolean =>
  looked >= atMost.rows || spent.cells >= atMost.cells || spent.characters >= atMost.characters

/** Whether more products would tell little more than what they cost. */
export const isSampleFull = (sample: ExportSample): boolean =>
  isSpent(sample) || sample.rows >= atMost.rows || sample.versions >= atMost.rows

/** What a cell says, as text. */
export const textOf = (cell: ExportCell): string =>
  cell === null ? "" : typeof cell === "object" ? cell.text : String(cell)

const utf8Length = (text: string, length: number): number => {
  const measured = Math.min(length, atMost.charactersOfCell)
  let bytes = measured
  for (let index = 0; index < measured; index++) {
    const unit = text.charCodeAt(index)
    // half of a pair is half of four bytes
    bytes += unit < 0x80 ? 0 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return measured === length ? bytes : (bytes / measured) * length
}

/**
 * About the bytes that a cell becomes in a file. In csv its UTF-8 and a separator. In xlsx and gzip, fitted to files of
 * many catalogs, what deflate leaves: of a cell's frame, and of its text, more where its column has not had that before.
 */
export const bytesOfCell = (format: SampledFormat, text: string, isNew: boolean): number => {
  if (format === "csv") return utf8Length(text, text.length) + 1.1
  const frame = format === "xlsx" ? 3.9 : 0.5
  if (text === "") return format === "xlsx" ? 0 : 0.1
  return frame + (isNew ? 0.35 : 0.01) * utf8Length(text, Math.min(text.length, excelLimits.textLength))
}

/** Whether a digit other than 0 comes after the fifteenth that counts. */
const hasMoreDigits = (text: string): boolean => {
  const [mantissa = ""] = text.split(/[eE]/, 1)
  return /[1-9]/.test(mantissa.replace(/[-.]/g, "").replace(/^0+/, "").slice(15))
}

const isLongNumber = (cell: ExportCell): boolean =>
  typeof cell === "object" && cell?.kind === "number" && cell.text.length > 15 && hasMoreDigits(cell.text)

/** Looks at cells, once each: the texts that all rows of a product share are measured once. */
const cellReader = ({ format, columns, spent }: ExportSample) => {
  const seen = columns.map((column) => ({
    ...column,
    text: "",
    bytes: bytesOfCell(format, "", false),
    texts: new Set<string>(),
  }))
  let { cells, characters } = spent
  const bytesOf = (rows: ReadonlyArray<ExportRow>): number => {
    let bytes = 0
    for (const row of rows) {
      cells += row.length
      for (const [index, cell] of row.entries()) {
        const column = seen[index]!
        const text = textOf(cell)
        if (text !== column.text) {
          const isNew = !column.texts.has(text)
          column.texts.add(text)
          column.text = text
          column.bytes = bytesOfCell(format, text, false)
          bytes += bytesOfCell(format, text, isNew) - column.bytes
          column.isEmpty &&= text === ""
          column.isCut ||= text.length > excelLimits.textLength
          column.isLong ||= isLongNumber(cell)
          characters += Math.min(text.length, atMost.charactersOfCell)
        }
        bytes += column.bytes
      }
    }
    return bytes
  }
  return {
    bytesOf,
    columns: (): ReadonlyArray<SampledColumn> =>
      seen.map(({ isEmpty, isCut, isLong }) => ({ isEmpty, isCut, isLong })),
    spent: () => ({ cells, characters }),
  }
}

/** About how many rows each variant of a product gives, by its first one. */
const rowsOfVariant = (shape: ExportShape, { variants }: ExportProduct): number =>
  shape.mode === "column_based"
    ? 1
    : Math.max(1, Object.keys(variants[0]?.attributes ?? {}).length + shape.columns.length)

const withFewVariants = (input: ExportProduct, variants: number): ExportProduct => {
  if (input.variants.length <= variants) return input
  const some = input.variants.slice(0, variants)
  const keys = new Set(some.map(({ variant_key }) => variant_key))
  return {
    product: input.product,
    time_zone: input.time_zone,
    variants: some,
    prices: input.prices.filter(({ variant_key }) => keys.has(variant_key)),
  }
}

/**
 * The sample with more products. Where they have more rows than there is room for, it looks at as many of each, and
 * takes the others to be like them.
 */
export const sampled = (before: ExportSample, products: ReadonlyArray<ExportProduct>): ExportSample => {
  const { shape, columns, spent } = before
  const room = Math.min(
    atMost.rows - before.looked,
    Math.ceil((atMost.cells - spent.cells) / Math.max(1, columns.length)),
  )
  const rowsAbout = sumOf(products, (product) => 1 + product.variants.length * rowsOfVariant(shape, product))
  const share = rowsAbout <= room ? Number.POSITIVE_INFINITY : Math.max(1, room / products.length)
  const mostFirst = Math.max(1, Math.min(atMost.firstRows, Math.floor(atMost.firstCells / columns.length)))
  const reader = cellReader(before)
  let sample = before
  for (const input of products) {
    if (isSpent(sample)) break
    const few = withFewVariants(input, Math.max(2, Math.ceil(share / rowsOfVariant(shape, input))))
    const all = [...exportRows(shape, few)]
    const own = [...exportRows(shape, { ...few, variants: [], prices: [] })].length
    const looked = few.variants.length
    const scale = looked === 0 ? 1 : input.variants.length / looked
    // what is new in the rows of the first variant is the product's mostly, and in none of the others
    const first = own + (looked === 0 ? 0 : Math.ceil((all.length - own) / looked))
    const scaleOfOthers = looked < 2 ? 1 : (input.variants.length - 1) / (looked - 1)
    const { product_key } = input.product
    sample = {
      ...sample,
      versions: sample.versions + 1,
      rowless: sample.rowless + (hasRows(shape, input) ? 0 : 1),
      rows: sample.rows + own + (all.length - own) * scale,
      hasAllVariants: sample.hasAllVariants && few === input,
      looked: sample.looked + all.length,
      firstRows:
        sample.firstRows.length < mostFirst
          ? [...sample.firstRows, ...all].slice(0, mostFirst)
          : sample.firstRows,
      bytes:
        sample.bytes + reader.bytesOf(all.slice(0, first)) + reader.bytesOf(all.slice(first)) * scaleOfOthers,
      unseenTypes: sample.unseenTypes.filter((type) => few.prices.every((each) => each.price_type !== type)),
      lastKey: product_key,
      repeatedKey: sample.repeatedKey ?? (sample.lastKey === product_key ? product_key : null),
      spent: reader.spent(),
    }
  }
  return { ...sample, columns: reader.columns() }
}
