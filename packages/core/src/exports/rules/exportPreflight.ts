import { sumOf } from "../../kernel/CallLimits.ts"
import type { ExportPreflight, ExportWarning } from "../ExportPreflight.ts"
import type { ExportCount } from "../ExportRepository.ts"
import { excelLimits } from "./excelLimits.ts"
import { isPerVariant, shortened } from "./exportColumns.ts"
import { type ExportShape, exportHeader } from "./exportRows.ts"
import { bytesOfCell, type ExportSample, type SampledFormat, textOf } from "./exportSample.ts"

const grouped = new Intl.NumberFormat("en-US")
const counted = (count: number, one: string, many: string) =>
  `${grouped.format(count)} ${count === 1 ? one : many}`

/** Of a file with no cells. */
const emptyBytes: Readonly<Record<SampledFormat, number>> = { csv: 3, "csv.gz": 40, xlsx: 2_500 }

interface Measured {
  readonly count: ExportCount
  readonly rows: number
  readonly sheets: number
  readonly size: number
  readonly sample: ExportSample
  /** Whether every row was looked at. */
  readonly isWhole: boolean
  readonly isEstimate: boolean
  readonly header: ReadonlyArray<string>
}

const named = (name: string) => `"${shortened(name)}"`

type Warn = (type: ExportWarning["type"], message: string, column?: number) => ExportWarning
const warn: Warn = (type, message, column) => ({ type, message, column: column ?? null })

/** False where there is nothing to warn of. */
type Warnings = ReadonlyArray<ExportWarning | false>

const selectionWarnings = ({ rows, isEstimate, count: { total, skipped } }: Measured): Warnings => {
  const { unknown_product, filtered_out, unknown_keys } = skipped
  const more = unknown_product > unknown_keys.length ? ", …" : ""
  const nothing = total === 0 ? "Nothing is selected" : "Nothing of what is selected gives a row"
  return [
    rows === 0 && !isEstimate && warn("no_rows", `${nothing}: the file would hold its header only`),
    unknown_product > 0 &&
      warn(
        "unknown_products",
        `${counted(unknown_product, "product key is", "product keys are")} unknown: ${unknown_keys.join(", ")}${more}`,
      ),
    filtered_out > 0 &&
      warn(
        "filtered_products",
        `${counted(filtered_out, "product has", "products have")} no version that passes the filters`,
      ),
  ]
}

const productWarnings = ({ sample, isWhole }: Measured): Warnings => {
  const { shape, rowless, versions, repeatedKey } = sample
  const without = isWhole
    ? counted(rowless, "product version", "product versions")
    : `${grouped.format(rowless)} of the ${counted(versions, "product version", "product versions")} looked into`
  const has = rowless === 1 ? ["has", "gives"] : ["have", "give"]
  const missing = shape.mode === "column_based" ? "variants" : "attributes"
  return [
    rowless > 0 && warn("rowless_products", `${without} ${has[0]} no ${missing}, and ${has[1]} no row`),
    shape.mode === "attribute_rows" &&
      repeatedKey !== null &&
      warn(
        "mixed_versions",
        `Rows do not tell of which version they are, and products come in several, as ${repeatedKey} does: set filter_latest_version, or take column_based with a column of "version"`,
      ),
  ]
}

const unknownType = (name: string, price_type: string, where: string, index?: number): ExportWarning =>
  warn(
    "unknown_price_type",
    `${named(name)} is empty in ${where}: no price of type ${named(price_type)} is in force there, capitals and blanks counting`,
    index,
  )

const emptyWarning = (shape: ExportShape, name: string, index: number, where: string): ExportWarning => {
  const source = shape.mode === "column_based" ? shape.columns[index]?.source : undefined
  return source?.kind === "price"
    ? unknownType(name, source.price_type, where, index)
    : warn("empty_column", `${named(name)} is empty in ${where}`, index)
}

const lookedAt = (sample: ExportSample, isWhole: boolean): string =>
  isWhole ? "every row" : `all ${grouped.format(sample.looked)} rows looked at`

const columnWarnings = ({ header, sample, isWhole }: Measured): Warnings => {
  const where = lookedAt(sample, isWhole)
  const isExcel = sample.format === "xlsx"
  const firsts = new Map<string, number>()
  return header.flatMap((name, index) => {
    const { isEmpty, isCut, isLong } = sample.columns[index]!
    const first = firsts.get(name) ?? index
    firsts.set(name, first)
    return [
      first < index &&
        warn(
          "duplicate_column",
          `Columns ${first + 1} and ${index + 1} are both called ${named(name)}`,
          index,
        ),
      sample.looked > 0 && isEmpty && emptyWarning(sample.shape, name, index, where),
      isExcel &&
        name.length > excelLimits.textLength &&
        warn(
          "excel_text",
          `The name ${named(name)} has more than 32,767 characters, which a cell cuts: csv keeps them`,
          index,
        ),
      isExcel &&
        isCut &&
        warn(
          "excel_text",
          `${named(name)} has texts of more than 32,767 characters, which a cell cuts: csv keeps them`,
          index,
        ),
      isExcel &&
        isLong &&
        warn("excel_number", `${named(name)} has numbers of more than 15 digits, written as text`, index),
    ]
  })
}

const unseenWarnings = ({ sample, isWhole }: Measured): ReadonlyArray<ExportWarning> =>
  (sample.versions === 0 ? [] : sample.unseenTypes).map((type) =>
    unknownType(type, type, lookedAt(sample, isWhole)),
  )

const fileWarnings = ({ sample, sheets, size }: Measured): Warnings =>
  sample.format !== "xlsx"
    ? []
    : [
        sheets > 1 &&
          warn(
            "excel_rows",
            `The rows fill ${sheets} sheets: one holds ${grouped.format(excelLimits.rowsPerSheet - 1)}`,
          ),
        size > excelLimits.bytes * 0.8 &&
          warn(
            "excel_size",
            "The file may pass the 4 GiB that xlsx allows: export less at a time, or take csv",
          ),
      ]

/** What an export of N versions, and variants where they make the rows, would give, by its first products. */
export const exportPreflight = (
  count: ExportCount,
  variants: number,
  sample: ExportSample,
  ignored?: string,
): ExportPreflight => {
  const { format, shape, versions, hasAllVariants, bytes } = sample
  const isWhole = versions >= count.total && hasAllVariants
  const perVersion = versions === 0 ? 0 : sample.rows / versions
  const rows =
    shape.mode === "attribute_rows"
      ? Math.round(perVersion * count.total)
      : isPerVariant(shape.columns)
        ? variants
        : count.total
  const header = exportHeader(shape)
  const bytesOfHeader = sumOf(header, (name) => bytesOfCell(format, name, true))
  const bytesOfRows = sample.rows === 0 ? 0 : (bytes / sample.rows) * rows
  const size = Math.round(emptyBytes[format] + bytesOfHeader + bytesOfRows)
  const sheets = format !== "xlsx" ? 1 : Math.max(1, Math.ceil(rows / (excelLimits.rowsPerSheet - 1)))
  const isEstimate = shape.mode === "attribute_rows" && !isWhole
  const measured: Measured = { count, rows, sheets, size, sample, isWhole, isEstimate, header }
  return {
    total: count.total,
    rows,
    is_estimate: isEstimate,
    columns: header,
    sheets,
    estimated_size: size,
    sample_rows: sample.firstRows.map((row) => row.map((cell) => shortened(textOf(cell)))),
    warnings: [
      ignored !== undefined && warn("ignored_mappings", ignored),
      ...selectionWarnings(measured),
      ...productWarnings(measured),
      ...fileWarnings(measured),
      ...columnWarnings(measured),
      ...unseenWarnings(measured),
    ].filter((warning) => warning !== false),
  }
}
