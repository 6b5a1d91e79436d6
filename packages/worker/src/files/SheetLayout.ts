import type { AboutLines } from "./aboutSheet.ts"
import type { EncodedCounts } from "./EncodedFile.ts"
import { noCounts } from "./EncodedFile.ts"
import { columnName } from "./SheetColumn.ts"
import { xlsxTextCell } from "./xlsxCell.ts"
import { amountStyle, dayStyle, headerStyle, textStyle, wrappedStyle } from "./xlsxStyles.ts"
import { xmlHead } from "./xmlHead.ts"

/** How the sheet of a workbook is laid out that people write into. */
export interface SheetLayout {
  /** The name of the sheet of rows. */
  readonly name: string
  /** A first sheet of its own: what to do, in words. */
  readonly intro: ReadonlyArray<string>
  /** A hidden last sheet: for programs. */
  readonly facts: AboutLines
  /** What each column takes: amounts and days may be written, hidden columns are for programs; nothing else may be changed. */
  readonly takes: ReadonlyArray<"amount" | "date" | "hidden" | null>
}

/** The style of a column's empty cells, and whether it is shown. */
export const columnLayout = ({ takes }: SheetLayout, index: number): string => {
  switch (takes[index]) {
    case "amount":
      return ` style="${amountStyle}"`
    case "date":
      return ` style="${dayStyle}"`
    case "hidden":
      return ` style="${textStyle}" hidden="1"`
    default:
      return ""
  }
}

/** Without a password: it guards against slips. Rows may be sorted and filtered, columns made wider. */
export const protection =
  '<sheetProtection sheet="1" objects="1" scenarios="1" formatCells="0" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>'

/** What differs is marked, and what is no amount or day is refused while it is typed. */
export const validations = ({ takes }: SheetLayout, lastRow: number): string => {
  const end = Math.max(2, lastRow)
  const area = (index: number) => `${columnName(index)}2:${columnName(index)}${end}`
  const of = (kind: "amount" | "date") => takes.flatMap((takes, index) => (takes === kind ? [index] : []))
  const marks = of("amount").map((index, place) => {
    const [own, price] = [`${columnName(index)}2`, `${columnName(index - 1)}2`]
    return `<conditionalFormatting sqref="${area(index)}"><cfRule type="expression" dxfId="0" priority="${place + 1}"><formula>AND(${own}&lt;&gt;"",${own}&lt;&gt;${price})</formula></cfRule></conditionalFormatting>`
  })
  const rules = [
    ...of("amount").map((index) => {
      const own = `${columnName(index)}2`
      return `<dataValidation type="custom" allowBlank="1" showErrorMessage="1" errorTitle="New amount" error="Write an amount of zero or more, such as 139.95, or end" sqref="${area(index)}"><formula1>OR(AND(ISNUMBER(${own}),${own}&gt;=0),LOWER(${own})="end")</formula1></dataValidation>`
    }),
    ...of("date").map(
      (index) =>
        `<dataValidation type="date" operator="greaterThan" allowBlank="1" showErrorMessage="1" errorTitle="Day" error="Write a day, such as 2026-12-01" sqref="${area(index)}"><formula1>36526</formula1></dataValidation>`,
    ),
  ]
  return `${marks.join("")}<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`
}

const sheetOf = (attributes: string, widths: ReadonlyArray<number>, rows: ReadonlyArray<string>): string => {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView${attributes} workbookViewId="0"/></sheetViews><cols>${columns.join("")}</cols><sheetData>${rows.join("")}</sheetData></worksheet>`
}

/** The first sheet, in words. */
export const introSheet = ({ intro }: SheetLayout): string =>
  sheetOf(
    ' tabSelected="1" showGridLines="0"',
    [100],
    intro.map((text, index) => {
      const cell = xlsxTextCell(text, noCounts(), index === 0 ? headerStyle : wrappedStyle)
      return `<row r="${index + 1}">${cell === "" ? "" : `<c r="A${index + 1}${cell}`}</row>`
    }),
  )

/** The hidden sheet. */
export const factsSheet = ({ facts }: SheetLayout, { rows }: EncodedCounts): string =>
  sheetOf(
    "",
    [32, 60],
    [...facts, ["Rows", String(rows)] as const].map(([name, text], index) => {
      const row = index + 1
      const cells = [name, text].map((each, place) => {
        const cell = xlsxTextCell(each, noCounts())
        return cell === "" ? "" : `<c r="${columnName(place)}${row}${cell}`
      })
      return `<row r="${row}">${cells.join("")}</row>`
    }),
  )
