import type { Case } from "../../core/src/kernel/rules/decisionTable.cases.ts"

/** The first cell of a workbook's first row, and how the workbook is written. */
interface Given {
  readonly cell: string
  readonly properties?: string
  /** Where parts stand that stand elsewhere. */
  readonly sheetPath?: string
  /** What all names of elements begin with. */
  readonly prefix?: string
  readonly isStrict?: true
  readonly hasNote?: true
  readonly isStored?: true
}

const date = (value: string) => `<c r="A1" s="1"><v>${value}</v></c>`
const text = '<c r="A1" t="s"><v>0</v></c>'

/** Texts of the list: 0 is plain, 1 rich, 2 read aloud. */
export const sharedTexts =
  '<si><t>Tom &amp;amp; Co_x000D_\n</t></si><si><r><t>Ri</t></r><r><t>ch</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'

const plain = "Tom &amp; Co\r\n"

/** The cell's text; `fault`: why it has none. */
export const workbookCellCases: ReadonlyArray<Case<Given, string | { readonly fault: string }>> = [
  { name: "a text of the list", given: { cell: text }, expect: plain, why: "It is decoded once." },
  {
    name: "a rich text",
    given: { cell: '<c r="A1" t="s"><v>1</v></c>' },
    expect: "Rich",
    why: "Its parts are one text.",
  },
  {
    name: "a text that is read aloud",
    given: { cell: '<c r="A1" t="s"><v>2</v></c>' },
    expect: "東京",
    why: "How it sounds is not in it.",
  },
  {
    name: "a text beyond the list",
    given: { cell: '<c r="A1" t="s"><v>9</v></c>' },
    expect: { fault: "a text that the workbook has not in cell A1" },
    why: "What it was is lost.",
  },
  {
    name: "a text of its own",
    given: { cell: '<c r="A1" t="inlineStr"><is><t>S&amp;amp;P_x000A_</t></is></c>' },
    expect: "S&amp;P\n",
    why: "It is decoded as those of the list.",
  },
  {
    name: "a text of its own that is read aloud",
    given: { cell: '<c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウ</t></rPh></is></c>' },
    expect: "東京",
    why: "As of the list.",
  },
  {
    name: "a rich text of its own",
    given: { cell: '<c r="A1" t="inlineStr"><is><r><t>Ri</t></r><r><rPr><b/></rPr><t>ch</t></r></is></c>' },
    expect: "Rich",
    why: "As of the list.",
  },
  {
    name: "a formula's text",
    given: { cell: '<c r="A1" t="str"><f>A2</f><v>R&amp;amp;D</v></c>' },
    expect: "R&amp;D",
    why: "It is decoded once.",
  },
  {
    name: "a formula's empty text",
    given: { cell: '<c r="A1" t="str"><f>""</f><v></v></c>' },
    expect: "",
    why: "It has a value, which is empty.",
  },
  {
    name: "a formula of a text without its value",
    given: { cell: '<c r="A1" t="str"><f>VLOOKUP(1,2)</f></c>' },
    expect: { fault: "a formula without its value in cell A1" },
    why: "What it would say is not known: it is not empty.",
  },
  {
    name: "a formula without its value",
    given: { cell: '<c r="A1"><f>1+1</f></c>' },
    expect: { fault: "a formula without its value in cell A1" },
    why: "Programs that compute nothing write it so.",
  },
  {
    name: "a formula with an empty value",
    given: { cell: '<c r="A1"><f>1+1</f><v/></c>' },
    expect: { fault: "a formula without its value in cell A1" },
    why: "openpyxl writes it so; a number is not empty.",
  },
  {
    name: "a formula that others share",
    given: { cell: '<c r="A1"><f t="shared" si="0"/></c>' },
    expect: { fault: "a formula without its value in cell A1" },
    why: "That the formula stands elsewhere makes no difference.",
  },
  {
    name: "an error",
    given: { cell: '<c r="A1" t="e"><v>#SPILL!</v></c>' },
    expect: { fault: "#SPILL! in cell A1" },
    why: "It says of itself that it is one.",
  },
  {
    name: "a formula's error in a column of dates",
    given: { cell: '<c r="A1" s="1" t="e"><f>NA()</f><v>#N/A</v></c>' },
    expect: { fault: "#N/A in cell A1" },
    why: "An error is no date.",
  },
  {
    name: "a formula's empty text in a column of dates",
    given: { cell: '<c r="A1" s="1" t="str"><f>""</f><v></v></c>' },
    expect: "",
    why: "It is not day 0 of 1900.",
  },
  {
    name: "a formula's text in a column of dates",
    given: { cell: '<c r="A1" s="1" t="str"><f>"TBD"</f><v>TBD</v></c>' },
    expect: "TBD",
    why: "A text is no date.",
  },
  {
    name: "yes or no in a column of dates",
    given: { cell: '<c r="A1" s="1" t="b"><v>1</v></c>' },
    expect: "TRUE",
    why: "It is no date.",
  },
  { name: "a date", given: { cell: date("46085") }, expect: "2026-03-04", why: "Days since 1900." },
  {
    name: "a date with a time",
    given: { cell: date("46085.5") },
    expect: "2026-03-04T12:00:00.000Z",
    why: "A fraction is a time of day.",
  },
  { name: "the last day", given: { cell: date("2958465") }, expect: "9999-12-31", why: "Years go to 9999." },
  {
    name: "a day after the last",
    given: { cell: date("2958466") },
    expect: { fault: "no date in cell A1" },
    why: "A number in a column of days; no spreadsheet shows it.",
  },
  { name: "a time", given: { cell: date("0.5") }, expect: "12:00:00", why: "It has no date." },
  {
    name: "an early date",
    given: { cell: date("59") },
    expect: "1900-02-28",
    why: "Excel's 1900 has a 29th of February, and counts the days before it so.",
  },
  {
    name: "a date before all",
    given: { cell: date("-1") },
    expect: { fault: "no date in cell A1" },
    why: "Excel shows ####.",
  },
  {
    name: "a date of a Mac's workbook",
    given: { cell: date("44623"), properties: 'date1904="1"' },
    expect: "2026-03-04",
    why: "Days since 1904.",
  },
  {
    name: "a date of such a workbook by LibreOffice",
    given: { cell: date("44623"), properties: 'showObjects="all" date1904="true"' },
    expect: "2026-03-04",
    why: "XML has two words for yes.",
  },
  {
    name: "a date as text",
    given: { cell: '<c r="A1" s="1" t="d"><v>2026-03-04</v></c>' },
    expect: "2026-03-04",
    why: "It is ISO 8601 already.",
  },
  {
    name: "an amount in kronor",
    given: { cell: '<c r="A1" s="2"><v>149.95</v></c>' },
    expect: "149.95",
    why: "Letters of a currency are no date.",
  },
  {
    name: "a sum",
    given: { cell: '<c r="A1"><v>19.990000000000002</v></c>' },
    expect: "19.99",
    why: "Spreadsheets keep and show 15 digits.",
  },
  {
    name: "a number with an exponent",
    given: { cell: '<c r="A1"><v>1.2345678901234E+13</v></c>' },
    expect: "12345678901234",
    why: "A barcode is written so.",
  },
  {
    name: "a number that is shown with zeros before it",
    given: { cell: '<c r="A1" s="3"><v>123</v></c>' },
    expect: "00123",
    why: "It is a code: what people see is what names a variant.",
  },
  {
    name: "a number with a fraction in such a format",
    given: { cell: '<c r="A1" s="3"><v>123.5</v></c>' },
    expect: "123.5",
    why: "It is no code, and is not rounded.",
  },
  {
    name: "a number of 16 digits",
    given: { cell: '<c r="A1"><v>4006381333931120</v></c>' },
    expect: { fault: "a number of more digits than spreadsheets keep (15; texts keep all) in cell A1" },
    why: "Which digit its last one was is lost.",
  },
  {
    name: "no number",
    given: { cell: '<c r="A1"><v>1,5</v></c>' },
    expect: { fault: "no number in cell A1" },
    why: "Numbers of workbooks have points.",
  },
  {
    name: "a cell with a style alone",
    given: { cell: '<c r="A1" s="1"/>' },
    expect: "",
    why: "It is empty.",
  },
  {
    name: "a cell that does not say where it stands",
    given: { cell: '<c t="s"><v>0</v></c>' },
    expect: plain,
    why: "It follows the one before.",
  },
  {
    name: "elements with a prefix",
    given: { cell: '<x:c r="A1" t="s"><x:v>0</x:v></x:c>', prefix: "x:" },
    expect: plain,
    why: "Microsoft's own library for other programs writes them.",
  },
  { name: "strict", given: { cell: text, isStrict: true }, expect: plain, why: "Excel can save it so." },
  {
    name: "a sheet without a number",
    given: { cell: text, sheetPath: "xl/worksheets/sheet.xml" },
    expect: plain,
    why: "Where it stands its relation says.",
  },
  {
    name: "a sheet of another case",
    given: { cell: text, sheetPath: "xl/Worksheets/Sheet1.xml" },
    expect: plain,
    why: "Case does not count in names of parts.",
  },
  {
    name: "a note",
    given: { cell: text, hasNote: true },
    expect: plain,
    why: "openpyxl puts notes elsewhere than Excel does.",
  },
  {
    name: "parts that are not packed",
    given: { cell: text, isStored: true },
    expect: plain,
    why: "Some programs pack none.",
  },
]
