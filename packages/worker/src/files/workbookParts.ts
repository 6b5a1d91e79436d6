import type { EncodedCounts } from "./EncodedFile.ts"
import { factsSheet, introSheet, type SheetLayout } from "./SheetLayout.ts"
import { corePath, coreProperties, type SheetPrint } from "./sheetPrint.ts"
import { layoutStylesXml, printStylesXml, stylesXml } from "./xlsxStyles.ts"
import { xmlHead } from "./xmlHead.ts"

const openXml = "http://schemas.openxmlformats.org"
const relationship = `${openXml}/officeDocument/2006/relationships`
const packageRelationships = `${openXml}/package/2006/relationships`
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml"

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`
const sheetName = (number: number) => (number === 1 ? "Export" : `Export ${number}`)
const aboutName = "About"
const introName = "Read me"
const factsName = "Hangtag"

/**
 * The parts that a file begins with, in the order in which Excel writes them: by the names of the first three `file` and
 * libmagic tell what it is. How many sheets there will be is not known yet, so they are what every part is that is not
 * named.
 */
export const firstParts = (
  hasLayout: boolean,
  print?: SheetPrint,
): ReadonlyArray<readonly [path: string, xml: string]> => [
  [
    "[Content_Types].xml",
    `${xmlHead}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${print === undefined ? "" : `<Override PartName="/${corePath}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`}</Types>`,
  ],
  [
    "_rels/.rels",
    `${xmlHead}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/>${print === undefined ? "" : `<Relationship Id="rId2" Type="${packageRelationships}/metadata/core-properties" Target="${corePath}"/>`}</Relationships>`,
  ],
  ...(print === undefined ? [] : [[corePath, coreProperties(print)] as const]),
  ["xl/styles.xml", hasLayout ? layoutStylesXml : print === undefined ? stylesXml : printStylesXml],
]

interface Part {
  readonly name: string
  readonly state?: "hidden"
  /** Where the part lies: `sheet1.xml` is 1. */
  readonly number: number
  readonly area?: string | undefined
  readonly xml?: string | undefined
}

/** The sheets in their order: those of rows, which are written, and what stands before and behind them. */
const sheetsOf = (
  areas: ReadonlyArray<string>,
  about: string | undefined,
  layout: SheetLayout | undefined,
  counts: EncodedCounts,
): ReadonlyArray<Part> => {
  const ofRows = areas.map((area, index): Part => {
    const number = index + 1
    const name =
      layout === undefined ? sheetName(number) : number === 1 ? layout.name : `${layout.name} ${number}`
    return { name, number, area }
  })
  const next = areas.length + 1
  const last: ReadonlyArray<Part> = about === undefined ? [] : [{ name: aboutName, number: next, xml: about }]
  if (layout === undefined) return [...ofRows, ...last]
  const behind = next + last.length
  return [
    { name: introName, number: behind, xml: introSheet(layout) },
    ...ofRows,
    ...last,
    { name: factsName, state: "hidden", number: behind + 1, xml: factsSheet(layout, counts) },
  ]
}

/**
 * The parts that can only be written when the number of sheets is known, and the filtered area of each; behind them
 * there may be one that tells of the file, and around them those of a layout.
 */
export function workbookParts(
  areas: ReadonlyArray<string>,
  about: string | undefined,
  layout: SheetLayout | undefined,
  counts: EncodedCounts,
  isPrinted: boolean,
): ReadonlyArray<readonly [path: string, xml: string]> {
  const sheets = sheetsOf(areas, about, layout, counts)
  const each = (write: (part: Part, index: number) => string) => sheets.map(write).join("")
  // LibreOffice shows the filter of a sheet only if this name tells its area too.
  const filterNames = each(({ name, area }, index) =>
    area === undefined
      ? ""
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${name}'!${area}</definedName>`,
  )
  const titles = each(({ name, area }, index) =>
    area === undefined || !isPrinted
      ? ""
      : `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${name}'!$1:$1</definedName>`,
  )
  return [
    ...sheets.flatMap(({ number, xml }) => (xml === undefined ? [] : [[sheetPath(number), xml] as const])),
    [
      "xl/workbook.xml",
      `${xmlHead}<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relationship}"><bookViews><workbookView/></bookViews><sheets>${each(
        ({ name, number: n, state }) =>
          `<sheet name="${name}" sheetId="${n}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${n}"/>`,
      )}</sheets><definedNames>${filterNames}${titles}</definedNames></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xmlHead}<Relationships xmlns="${packageRelationships}">${each(
        ({ number: n }) =>
          `<Relationship Id="rId${n}" Type="${relationship}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}<Relationship Id="rIdStyles" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    ],
  ]
}
