import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { posix } from "node:path"
import { asNumber, type Shown } from "./cells/shownAs.ts"
import type { SheetRow } from "./SheetRow.ts"
import {
  type CellModel,
  type CellReader,
  cellText,
  keepWhatCellsSay,
  type SharedText,
  type WorkbookContext,
} from "./workbookCell.ts"

/** A sheet of a workbook; its rows are made when they are asked for. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  /** Numbers of its rows that are not shown, as a filter leaves them. */
  readonly hiddenRows: ReadonlyArray<number>
  readonly rows: () => ReadonlyArray<SheetRow>
  /** The same rows with what each cell says of itself. */
  readonly models: () => Iterable<{
    readonly row: number
    readonly cells: ReadonlyArray<{ readonly column: number; readonly cell: CellModel }>
  }>
  readonly context: WorkbookContext
}

/** As many rows, and columns, as a sheet of Excel's may have. */
const most = { rows: 1_048_576, columns: 16_384 }

interface Tag {
  name: string
}
type Events = AsyncIterable<ReadonlyArray<{ readonly value: Tag | string }>>
/** A reader of exceljs, of one kind of part. */
interface Reader<A> {
  readonly parse: (events: Events) => Promise<A | undefined>
}
interface RowModel {
  readonly number: number
  readonly hidden?: boolean
  readonly cells: ReadonlyArray<CellModel>
}
interface RowReader {
  readonly map: { readonly c: CellReader }
  model: { number: number; cells: ReadonlyArray<CellModel> }
  parseOpen: (node: { readonly name: string }) => unknown
}
interface SheetReader extends Reader<{ readonly rows?: ReadonlyArray<RowModel> }> {
  readonly map: { readonly sheetData: { readonly childXform: RowReader } }
}
interface Book {
  readonly sheets?: ReadonlyArray<{ readonly name: string; readonly state?: string; readonly rId: string }>
}
type Relations = ReadonlyArray<{ readonly Id: string; readonly Type: string; readonly Target: string }>
interface FormatReader {
  model: { formatCode: string }
  parseOpen: (node: { readonly attributes: { readonly formatCode: string } }) => boolean
}
interface StylesReader extends Reader<unknown> {
  readonly map: { readonly numFmts: { readonly childXform: FormatReader } }
  readonly getStyleModel: (id: number) => { readonly numFmt?: string } | null
}
interface Zip {
  readonly loadAsync: (data: Uint8Array) => Promise<{
    readonly files: Readonly<Record<string, { readonly async: (as: "string") => Promise<string> }>>
  }>
}

/** Nothing of these is a product, and some make millions of cells out of a few letters. */
const unread = [
  "autoFilter",
  "conditionalFormatting",
  "dataValidations",
  "drawing",
  "extLst",
  "hyperlinks",
  "legacyDrawing",
  "mergeCells",
  "picture",
  "tableParts",
]

/** Loaded where it is needed: who never reads xlsx need not install it. */
const loadExcelJS = () => {
  const require = createRequire(import.meta.url)
  const reader = <A>(path: string) =>
    require(`exceljs/lib/xlsx/xform/${path}-xform.js`) as new (
      options?: object,
    ) => A
  try {
    return {
      Zip: createRequire(require.resolve("exceljs"))("jszip") as Zip,
      events: require("exceljs/lib/utils/parse-sax.js") as (text: Iterable<string>) => Events,
      Relations: reader<Reader<Relations>>("core/relationships"),
      Book: reader<Reader<Book>>("book/workbook"),
      Styles: reader<StylesReader>("style/styles"),
      Texts: reader<Reader<unknown> & { readonly values: ReadonlyArray<SharedText> }>(
        "strings/shared-strings",
      ),
      Sheet: reader<SheetReader>("sheet/worksheet"),
    }
  } catch {
    throw new Error('reading xlsx needs the package "exceljs": install it, or save the sheet as csv')
  }
}
type ExcelJS = ReturnType<typeof loadExcelJS>

/** Some programs write `x:row` for `row`. */
async function* withoutPrefix(events: Events): Events {
  let prefix: string | undefined
  for await (const some of events) {
    for (const { value } of some) {
      if (typeof value === "string") continue
      prefix ??= /^(\w+:)?/.exec(value.name)?.[0] ?? ""
      if (prefix !== "" && value.name.startsWith(prefix)) value.name = value.name.slice(prefix.length)
    }
    yield some
  }
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 16_384) yield text.slice(at, at + 16_384)
}

const columnOf = (address: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64
  if (column < 1 || column > most.columns) throw new Error(`it has a cell ${address}`)
  return column
}

/** A row without its number follows the one before. */
const countRows = (row: RowReader) => {
  const open = row.parseOpen.bind(row)
  let number = 0
  row.parseOpen = (node) => {
    const taken = open(node)
    if (node.name !== "row") return taken
    if (Number.isNaN(row.model.number)) row.model.number = number + 1
    number = row.model.number
    if (number > most.rows) throw new Error(`it has a row ${number}`)
    return taken
  }
}

/** exceljs takes off the backslashes that have letters of a format be letters: those of `\S\t\k` would be of a date. */
const keepBackslashes = (format: FormatReader) => {
  const open = format.parseOpen.bind(format)
  format.parseOpen = (node) => {
    const taken = open(node)
    if (taken) format.model.formatCode = node.attributes.formatCode
    return taken
  }
}

/** A cell without its address follows the one before. */
const cellsOf = ({ cells }: RowModel) => {
  let last = 0
  return cells.map((cell) => {
    last = cell.address === undefined ? last + 1 : columnOf(cell.address)
    return { column: last, cell }
  })
}

const rowOf = (row: RowModel, context: WorkbookContext): SheetRow => {
  const { number } = row
  const texts: Array<string> = []
  const faults: Array<string> = []
  const shown = new Map<number, Shown>()
  for (const { column, cell } of cellsOf(row)) {
    const text = cellText(cell, context)
    while (texts.length < column) texts.push("")
    if (typeof text === "string") texts[column - 1] = text
    else if ("text" in text) {
      texts[column - 1] = text.text
      if (text.shown !== asNumber) shown.set(column - 1, text.shown)
    } else faults.push(`${text.fault} in cell ${cell.address ?? column}`)
  }
  const [fault] = faults
  const more = faults.length > 1 ? `, and ${faults.length - 1} more such cells` : ""
  return fault === undefined
    ? { line: number, cells: texts, ...(shown.size > 0 && { shown }) }
    : { line: number, cells: texts, fault: `has ${fault}${more}; write the values there, and save it again` }
}

/** The parts of an archive by their paths; of those, case does not count. */
const openParts = async (bytes: Uint8Array, { Zip, events, Relations }: ExcelJS) => {
  const { files } = await Zip.loadAsync(bytes)
  const parts = new Map(
    Object.entries(files).map(([name, part]) => [posix.resolve("/", name).toLowerCase(), part]),
  )
  const textOf = async (path: string) => (await parts.get(path.toLowerCase())?.async("string")) ?? ""
  const read = async <A>(reader: Reader<A>, text: string): Promise<A | undefined> =>
    text === "" ? undefined : reader.parse(withoutPrefix(events(pieces(text))))
  /** What a part refers to. */
  const related = async (path: string) => {
    const { dir, base } = posix.parse(path)
    const relations = await read(new Relations(), await textOf(posix.join(dir, "_rels", `${base}.rels`)))
    return (relations ?? []).map(({ Id, Type, Target }) => ({
      id: Id,
      type: posix.basename(Type),
      path: posix.resolve(dir, Target.trim()),
    }))
  }
  return { textOf, read, related }
}

const sheetsOf = async (bytes: Uint8Array, exceljs: ExcelJS): Promise<ReadonlyArray<Sheet>> => {
  const { textOf, read, related } = await openParts(bytes, exceljs)
  const bookPath =
    (await related("/")).find(({ type }) => type === "officeDocument")?.path ?? "/xl/workbook.xml"
  const bookText = await textOf(bookPath)
  const book = await read(new exceljs.Book(), bookText)
  const others = await related(bookPath)
  const textOfType = (wanted: string) =>
    textOf(others.find(({ type }) => type === wanted)?.path ?? `/xl/${wanted}.xml`)
  const styles = new exceljs.Styles()
  keepBackslashes(styles.map.numFmts.childXform)
  await read(styles, await textOfType("styles"))
  const texts = new exceljs.Texts()
  await read(texts, await textOfType("sharedStrings"))
  const context = {
    texts: texts.values,
    formatOf: (style: number) => styles.getStyleModel(style)?.numFmt,
    is1904: /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(bookText),
  }
  const sheets: Array<Sheet> = []
  for (const { name, state, rId } of book?.sheets ?? []) {
    const path = others.find(({ id, type }) => id === rId && type === "worksheet")?.path
    if (path === undefined) continue
    const reader = new exceljs.Sheet({ ignoreNodes: unread, maxRows: most.rows, maxCols: most.columns })
    const row = reader.map.sheetData.childXform
    keepWhatCellsSay(row.map.c)
    countRows(row)
    const sheet = await read(reader, await textOf(path))
    if (sheet === undefined) throw new Error(`its sheet ${name} is missing`)
    const found = sheet.rows ?? []
    const isHidden = state !== undefined && state !== "visible"
    sheets.push({
      name,
      isHidden,
      context,
      hiddenRows: found.flatMap(({ number, hidden, cells }) => (hidden && cells.length > 0 ? [number] : [])),
      rows: () => found.map((each) => rowOf(each, context)),
      models: function* () {
        for (const each of found) yield { row: each.number, cells: cellsOf(each) }
      },
    })
  }
  if (sheets.length === 0) throw new Error("it has no sheet")
  return sheets
}

/** Reads a workbook whole, in the order of its sheets: one that `requireModestSize` has measured. */
export const readWorkbook = async (path: string): Promise<ReadonlyArray<Sheet>> => {
  const exceljs = loadExcelJS()
  const bytes = await readFile(path)
  try {
    return await sheetsOf(bytes, exceljs)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the workbook is damaged or not complete (${detail}); save it again as xlsx`, { cause })
  }
}
