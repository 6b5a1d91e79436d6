import type { ExportPreflight, ExportWarning } from "../contract/ExportPreflight.ts"
import type { ExportFormat } from "../contract/ExportRequest.ts"
import { excelLimits } from "./excelLimits.ts"
import type { ExportCell, ExportRow } from "./exportCell.ts"
import { isPerVariant } from "./exportColumns.ts"
import type { ExportCount } from "./exportCount.ts"
import { type ExportProduct, type ExportShape, exportHeader, exportRows } from "./exportRows.ts"

const grouped = new Intl.NumberFormat("en-US")
const counted = (count: number, one: string, many: string) =>
  `${grouped.format(count)} ${count === 1 ? one : many}`
const textOf = (cell: ExportCell): string =>
  cell === null ? "" : typeof cell === "object" ? cell.text : String(cell)

const utf8Length = (text: string): number => {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // half of a pair is half of four bytes
    bytes += unit < 0x80 ? 0 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}

/**
 * Bytes of so much text in so many cells, fitted to exports of generated catalogs: a csv cell has a separator, one
 * of xlsx a frame of XML, of which deflate leaves more than of the text.
 */
const bytesOf: Readonly<Record<ExportFormat, (text: number, cells: number) => number>> = {
  csv: (text, cells) => text + 1.1 * cells,
  xlsx: (text, cells) => 0.05 * text + 5.5 * cells,
}
/** Of an xlsx file with no cells: its other parts. */
const emptyBytes: Readonly<Record<ExportFormat, number>> = { csv: 3, xlsx: 2_500 }

const sizeOf = (format: ExportFormat, rows: ReadonlyArray<ExportRow>): number => {
  const text = rows.flat().reduce((sum, cell) => sum + utf8Length(textOf(cell)), 0)
  return bytesOf[format](text, rows.length * (rows[0]?.length ?? 0))
}

const digitsOf = (text: string): number =>
  text
    .replace(/[eE].*$|[-.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "").length

interface Measured {
  readonly format: ExportFormat
  readonly columns: ReadonlyArray<string>
  readonly count: ExportCount
  readonly rows: number
  readonly sheets: number
  readonly size: number
  readonly sample: ReadonlyArray<ExportRow>
  /** Whether the sample is everything. */
  readonly isWhole: boolean
}

type Warn = (type: ExportWarning["type"], message: string, column?: number) => ExportWarning
const warn: Warn = (type, message, column) => ({ type, message, column: column ?? null })

const selectionWarnings = ({ rows, count: { skipped } }: Measured): ReadonlyArray<ExportWarning> => {
  const { unknown_product, filtered_out, unknown_keys } = skipped
  const more = unknown_product > unknown_keys.length ? ", …" : ""
  return [
    ...(rows === 0 ? [warn("no_rows", "Nothing is selected: the file would hold its header only")] : []),
    ...(unknown_product > 0
      ? [
          warn(
            "unknown_products",
            `${counted(unknown_product, "product key is", "product keys are")} unknown: ${unknown_keys.join(", ")}${more}`,
          ),
        ]
      : []),
    ...(filtered_out > 0
      ? [
          warn(
            "filtered_products",
            `${counted(filtered_out, "product has", "products have")} no version that passes the filters`,
          ),
        ]
      : []),
  ]
}

const columnWarnings = ({ columns, sample, isWhole, format }: Measured): ReadonlyArray<ExportWarning> =>
  columns.flatMap((name, index) => {
    const cells = sample.map((row) => row[index] ?? null)
    const first = columns.indexOf(name)
    const where = isWhole ? "every row" : `the first ${grouped.format(sample.length)} rows`
    const isCut = cells.some((cell) => textOf(cell).length > excelLimits.textLength)
    const isLong = cells.some(
      (cell) => typeof cell === "object" && cell?.kind === "number" && digitsOf(cell.text) > 15,
    )
    return [
      ...(first < index
        ? [warn("duplicate_column", `Columns ${first + 1} and ${index + 1} are both called "${name}"`, index)]
        : []),
      ...(sample.length > 0 && cells.every((cell) => textOf(cell) === "")
        ? [warn("empty_column", `"${name}" is empty in ${where}`, index)]
        : []),
      ...(format === "xlsx" && isCut
        ? [
            warn(
              "excel_text",
              `"${name}" has texts of more than 32,767 characters, which a cell cuts: csv keeps them`,
              index,
            ),
          ]
        : []),
      ...(format === "xlsx" && isLong
        ? [warn("excel_number", `"${name}" has numbers of more than 15 digits, written as text`, index)]
        : []),
    ]
  })

const fileWarnings = ({ format, columns, sheets, size }: Measured): ReadonlyArray<ExportWarning> =>
  format === "csv"
    ? []
    : [
        ...(columns.length > excelLimits.columns
          ? [
              warn(
                "excel_columns",
                `A sheet holds at most ${grouped.format(excelLimits.columns)} columns, and these are ${grouped.format(columns.length)}: map fewer, or take csv`,
              ),
            ]
          : []),
        ...(sheets > 1
          ? [
              warn(
                "excel_rows",
                `The rows fill ${sheets} sheets: one holds ${grouped.format(excelLimits.rowsPerSheet - 1)}`,
              ),
            ]
          : []),
        ...(size > excelLimits.bytes * 0.8
          ? [
              warn(
                "excel_size",
                "The file may pass the 4 GiB that xlsx allows: export less at a time, or take csv",
              ),
            ]
          : []),
      ]

/** What an export of so many versions, and variants where they make the rows, would give, by its first products. */
export const exportPreflight = (
  format: ExportFormat,
  shape: ExportShape,
  count: ExportCount,
  variants: number,
  products: ReadonlyArray<ExportProduct>,
): ExportPreflight => {
  const sample = products.flatMap((product) => exportRows(shape, product))
  const isWhole = products.length >= count.total
  const perProduct = products.length === 0 ? 0 : sample.length / products.length
  const rows =
    shape.mode === "attribute_rows"
      ? Math.round(perProduct * count.total)
      : isPerVariant(shape.columns)
        ? variants
        : count.total
  const columns = exportHeader(shape)
  const perRow = sample.length === 0 ? 0 : sizeOf(format, sample) / sample.length
  const size = Math.round(emptyBytes[format] + sizeOf(format, [columns]) + perRow * rows)
  const sheets = format === "csv" ? 1 : Math.max(1, Math.ceil(rows / (excelLimits.rowsPerSheet - 1)))
  const measured: Measured = { format, columns, count, rows, sheets, size, sample, isWhole }
  return {
    total: count.total,
    rows,
    is_estimate: shape.mode === "attribute_rows" && !isWhole,
    columns,
    sheets,
    estimated_size: size,
    warnings: [...selectionWarnings(measured), ...fileWarnings(measured), ...columnWarnings(measured)],
  }
}
